import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { answers } from '../../support/conducts';
import type { FaultyService } from '../../support/FaultyService';
import { cases } from '../cases';
import { continues, execute, withoutRunner } from '../../faults/execution';
import { startService } from '../../support/service';
import { hintsOf } from '../../support/messengerRun';
import { withValueInEach } from './parameters';

/** Two keys that differ in their last character: nobody may learn which of the two it is. */
const key = 'sK-7"/%live-3a';
const otherKey = 'sK-7"/%live-3b';

/** Each beginning of the key that is not the whole of it: as it is, and as JSON and URLs write it. */
const [beginnings, otherBeginnings] = [
	[key],
	[JSON.stringify(key).slice(1, -1), encodeURIComponent(key)],
].map((forms) => forms.flatMap((form) => Array.from(form, (_, end) => form.slice(0, end))));

/** What may follow a beginning: what stands where a text was cut, quotes, escapes, nothing. */
const followers = ['', '…', '...', '"', '\\u0', '@example.com'];

const cutShort = [...beginnings!, ...otherBeginnings!].map((beginning) => `${beginning}…`);

const guesses = [
	...beginnings!.flatMap((beginning) => followers.map((follower) => beginning + follower)),
	...cutShort,
];

let service: FaultyService;
beforeAll(async () => {
	// Refuses some, in the words of the request.
	service = await startService(({ path, body }) =>
		/…|%E2%80%A6/.test(path + JSON.stringify(body ?? ''))
			? answers(400, { message: `Bad: ${path} ${JSON.stringify(body)}` })
			: undefined,
	);
});
afterAll(async () => await service.close());

/** All that a run says and puts out, with one text for each item. */
async function said(
	parameters: INodeParameters,
	texts: string[],
	apiKey: string,
	nodeType: INodeType,
): Promise<string> {
	const items: IDataObject[] = texts.map((text, index) => ({
		text,
		email: `person-${index}@example.com`,
		number: `+1415${String(index).padStart(7, '0')}`,
	}));
	const settings = { url: service.url, apiKey, items, nodeType, node: continues };
	// A preview puts out all that was typed, and needs no request.
	const preview = { sendMode: 'preview', testNumber: '+14155550199' };
	const { error, output, run } = await execute({ ...preview, ...parameters }, settings);
	return JSON.stringify([error?.message, error?.description, output, hintsOf(run.run)]);
}

it.each(cases)('$name says the same for each beginning of each key', async (its) => {
	const changes = withValueInEach(its, '={{ $json.text }}');
	expect(changes.length).toBeGreaterThan(1);
	for (const [nodeType, texts] of [
		[new Messenger(), guesses],
		// The way of tool calls, which are single and take longer.
		[withoutRunner(), cutShort],
	] as const) {
		for (const change of changes) {
			const parameters = { ...its.marked, ...change };
			const [first, second] = await Promise.all(
				[key, otherKey].map(async (apiKey) => await said(parameters, texts, apiKey, nodeType)),
			);
			expect({ change, said: first }).toEqual({ change, said: second });
			expect(first).not.toContain('[API key]');
		}
	}
});

it.each(cases)('$name shows no part of a key that a limit cuts', async (its) => {
	const lengths = Array.from({ length: 230 }, (_, length) => length);
	const texts = lengths.map((length) => `${'x'.repeat(length)}${key}`);
	for (const change of withValueInEach(its, '={{ $json.text }}')) {
		const text = await said({ ...its.marked, ...change }, texts, key, new Messenger());
		expect({ change, parts: /x[sK]|sK-7|live|3a/.exec(text)?.[0] }).toEqual({ change });
	}
});
