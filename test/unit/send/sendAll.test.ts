import type { Connection } from '../../../nodes/runtime/http/connection';
import type { OperationDefinition } from '../../../nodes/runtime/run/operation';
import type { Sending } from '../../../nodes/runtime/send/sending';
import type { Success } from '../../../nodes/runtime/run/outcome';
import { RetryMemory } from '../../../nodes/runtime/run/RetryMemory';
import { endpoints } from '../../support/endpoints';
import { jsonMask, unmasked } from '../../../nodes/runtime/input/keyMask';
import { noteMembers } from '../../../nodes/runtime/send/sendAll';
import { runOperation } from '../../../nodes/runtime/node/runOperation';
import { service } from '../../../nodes/Messenger/service';
import { startN8n } from '../../support/startN8n';
import { wholeBody } from '../../../nodes/runtime/response/parse';

/** Requests whose texts the service of `startN8n` answers. */
const operation = {
	endpoint: endpoints.sendEvent,
	parameters: [],
	inputsToCheck: ['it'],
	toRequest: () => ({ body: { text: 'it' } }),
	toItems: wholeBody,
} as unknown as OperationDefinition;

it('where another run has opened the limiter, a run begins with one request at a time until one is accepted (R3)', async () => {
	const n8n = startN8n();
	n8n.continues = true;
	// Each run is one of its own, not another try of the first.
	n8n.context.getExecuteData = () => ({}) as never;
	const run = async (items: number) => {
		n8n.items = Array.from({ length: items }, () => ({}));
		n8n.arrived.length = 0;
		await runOperation(n8n.context, service, operation);
	};
	await run(100);
	expect(n8n.arrived).toHaveLength(100);
	// After bad requests, a run ends at the first 403.
	n8n.statusOf = () => (n8n.arrived.length === 1 ? 422 : 403);
	await run(100);
	expect(n8n.arrived).toHaveLength(2);
});

const connection = { maskOutput: jsonMask(unmasked) } as unknown as Connection;
const members = [0, 1].map((itemIndex) => ({ itemIndex, params: {}, parts: {} }));

async function outputs(response: string) {
	const items = [JSON.parse(response) as object] as never[];
	const memory = new RetryMemory(startN8n().context);
	const sending = {
		connection,
		run: { operation: { ownFields: () => ({ own: 1 }) }, memory },
	} as unknown as Sending;
	await noteMembers(sending, { parts: {}, members }, items);
	return [...memory.outcomes.values()].map((outcome) => (outcome as Success).items[0]!);
}

it('a row is a plain object with its own fields first, whatever the answer names its fields (Q4)', async () => {
	const [first] = await outputs('{"__proto__":{"a":1},"toString":"a","own":2,"success":true}');
	expect(JSON.stringify(first)).toBe('{"own":1,"toString":"a","success":true}');
	expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
});

it('each further item of a request has the beginning of its answer (Q6)', async () => {
	const fields = Array.from({ length: 500 }, (_, index) => [`f${index}`, index]);
	const [first, second] = await outputs(JSON.stringify(Object.fromEntries([['a', {}], ...fields])));
	expect(Object.keys(first!)).toHaveLength(502);
	expect(Object.keys(second!)).toEqual(['own', ...fields.slice(0, 99).map(([name]) => name)]);
});
