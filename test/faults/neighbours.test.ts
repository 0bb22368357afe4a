import { answers } from '../support/conducts';
import type { ReadRequest } from '../support/FaultyService';
import { skipPauses } from '../support/pauses';
import { continues } from '../support/runNode';
import { sentFor } from '../support/service';
import { run, service, writing } from './scripted';

/** One run's trouble doesn't affect the others (R3 to R6). */
let apiKey: string;
let keys = 0;
beforeEach(() => {
	apiKey = `key-of-neighbours-${(keys += 1)}`;
	skipPauses();
});
afterEach(() => jest.restoreAllMocks());

/** One-item executions, as a CRM's trigger makes them; the errors of those that failed. */
const single = async (count: number) => {
	const one = async () => await run(writing, { items: 1, apiKey });
	const executions = await Promise.all(Array.from({ length: count }, one));
	return executions.flatMap(({ error }) => error ?? []);
};
const isProbe = ({ path }: ReadRequest) => path.endsWith('/lists');

it.each([429, 403])(
	'a %d that says success is not sent again, and fails no other (E5)',
	async (status) => {
		service.fate = (_, position) =>
			position === 0 ? answers(status, { success: true }) : undefined;
		const { failed } = await run(writing, { items: 3, apiKey, node: continues });
		expect(failed.map(({ details }) => details.state)).toEqual(['uncertain']);
		expect(service.sent()).toEqual({ 0: 1, 1: 1, 2: 1 });
	},
);

it('a firewall that refuses one of 300 items fails only that one (R3)', async () => {
	const isOdd = (request: ReadRequest) => sentFor(request).includes('299');
	service.fate = (request) => (isOdd(request) ? answers(403, '<html>') : undefined);
	const { output, failed } = await run(writing, { items: 300, apiKey, node: continues });
	expect([output.length, failed.length]).toEqual([300, 1]);
	expect(failed[0]?.error).toMatch(/temporarily blocked.* for "person-/);
	expect(failed[0]?.message).toContain('The request was not processed.');
	expect(service.requests.filter(isOdd).length).toBeLessThanOrEqual(5);
});

it('a block of the key is waited out by all (R3)', async () => {
	let refusals = 8;
	service.fate = () => (refusals-- > 0 ? answers(403, {}) : undefined);
	const executions = single(20);
	const longer = run(writing, { items: 40, apiKey, node: continues });
	expect(await executions).toEqual([]);
	expect((await longer).failed).toEqual([]);
	const intoTheBlock = service.requests.filter((request) => !isProbe(request)).length - 60;
	expect(intoTheBlock).toBeLessThanOrEqual(6);
});
