import type { INodeParameters } from 'n8n-workflow';

import { FaultyService } from '../../support/FaultyService';
import { answers } from '../../support/conducts';
import { caseOf, people } from '../cases';
import { runNode } from '../../faults/run';

const names = ['__proto__', 'constructor', 'prototype', 'toString'];
const hostile = `{${names.map((name) => `"${name}":{"polluted":"yes"}`).join(',')}}`;
const campaign = caseOf('campaign: send');
const event = caseOf('event: send');

let service: FaultyService;
beforeEach(async () => {
	service = await FaultyService.start(answers(200, { success: true }));
});
afterEach(() => service.close());

/** The JSON text of the body that the node sent. */
async function sentBody(parameters: Record<string, unknown>, item = {}): Promise<string> {
	const { error } = await runNode(parameters as never, {
		baseUrl: service.url,
		apiKey: 'input-key',
		items: [{ ...people[0], ...item }],
	});
	expect(error).toBeUndefined();
	return JSON.stringify(service.requests[0]!.body);
}

afterEach(() => {
	expect(({} as { polluted?: string }).polluted).toBeUndefined();
	expect(Object.keys(Object.prototype)).toEqual([]);
});

describe('names of prototypes are names like any other, and change nothing', () => {
	it('in dataJson', async () => {
		const { data, ...rest } = event.parameters;
		expect(data).toBeUndefined();
		const body = await sentBody({ ...rest, dataInput: 'json', dataJson: hostile });
		expect(body).toContain(`"data":${hostile}`);
	});

	it('in data', async () => {
		const field = names.map((name) => ({ name, value: 'yes' }));
		const body = await sentBody({ ...event.parameters, data: { field } });
		const data = names.map((name) => `"${name}":"yes"`).join(',');
		expect(body).toContain(`"data":{${data}}`);
	});

	it('in recipientsJson', async () => {
		const recipient = `{"messenger_number":"+14155550123",${hostile.slice(1)}`;
		const { recipients, ...rest } = campaign.parameters;
		expect(recipients).toBeDefined();
		const body = await sentBody({
			...rest,
			recipientsInput: 'json',
			recipientsJson: `[${recipient}]`,
		});
		expect(body).toContain(
			`"recipient":[${hostile.slice(0, -1)},"messenger_number":"+14155550123"}]`,
		);
	});

	it.each([
		['an object', '={{ JSON.parse($json.text) }}'],
		['text', '={{ $json.text }}'],
	])('in %s that an expression gives', async (_, dataJson) => {
		const parameters = { ...event.parameters, dataInput: 'json', dataJson };
		expect(await sentBody(parameters, { text: hostile })).toContain(`"data":${hostile}`);
	});
});

describe('what JSON cannot hold is refused, and nothing is sent', () => {
	const lost = ['new Map([["a", 1]])', 'new Set(["a"])', '/a/', 'new Error("a")', '(() => 1)'];
	const places: Array<[place: string, given: (value: string) => INodeParameters]> = [
		['Data (JSON)', (value) => dataIs(value)],
		['an element of Data (JSON)', (value) => dataIs(`{ list: [{ field: ${value} }] }`)],
		['Recipients (JSON)', (value) => recipientsAre(value)],
		['an element of Recipients (JSON)', (value) => recipientsAre(`[${value}]`)],
		[
			'a field in Recipients (JSON)',
			(value) => recipientsAre(`[{ messenger_number: "+14155550123", a: [${value}] }]`),
		],
	];
	const dataIs = (value: string) => ({
		...event.parameters,
		dataInput: 'json',
		dataJson: `={{ ${value} }}`,
	});
	const recipientsAre = (value: string) => ({
		...campaign.parameters,
		recipientsInput: 'json',
		recipientsJson: `={{ ${value} }}`,
	});

	it.each(places.flatMap(([place, given]) => lost.map((value) => [value, place, given] as const)))(
		'%s as %s',
		async (value, _place, given) => {
			const { error } = await runNode(given(value), {
				baseUrl: service.url,
				apiKey: 'input-key',
				items: [people[0]!],
			});
			expect(error?.name).toBe('NodeOperationError');
			expect(service.requests).toEqual([]);
		},
	);
});

it('text that looks like an expression is sent as text', async () => {
	const text = '={{ 6 * 7 }} {{ $json.secret }}';
	const body = await sentBody(
		{ ...event.parameters, eventName: '={{ $json.text }}' },
		{ text, secret: 'revealed' },
	);
	expect(body).toContain(`"name":${JSON.stringify(text)}`);
});

it.each(['contactEmail', 'contactMessengerNumber', 'dataJson'])(
	'a link in %s is text in the error that quotes it',
	async (name) => {
		const { error } = await runNode(
			{ ...event.parameters, dataInput: 'json', [name]: '={{ $json.text }}' } as never,
			{
				baseUrl: service.url,
				apiKey: 'input-key',
				items: [{ ...people[0], text: '<a href=//evil.example>' }],
			},
		);
		const shown = `${error?.message} ${error?.description}`;
		expect(shown).toContain('a href=');
		expect(shown).not.toContain('<a');
	},
);

const apiKey = 'sk-live-5f0e4c399a576c2c';
it.each([
	['as it is', apiKey],
	['cut off at its end', `${'a'.repeat(50)}${apiKey}`],
	['behind what nobody sees', `${'\u200b'.repeat(9_990)}${apiKey}`],
])('an API key %s in an address is in no error', async (_, text) => {
	service.follow(answers(400, { success: false, message: 'Contact not found' }));
	for (const operation of ['contact: find', 'email: verify', 'event: send']) {
		for (const email of [text, `${text}@example.com`]) {
			const { error } = await runNode(caseOf(operation).marked, {
				baseUrl: service.url,
				apiKey,
				items: [{ email }],
			});
			const shown = `${error?.message} ${error?.description}`;
			expect(shown).toContain('[API key]');
			expect(shown).not.toContain('sk-l');
		}
	}
});

it.each([
	['Max Concurrency', 'event: send', { requestOptions: { maxConcurrency: apiKey } }],
	[
		'Recipients per Request',
		'campaign: sendToItems',
		{ options: { recipientsPerRequest: apiKey } },
	],
])('an API key entered as %s is not in the error', async (name, operation, wrong) => {
	const { error } = await runNode(
		{ ...caseOf(operation).parameters, ...wrong },
		{
			baseUrl: service.url,
			apiKey,
		},
	);
	const shown = `${error?.message} ${error?.description}`;
	expect(shown).toContain(name);
	expect(shown).toContain('[API key]');
	expect(shown).not.toContain('sk-l');
});
