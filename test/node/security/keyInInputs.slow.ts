import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { answers } from '../../support/conducts';
import type { FaultyService } from '../../support/FaultyService';
import { continues, runNode, type RunSettings } from '../../support/runNode';
import { startService } from '../../support/service';
import { valueInEach } from '../../support/valueInEach';
import { cases } from '../cases';

/** Two keys that differ in their last character: nobody may learn which of the two it is. */
const key = 'sK-7"/%live-3a';
const otherKey = 'sK-7"/%live-3b';
const partOfKey = /sK-7|live-3/;

/** Texts with the whole key: as it is, quoted, among others, and where a limit would cut it. */
const wholes = [
	...[key, JSON.stringify({ key }), encodeURIComponent(key), `${key}…`, `x ${key}@example.com`],
	...[50, 55, 185, 190, 195, 990, 995].map((length) => 'x'.repeat(length) + key),
	`${'\u200b'.repeat(9_990)}${key}`,
];

/** Beginnings of the key that are not the whole of it, in each form; behind most of them a text was cut. */
const forms = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)];
const beginnings = [
	...new Set(forms.flatMap((form) => Array.from(form, (_, end) => form.slice(0, end)))),
].map((beginning, index) => (index % 4 === 1 ? beginning : `${beginning}…`));

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
	{ credential, ...settings }: RunSettings,
): Promise<string> {
	const items: IDataObject[] = texts.map((text, index) => ({
		text,
		email: `person-${index}@example.com`,
		number: `+1415${String(index).padStart(7, '0')}`,
	}));
	// With white space around it, as it may be copied: so the search of runNode does not find it in the input.
	const apiKey = `\t${String(credential?.apiKey ?? key)}\n`;
	const { error, output, hints } = await runNode(
		{ testNumber: '+14155550199', ...parameters },
		{ ...settings, items, credential: { baseUrl: service.url, apiKey } },
	);
	return JSON.stringify([error?.message, error?.description, error?.messages, output, hints]);
}

const read = '={{ $json.text }}';

describe.each(cases)('$name, with a text in each of its parameters', (its) => {
	it('says and puts out no part of the key that the text holds (C5)', async () => {
		const shown: object[] = [];
		const look = async (change: INodeParameters, texts: string[], settings: RunSettings) => {
			const text = await said({ ...its.marked, ...change }, texts, settings);
			if (partOfKey.test(text)) shown.push({ change, text });
		};
		for (const change of valueInEach(its, read)) {
			await look(change, wholes, { node: continues });
		}
		for (const change of valueInEach(its, key)) await look(change, [''], {});
		expect(shown).toEqual([]);
	});

	it('says the same for each beginning of each key (C6)', async () => {
		const changes = valueInEach(its, read);
		expect(changes.length).toBeGreaterThan(1);
		for (const change of changes) {
			// A preview puts out all that was typed.
			const parameters = { sendMode: 'preview', ...its.marked, ...change };
			const [one, other] = await Promise.all(
				[key, otherKey].map(
					async (apiKey) =>
						await said(parameters, beginnings, { node: continues, credential: { apiKey } }),
				),
			);
			expect({ change, said: one }).toEqual({ change, said: other });
			expect(one).not.toContain('[API key]');
		}
	});
});
