import type { Connection } from '../../../nodes/runtime/http/connection';
import { jsonMask, unmasked } from '../../../nodes/runtime/input/keyMask';
import type { Success } from '../../../nodes/runtime/run/outcome';
import { RetryMemory } from '../../../nodes/runtime/run/RetryMemory';
import { noteMembers } from '../../../nodes/runtime/send/sendAll';
import type { Sending } from '../../../nodes/runtime/send/sending';
import { startN8n } from '../../support/startN8n';

const connection = { maskOutput: jsonMask(unmasked) } as unknown as Connection;
const members = [0, 1].map((itemIndex) => ({ itemIndex, params: {}, parts: {} }));

async function outputs(response: string) {
	const items = [JSON.parse(response) as object] as never[];
	const memory = new RetryMemory(startN8n().context);
	const sending = { connection, run: { operation: {}, memory } } as unknown as Sending;
	await noteMembers(sending, { parts: {}, members }, items);
	return [...memory.outcomes.values()].map((outcome) => (outcome as Success).items[0]!);
}

it('a row is a plain object, whatever the answer names its fields (Q4)', async () => {
	const [first] = await outputs('{"__proto__":{"a":1},"toString":"a","success":true}');
	expect(JSON.stringify(first)).toBe('{"toString":"a","success":true}');
	expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
});

it('each further item of a request has the beginning of its answer (Q6)', async () => {
	const fields = Array.from({ length: 500 }, (_, index) => [`f${index}`, index]);
	const [first, second] = await outputs(JSON.stringify(Object.fromEntries([['a', {}], ...fields])));
	expect(Object.keys(first!)).toHaveLength(501);
	expect(Object.keys(second!)).toEqual(fields.slice(0, 99).map(([name]) => name));
});
