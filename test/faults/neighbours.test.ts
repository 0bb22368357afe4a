import type { INodeParameters } from 'n8n-workflow';

import { answers } from '../support/conducts';
import type { ReadRequest } from '../support/FaultyService';
import { continues } from '../support/runNode';
import { sentFor } from '../support/service';
import { reading, run, service, writing } from './scripted';

/** One run's trouble doesn't affect the others (R3 to R6). The clock is the real one. */
let apiKey: string;
let keys = 0;
beforeEach(() => void (apiKey = `key-of-neighbours-${(keys += 1)}`));

/** One-item executions of an operation, as a CRM's trigger makes them; the errors of those that failed. */
const single = async (count: number, operation: INodeParameters = writing, requestOptions = {}) => {
	const parameters = { ...operation, requestOptions };
	const one = async () => await run(parameters, { items: 1, apiKey });
	const executions = await Promise.all(Array.from({ length: count }, one));
	return executions.flatMap(({ error }) => error ?? []);
};

it('a broken lookup holds back no event (R5)', async () => {
	service.fate = ({ path }) => (path.includes('/event') ? undefined : answers(500, {}));
	const lookups = single(6, reading, { maxRetryWait: 1 });
	expect(await single(30, writing, { maxRetryWait: 1 })).toEqual([]);
	expect(await lookups).toHaveLength(6);
});

it('a firewall that refuses one of 300 items fails only that one (R3)', async () => {
	const isOdd = (request: ReadRequest) => sentFor(request).includes('299');
	service.fate = (request) => (isOdd(request) ? answers(403, '<html>') : undefined);
	const began = performance.now();
	const parameters = { ...writing, requestOptions: { maxRetryWait: 5 } };
	const { output, failed } = await run(parameters, { items: 300, apiKey, node: continues });
	expect([output.length, failed.length]).toEqual([300, 1]);
	expect(failed[0]?.error).toMatch(/temporarily blocked.* for "person-/);
	expect(failed[0]?.message).toContain('it reached nobody');
	expect(service.requests.filter(isOdd).length).toBeLessThanOrEqual(5);
	// It can't be told from a block, which is waited for.
	expect(performance.now() - began).toBeLessThan(40_000);
});

it('a block of the key is waited out by all (R3)', async () => {
	const until = performance.now() + 12_000;
	service.fate = () => (performance.now() < until ? answers(403, {}) : undefined);
	const executions = single(20);
	const longer = run(writing, { items: 40, apiKey, node: continues });
	expect(await executions).toEqual([]);
	expect((await longer).failed).toEqual([]);
	expect(performance.now()).toBeLessThan(until + 9_000);
	const intoTheBlock = service.requests.filter(({ path }) => !path.endsWith('/lists')).length - 60;
	expect(intoTheBlock).toBeLessThanOrEqual(6);
}, 40_000);
