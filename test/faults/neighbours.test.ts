import { answers, neverAnswers } from '../support/conducts';
import { sentFor, startService, type ScriptedService } from '../support/service';
import { continues, runNode } from '../support/runNode';
import { ended } from './scripted';
import '../support/onTheClock';

/** One run's trouble doesn't affect the others (R3 to R6), by the clock: nothing here is faster than it is. */
let service: ScriptedService;
let credential: { baseUrl: string; apiKey: string };
let keys = 0;
beforeEach(async () => {
	service = await startService();
	credential = { baseUrl: service.url, apiKey: `key-of-neighbours-${(keys += 1)}` };
});
afterEach(async () => await service.close());

/** One-item executions of an operation, as a CRM's trigger makes them; how many seconds each has taken. */
const single = async (count: number, operation = 'event: send', requestOptions = {}) =>
	await Promise.all(
		Array.from({ length: count }, async () => {
			const began = performance.now();
			const parameters = { requestOptions };
			const { error } = await runNode(operation, { items: 1, credential, parameters });
			return { error, seconds: (performance.now() - began) / 1000 };
		}),
	);

const delivered = (executions: Awaited<ReturnType<typeof single>>, within = 2) =>
	executions.filter(({ error, seconds }) => error === undefined && seconds < within).length;

it('a broken lookup holds back no event (R5)', async () => {
	service.fate = ({ path }) => (path.includes('/find') ? answers(500, {}) : undefined);
	const lookups = single(6, 'contact: find', { maxRetryWait: 1 });
	expect(delivered(await single(30))).toBe(30);
	expect((await lookups).every(({ error }) => error !== undefined)).toBe(true);
});

it('a Timeout that is too short elsewhere holds back no event (R5)', async () => {
	const slow = (request: { body?: unknown }) =>
		JSON.stringify(request.body).includes('order_hasty') ? neverAnswers : undefined;
	await single(5);
	service.fate = slow;
	const parameters = { eventCode: 'order_hasty', requestOptions: { timeout: 1 } };
	const hasty = runNode('event: send', { items: 5, credential, parameters, node: continues });
	expect(delivered(await single(30))).toBe(30);
	await hasty;
});

it('a firewall that refuses one odd item stops nobody else, and is asked once more (R3)', async () => {
	service.fate = (request) => (sentFor(request).includes('7') ? answers(403, '<html>') : undefined);
	const { output, failed } = await runNode('event: send', {
		items: Array.from({ length: 60 }, (_, index) => ({
			...{
				email: `person-${index}@example.com`,
				number: `+1415555${String(index).padStart(4, '0')}`,
			},
		})),
		credential,
		node: continues,
	});
	expect([output.length, failed.length]).toEqual([60, 1]);
	expect(failed[0]?.error).not.toContain('temporarily blocked');
	expect(service.requests.filter((request) => sentFor(request).includes('7'))).toHaveLength(2);
});

it('a real block of the key is waited out by all (R3)', async () => {
	const until = performance.now() + 1_500;
	service.fate = () => (performance.now() < until ? answers(403, {}) : undefined);
	const executions = await single(12);
	expect(delivered(executions, 10)).toBe(12);
	const intoTheBlock = service.requests.filter(({ path }) => !path.endsWith('/lists')).length - 12;
	expect(intoTheBlock).toBeLessThanOrEqual(3);
});

it('a campaign endpoint that always answers 429 ends after Max Retry Wait, once for all (R6)', async () => {
	service.fate = ({ path }) => (path.endsWith('/campaign') ? answers(429, {}) : undefined);
	const began = performance.now();
	const parameters = { requestOptions: { maxRetryWait: 2 } };
	const campaign = runNode('campaign: send', { items: 8, credential, parameters, node: continues });
	expect(delivered(await single(10), 1)).toBe(10);
	const { failed } = await campaign;
	expect(failed).toHaveLength(8);
	expect((performance.now() - began) / 1000).toBeLessThan(4);
});

it('a request of a run that ran out of time says so, and what had not left is not sent (R6)', async () => {
	service.fate = () => answers(403, {});
	const parameters = { requestOptions: { maxRetryWait: 0.5 } };
	const execution = await runNode('event: send', { items: 3, credential, parameters });
	expect(execution.error?.message).toContain('temporarily blocked');
	expect(execution.error?.description).toMatch(/the API key was still blocked after 0\.\d s/);
	expect(ended(execution).notSent).toEqual([1, 2]);
});
