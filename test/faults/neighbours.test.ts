import { setImmediate } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { caseOf } from '../node/cases';
import { answers, later, neverAnswers } from '../support/conducts';
import { continues } from '../support/runNode';
import { accepts, sentFor } from '../support/service';
import { ended, reading, run, service, writing } from './scripted';

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

/** Tells if an execution goes on. */
const goesOn = async (execution: Promise<unknown>) =>
	await Promise.race([execution.then(() => false), setImmediate(true)]);

it('a broken lookup holds back no event (R5)', async () => {
	// The probe is not answered, either: in an outage of their endpoint, the events would fail.
	service.fate = ({ path }) => (path.includes('/event') ? undefined : answers(500, {}));
	const lookups = single(6, reading, { maxRetryWait: 1 });
	expect(await single(30, writing, { maxRetryWait: 1 })).toEqual([]);
	expect(await lookups).toHaveLength(6);
});

it('a Timeout that is too short elsewhere holds back no event (R5)', async () => {
	service.fate = () => later(300, accepts);
	await single(5);
	service.fate = () => neverAnswers;
	const parameters = { ...writing, requestOptions: { timeout: 1 } };
	await run(parameters, { items: 5, apiKey, node: continues });
	service.fate = ({ path }) => (path.includes('/event') ? undefined : answers(500, {}));
	expect(await single(30, writing, { maxRetryWait: 1 })).toEqual([]);
});

it('a firewall that refuses one odd item stops nobody else, and is asked once more (R3)', async () => {
	service.fate = (request) => (sentFor(request).includes('7') ? answers(403, '<html>') : undefined);
	const { output, failed } = await run(writing, { items: 60, apiKey, node: continues });
	expect([output.length, failed.length]).toEqual([60, 1]);
	expect(failed[0]?.error).not.toContain('temporarily blocked');
	expect(service.requests.filter((request) => sentFor(request).includes('7'))).toHaveLength(2);
});

it('a real block of the key is waited out by all (R3)', async () => {
	const until = performance.now() + 1_500;
	service.fate = () => (performance.now() < until ? answers(403, {}) : undefined);
	expect(await single(12)).toEqual([]);
	expect(performance.now()).toBeLessThan(until + 8_500);
	const intoTheBlock = service.requests.filter(({ path }) => !path.endsWith('/lists')).length - 12;
	expect(intoTheBlock).toBeLessThanOrEqual(3);
});

it('a campaign endpoint that always answers 429 ends after Max Retry Wait, once for all (R6)', async () => {
	service.fate = ({ path }) => (path.endsWith('/campaign') ? answers(429, {}) : undefined);
	const began = performance.now();
	const parameters = { ...caseOf('campaign: send').marked, requestOptions: { maxRetryWait: 2 } };
	const campaign = run(parameters, { items: 8, apiKey, node: continues });
	expect(await single(10)).toEqual([]);
	expect(await goesOn(campaign)).toBe(true);
	const { failed } = await campaign;
	expect(failed).toHaveLength(8);
	expect((performance.now() - began) / 1000).toBeLessThan(4);
});

it('a request of a run that ran out of time says so, and what had not left is not sent (R6)', async () => {
	service.fate = () => answers(403, {});
	const parameters = { ...writing, requestOptions: { maxRetryWait: 0.5 } };
	const execution = await run(parameters, { items: 3, apiKey });
	expect(execution.error?.message).toContain('temporarily blocked');
	expect(execution.error?.description).toMatch(/the API key was still blocked after 0\.\d s/);
	expect(ended(execution).notSent).toEqual([1, 2]);
});
