import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { messengerWorkflow } from '../../engine/messengerWorkflow';
import { runWorkflow, type RunOptions } from '../../engine/runWorkflow';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { declared } from '../support/declaredFailure';
import { hintsOf } from '../support/messengerRun';

let sandbox: Sandbox;

async function serviceWith(options: SandboxOptions) {
	await sandbox?.close();
	sandbox = await startSandbox(options);
}

beforeAll(() => serviceWith({}));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ number: `+1415555${1000 + index}` }));

async function sendToItems(
	items: IDataObject[],
	parameters: INodeParameters = {},
	settings: Partial<INode> = {},
	options: Partial<RunOptions> = {},
) {
	const workflow = messengerWorkflow(
		{
			resource: 'campaign',
			operation: 'sendToItems',
			fromNumber: '+1 415 555 0100',
			templateName: 'welcome_message',
			templateLanguage: 'en',
			messengerNumber: '={{ $json.number }}',
			...parameters,
		},
		items,
		settings,
	);
	return await runWorkflow(workflow, {
		node: new Messenger(),
		credentialType: new MessengerApi(),
		credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
		...options,
	});
}

/** The recipients' numbers of each campaign request that the service received. */
async function received(status?: number): Promise<string[][]> {
	const requests = await sandbox.requests();
	return requests
		.filter((request) => status === undefined || request.status === status)
		.map(({ body }) =>
			(body as { recipient: Array<{ messenger_number: string }> }).recipient.map(
				(recipient) => recipient.messenger_number,
			),
		);
}

const success = { success: true, message: 'Messenger campaign message(s) sent successfully.' };
const continueOnError: Partial<INode> = { onError: 'continueRegularOutput' };

describe('the requests', () => {
	it('puts all items of one campaign into one request, with their fields', async () => {
		const { json, items } = await sendToItems(
			[
				{ number: '+14155550001', first: 'Ana', mail: 'ana@example.com' },
				{ number: '+1 415 555 0002', first: '', mail: '' },
			],
			{
				recipientFields: { firstName: '={{ $json.first }}', email: '={{ $json.mail }}' },
				additionalFields: { tags: 'spring, vip', scheduledAt: '2030-01-31T09:30:00Z' },
			},
		);

		expect(await sandbox.requests()).toMatchObject([
			{
				method: 'POST',
				path: '/webhook/campaign',
				status: 200,
				headers: { accept: 'application/json', 'content-type': 'application/json' },
				body: {
					from_number: '+14155550100',
					type: 'template',
					content: { template_name: 'welcome_message', template_language: 'en' },
					tags: ['spring', 'vip'],
					scheduled_at: '2030-01-31T09:30:00.000Z',
					recipient: [
						{ messenger_number: '+14155550001', first_name: 'Ana', email: 'ana@example.com' },
						{ messenger_number: '+1 415 555 0002' },
					],
				},
			},
		]);
		expect(json('Messenger')).toEqual([
			{ ...success, messenger_number: '+14155550001' },
			{ ...success, messenger_number: '+1 415 555 0002' },
		]);
		expect(items('Messenger').map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('groups items by their settings, in order of first appearance', async () => {
		await sendToItems(
			[
				{ number: '+14155550001', language: 'en' },
				{ number: '+14155550002', language: 'de' },
				{ number: '+14155550003', language: 'en' },
				{ number: '+14155550004', language: 'fr' },
				{ number: '+14155550005', language: 'de' },
			],
			{ templateLanguage: '={{ $json.language }}', requestOptions: { maxConcurrency: 1 } },
		);
		expect(await received()).toEqual([
			['+14155550001', '+14155550003'],
			['+14155550002', '+14155550005'],
			['+14155550004'],
		]);
	});

	it.each([
		['fromNumber', { fromNumber: '={{ $itemIndex ? "+14155550100" : "+14155550109" }}' }],
		['templateName', { templateName: '={{ "template" + $itemIndex }}' }],
		['tags', { additionalFields: { tags: '={{ "tag" + $itemIndex }}' } }],
		['scheduledAt', { additionalFields: { scheduledAt: '={{ "2030-01-0" + (1 + $itemIndex) }}' } }],
	])('makes two campaigns where %s differs', async (_, parameters: INodeParameters) => {
		await sendToItems(numbered(2), parameters);
		expect(await received()).toHaveLength(2);
	});

	it('joins items whose settings only look different', async () => {
		await sendToItems(numbered(2), {
			fromNumber: '={{ $itemIndex ? "+1 415 555 0100" : "+14155550100" }}',
			additionalFields: { tags: '={{ $itemIndex ? ["a", "b"] : "a,b" }}' },
		});
		expect(await received()).toHaveLength(1);
	});

	describe('of times that are written for each item', () => {
		const scheduled = async (scheduledAt: string, items: IDataObject[]) => {
			const { error } = await sendToItems(items, { additionalFields: { scheduledAt } });
			expect(error).toBeUndefined();
			const requests = await sandbox.requests();
			return requests.map(({ body }) => {
				const { scheduled_at: time, recipient } = body as IDataObject & { recipient: unknown[] };
				return [time, recipient.length];
			});
		};
		const at = (...times: string[]) =>
			times.map((time, index) => ({ ...numbered(2)[index], time }));

		it('those within the same minute are one campaign, at the time of its first item', async () => {
			const items = at('2030-01-31T09:30:59Z', '2030-01-31T09:30:00Z');
			expect(await scheduled('={{ $json.time }}', items)).toEqual([
				['2030-01-31T09:30:59.000Z', 2],
			]);
		});

		it('those of two minutes are two campaigns', async () => {
			const items = at('2030-01-31T09:30:59Z', '2030-01-31T09:31:00Z');
			expect(await scheduled('={{ $json.time }}', items)).toHaveLength(2);
		});

		it('one counted from now is the same for 500 items, even where the minute ends meanwhile', async () => {
			const expression = '={{ $now.plus({ hours: 1 }) }}';
			let now = Date.parse('2030-01-31T09:30:00Z');
			// Each time that somebody looks at the clock, it has moved on by half a second.
			jest.spyOn(Date, 'now').mockImplementation(() => (now += 500));
			try {
				expect(await scheduled(expression, numbered(500))).toEqual([[expect.any(String), 500]]);
			} finally {
				jest.restoreAllMocks();
			}
		});

		it('one in the past is bad input', async () => {
			const { error } = await sendToItems(numbered(2), {
				additionalFields: { scheduledAt: '={{ $now.minus({ minutes: 2 }) }}' },
			});
			expect(error).toMatchObject({
				name: 'NodeOperationError',
				context: { parameter: 'scheduledAt' },
			});
			expect(error?.message).toMatch(/^'Scheduled At' is in the past: "\d{4}-[^"]+" \[item 0\]$/);
			expect(await sandbox.requests()).toEqual([]);
		});
	});

	it('splits a campaign into requests of recipientsPerRequest', async () => {
		const { json } = await sendToItems(numbered(7), { options: { recipientsPerRequest: 3 } });
		expect((await received()).map((numbers) => numbers.length).sort()).toEqual([1, 3, 3]);
		expect((json('Messenger') as IDataObject[]).map((item) => item.messenger_number)).toEqual(
			numbered(7).map(({ number }) => number),
		);
	});

	it('takes 500 recipients for each request by default', async () => {
		await sendToItems(numbered(1001));
		expect((await received()).map((numbers) => numbers.length).sort()).toEqual([1, 500, 500]);
	});
});

describe('duplicates', () => {
	const items = [
		{ number: '+14155550001', language: 'en' },
		{ number: '+1 415 555 0001', language: 'en' },
		{ number: '+14155550002', language: 'en' },
		{ number: '+14155550001', language: 'de' },
	];
	const parameters = { templateLanguage: '={{ $json.language }}' };

	it('are sent to once in each campaign, and name the item that was sent', async () => {
		const { json } = await sendToItems(items, parameters);
		expect((await received()).sort()).toEqual([['+14155550001'], ['+14155550001', '+14155550002']]);
		expect(json('Messenger')).toEqual([
			{ ...success, messenger_number: '+14155550001' },
			{ messenger_number: '+1 415 555 0001', skipped: 'duplicate', duplicate_of_item: 0 },
			{ ...success, messenger_number: '+14155550002' },
			{ ...success, messenger_number: '+14155550001' },
		]);
	});

	it('are all sent to where the option says so', async () => {
		await sendToItems(items, { ...parameters, options: { duplicates: 'send' } });
		expect((await received()).flat()).toHaveLength(4);
	});

	it('are counted after the run', async () => {
		const { run } = await sendToItems(items, parameters);
		expect(hintsOf(run)).toEqual(['1 duplicate was skipped: each number gets the campaign once.']);
	});

	it('are not called sent where the request of their first item failed', async () => {
		const { json } = await sendToItems(
			[{ number: '+14155550001' }, { number: '+14155550001' }],
			{},
			continueOnError,
			{ credential: { baseUrl: sandbox.url, apiKey: 'wrong' } },
		);
		expect(json('Messenger')).toEqual([
			expect.objectContaining({ error: 'Unauthorized request' }),
			expect.objectContaining({ error: 'Unauthorized request' }),
		]);
	});
});

describe('bad input', () => {
	const items = [{ number: '+14155550001' }, { number: '0049' }, { number: '' }];

	it('stops the node before the first request, with the item and the parameter', async () => {
		const { error } = await sendToItems(items);
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: "'Messenger Number' isn't a valid phone number: \"0049\" [item 1]",
			context: { itemIndex: 1, parameter: 'messengerNumber' },
		});
		expect(error?.description).toMatch(
			/<br>Also to correct:<br>'Messenger Number' is empty \[item 2\]<br>Nothing was sent\.$/,
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('becomes error items where the node goes on, and the others are sent', async () => {
		const { json, items: output } = await sendToItems(items, {}, continueOnError);
		expect(json('Messenger')).toEqual([
			{ ...success, messenger_number: '+14155550001' },
			expect.objectContaining({
				error: "'Messenger Number' isn't a valid phone number: \"0049\" [item 1]",
			}),
			expect.objectContaining({ error: "'Messenger Number' is empty [item 2]" }),
		]);
		expect(output('Messenger').map((item) => item.pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(await received()).toEqual([['+14155550001']]);
	});

	it('goes to the error output where the node has one', async () => {
		const { json } = await sendToItems(items, {}, { onError: 'continueErrorOutput' });
		expect(json('Messenger', 0)).toHaveLength(1);
		expect(json('Messenger', 1)).toMatchObject([
			{ number: '0049', error: "'Messenger Number' isn't a valid phone number: \"0049\" [item 1]" },
			{ number: '', error: "'Messenger Number' is empty [item 2]" },
		]);
	});

	it.each([
		['Base URL', {}, { baseUrl: 'http://example.com', apiKey: 'key' }],
		['API Key', {}, { baseUrl: 'https://example.com', apiKey: 'a\nb' }],
		['Recipients per Request', { options: { recipientsPerRequest: 0 } }, undefined],
		['Max Concurrency', { requestOptions: { maxConcurrency: 0 } }, undefined],
	])('in the %s stops the node', async (name, parameters: INodeParameters, credential) => {
		const { error } = await sendToItems(numbered(1), parameters, {}, credential && { credential });
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toContain(name);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('in the only item is not called one of several', async () => {
		const { error } = await sendToItems([{ number: '0049' }]);
		expect(error?.description).toMatch(/\.<br>Nothing was sent\.$/);
	});

	it('in an option names the parameter', async () => {
		const { error } = await sendToItems(numbered(1), { options: { recipientsPerRequest: 0 } });
		expect(error?.message).toMatch(/^'Recipients per Request' /);
		expect(error?.context.parameter).toBe('recipientsPerRequest');
	});
});

it('the error that stops the node is of the item that failed, not of one that was only stopped by it', async () => {
	await serviceWith({ rate: 0.1, burst: 1 });
	const { error } = await sendToItems(
		numbered(3).map((item, index) => ({ ...item, template: ['a', 'b', 'a'][index] })),
		{
			templateName: '={{ $json.template }}',
			options: { recipientsPerRequest: 1 },
			requestOptions: { maxConcurrency: 1, maxRetryWait: 0 },
		},
	);
	expect(error).toMatchObject({ httpCode: '429', context: { itemIndex: 2 } });
	expect(error?.context.run).toMatchObject({ accepted: [0], failed: [2], notSent: [1] });
	await serviceWith({});
});

describe('a request that the rate limit refuses for good', () => {
	const parameters = {
		options: { recipientsPerRequest: 2 },
		requestOptions: { maxConcurrency: 1, maxRetryWait: 0 },
	};

	beforeAll(() => serviceWith({ rate: 0.001, burst: 2 }));
	afterAll(() => serviceWith({}));

	it('stops the others, and the error says what was accepted, failed and not sent', async () => {
		const { error } = await sendToItems(numbered(8), parameters);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '429',
			message: 'Rate limit exceeded',
			context: {
				itemIndex: 4,
				run: { accepted: [0, 1, 2, 3], uncertain: [], failed: [4, 5], notSent: [6, 7] },
			},
		});
		expect(error?.description).toContain(
			'<br>4 of 8 items were accepted (0 to 3). Use Retry for the rest: a new execution would send them again.' +
				'<br>2 items failed (4 to 5).<br>2 items were not sent (6 to 7).',
		);
		expect(await received(200)).toHaveLength(2);
		expect(await received(429)).toHaveLength(1);
	});

	it('leaves error items where the node goes on, and nothing more is sent', async () => {
		await serviceWith({ rate: 0.001, burst: 2 });
		const { json } = await sendToItems(numbered(8), parameters, continueOnError);
		const failures = json('Messenger') as Array<IDataObject & { details?: IDataObject }>;
		expect(failures.map(({ error }) => error)).toEqual([
			...[0, 1, 2, 3].map(() => undefined),
			...[4, 5].map(() => 'Rate limit exceeded'),
			...[6, 7].map(() => expect.stringMatching(/^Not sent, because the service /)),
		]);
		expect(failures.slice(4).map(({ details }) => details?.state)).toEqual(
			['failed', 'failed', 'not sent', 'not sent'].map(declared),
		);
		expect(await received(200)).toHaveLength(2);
		expect(await received(429)).toHaveLength(1);
	});

	it('is the only one that "Retry On Fail" sends again', async () => {
		await serviceWith({ rate: 5, burst: 2 });
		const { json, error } = await sendToItems(
			[...numbered(6), { number: '+14155551000' }],
			{ ...parameters, requestOptions: { maxConcurrency: 1, maxRetryWait: 0 } },
			{ retryOnFail: true, maxTries: 5, waitBetweenTries: 500 },
		);
		expect(error).toBeUndefined();
		expect(json('Messenger')).toHaveLength(7);
		expect(json('Messenger')[6]).toMatchObject({ skipped: 'duplicate', duplicate_of_item: 0 });
		expect((await received(200)).flat().sort()).toEqual(numbered(6).map(({ number }) => number));
	});
});

describe('the API key', () => {
	const blocked = 'This API key is temporarily blocked after too many bad requests';

	it('is blocked: what was not sent fails at once', async () => {
		await serviceWith({ blockAfter: 1, blockSeconds: 60 });
		await fetch(`${sandbox.url}/webhook/campaign`, {
			method: 'POST',
			headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
			body: '{}',
		});
		const { json } = await sendToItems(
			numbered(6),
			{ options: { recipientsPerRequest: 2 } },
			continueOnError,
		);
		expect(json('Messenger').map((item) => (item as IDataObject).error)).toEqual(
			[0, 1, 2, 3, 4, 5].map((item) =>
				item < 2 ? blocked : `Not sent, because an earlier request of this run failed: ${blocked}`,
			),
		);
		expect((json('Messenger')[0] as IDataObject).message).toContain('2 requests were not sent.');
		expect(await received(403)).toHaveLength(1);
		await serviceWith({});
	});
});

/** What is the same in every campaign of these tests. */
const campaign = {
	from_number: '+14155550100',
	type: 'template',
	content: { template_name: 'welcome_message', template_language: 'en' },
};
const previewOf = (numbers: unknown[], more: IDataObject = {}) => ({
	preview: true,
	recipients: numbers.length,
	from_number: '+14155550100',
	template: 'welcome_message',
	language: 'en',
	duplicates_skipped: 0,
	method: 'POST',
	url: '/webhook/campaign',
	body: { ...campaign, recipient: numbers.map((number) => ({ messenger_number: number })) },
	...more,
});
const testNumber = '+1 415 555 0199';

describe('the mode', () => {
	it.each([
		['send', 'manual', 'sends'],
		['send', 'trigger', 'sends'],
		['previewManual', 'manual', 'previews'],
		['previewManual', 'trigger', 'sends'],
		['testManual', 'manual', 'tests'],
		['testManual', 'trigger', 'sends'],
		['preview', 'manual', 'previews'],
		['preview', 'trigger', 'previews'],
	] as const)('%s: a %s run %s', async (mode, started, does) => {
		const { json, error } = await sendToItems(
			numbered(2),
			{ mode, testNumber },
			{},
			{ mode: started },
		);
		const numbers = numbered(2).map(({ number }) => number);
		const outputOf = (number: unknown) => ({ ...success, messenger_number: number });
		const tested = { ...outputOf(testNumber), test: true };
		expect(error).toBeUndefined();
		expect({ received: await received(), output: json('Messenger') }).toEqual(
			{
				sends: { received: [numbers], output: numbers.map(outputOf) },
				tests: { received: [[testNumber]], output: [tested, tested] },
				previews: { received: [], output: [previewOf(numbers)] },
			}[does],
		);
	});

	it('that is none sends nothing', async () => {
		const { error } = await sendToItems(numbered(1), { mode: '={{ "yes" }}', testNumber });
		expect(error).toMatchObject({
			message: "'Mode' isn't a valid mode: \"yes\" [item 0]",
			context: { parameter: 'mode' },
		});
		expect(await sandbox.requests()).toEqual([]);
	});

	it('may differ from item to item', async () => {
		const { json, items } = await sendToItems(
			numbered(3).map((item, index) => ({ ...item, mode: index === 1 ? 'preview' : 'send' })),
			{ mode: '={{ $json.mode }}', testNumber },
		);
		expect(await received()).toEqual([['+14155551000', '+14155551002']]);
		expect(json('Messenger')[1]).toEqual(previewOf(['+14155551001']));
		expect(items('Messenger').map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			[{ item: 1 }],
			{ item: 2 },
		]);
	});
});

describe('a preview', () => {
	const preview = { mode: 'preview' };

	it('shows the requests, grouped and split, paired with their items, and sends nothing', async () => {
		const { json, items, run } = await sendToItems(
			numbered(4).map((item, index) => ({ ...item, language: index === 2 ? 'de' : 'en' })),
			{
				...preview,
				templateLanguage: '={{ $json.language }}',
				options: { recipientsPerRequest: 2 },
			},
		);
		expect(json('Messenger')).toEqual([
			previewOf(['+14155551000', '+14155551001']),
			previewOf(['+14155551002'], {
				language: 'de',
				body: {
					...campaign,
					content: { template_name: 'welcome_message', template_language: 'de' },
					recipient: [{ messenger_number: '+14155551002' }],
				},
			}),
			previewOf(['+14155551003']),
		]);
		expect(items('Messenger').map((item) => item.pairedItem)).toEqual([
			[{ item: 0 }, { item: 1 }],
			[{ item: 2 }],
			[{ item: 3 }],
		]);
		expect(hintsOf(run)).toEqual([
			'Preview: nothing was sent. 2 campaigns to 4 recipients, at once.',
		]);
		expect(JSON.stringify(json('Messenger'))).not.toContain(sandbox.apiKey);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('counts the duplicates that it leaves out', async () => {
		const { json, run } = await sendToItems(
			[...numbered(2), { number: '+1 415 555 1000' }, ...numbered(1)],
			preview,
		);
		expect(json('Messenger')).toEqual([
			previewOf(['+14155551000', '+14155551001'], { duplicates_skipped: 2 }),
		]);
		expect(hintsOf(run)).toEqual([
			'Preview: nothing was sent. 1 campaign to 2 recipients, at once; 2 duplicates skipped.',
		]);
	});

	it('holds the duplicates that would be sent, where the option says so', async () => {
		const { json } = await sendToItems([...numbered(1), ...numbered(1)], {
			...preview,
			options: { duplicates: 'send' },
		});
		expect(json('Messenger')).toEqual([previewOf(['+14155551000', '+14155551000'])]);
	});

	it('shows the time of the campaign', async () => {
		const { json } = await sendToItems(numbered(1), {
			...preview,
			additionalFields: { scheduledAt: '2030-01-31T09:30:00Z' },
		});
		const scheduled_at = '2030-01-31T09:30:00.000Z';
		const shown = previewOf(['+14155551000']);
		expect(json('Messenger')).toEqual([
			{ ...shown, scheduled_at, body: { ...shown.body, scheduled_at } },
		]);
	});

	it('checks everything', async () => {
		const { error } = await sendToItems([{ number: 'x' }], preview);
		expect(error?.message).toBe("'Messenger Number' isn't a valid phone number: \"x\" [item 0]");
	});

	it('shows bad items too where the node goes on', async () => {
		const items = [...numbered(1), { number: 'x' }];
		const { json } = await sendToItems(items, preview, continueOnError);
		expect(json('Messenger')).toEqual([
			previewOf(['+14155551000']),
			expect.objectContaining({ error: expect.stringContaining('[item 1]') }),
		]);
	});
});

describe('a test run', () => {
	const test = { mode: 'testManual', testNumber };

	it("sends each campaign once, however it would be split, with its first recipient's fields", async () => {
		const { json, run } = await sendToItems(
			['Ana', 'Ben', 'Eva'].map((first, index) => ({
				...numbered(3)[index],
				first,
				language: index === 1 ? 'de' : 'en',
			})),
			{
				...test,
				templateLanguage: '={{ $json.language }}',
				recipientFields: { firstName: '={{ $json.first }}' },
				options: { recipientsPerRequest: 1 },
			},
			{},
			{ mode: 'manual' },
		);
		const requests = await sandbox.requests();
		const sent = requests.map(({ body }) => {
			const { content, recipient } = body as IDataObject & { content: IDataObject };
			return [content.template_language, recipient];
		});
		expect(sent.sort()).toEqual([
			['de', [{ messenger_number: testNumber, first_name: 'Ben' }]],
			['en', [{ messenger_number: testNumber, first_name: 'Ana' }]],
		]);
		const output = { ...success, messenger_number: testNumber, test: true };
		expect(json('Messenger')).toEqual([output, output, output]);
		expect(hintsOf(run)).toEqual(["Test: each campaign was sent once, only to 'Test Number'."]);
	});

	it('says of a duplicate that it was a test, too', async () => {
		const items = [...numbered(1), ...numbered(1)];
		const { json } = await sendToItems(items, test, {}, { mode: 'manual' });
		expect(json('Messenger')[1]).toEqual({
			messenger_number: '+14155551000',
			skipped: 'duplicate',
			duplicate_of_item: 0,
			test: true,
		});
	});

	it('without a good test number is refused', async () => {
		const parameters = { ...test, testNumber: '0049' };
		const { error } = await sendToItems(numbered(1), parameters, {}, { mode: 'manual' });
		expect(error).toMatchObject({
			message: "'Test Number' isn't a valid phone number: \"0049\" [item 0]",
			context: { parameter: 'testNumber' },
		});
		expect(await sandbox.requests()).toEqual([]);
	});
});

describe('Maximum Recipients', () => {
	const duplicate = { number: '+1 415 555 1000' };

	it('does not count the duplicates that are left out', async () => {
		const items = [...numbered(2), duplicate];
		const { error } = await sendToItems(items, { options: { maxRecipients: 2 } });
		expect(error).toBeUndefined();
		expect((await received()).flat()).toHaveLength(2);
	});

	it.each(['send', 'preview'])('refuses a run that would reach more, in mode %s', async (mode) => {
		const { error } = await sendToItems(numbered(3), { mode, options: { maxRecipients: 2 } });
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: "'Maximum Recipients' is 2, and this run would reach 3 recipients [item 0]",
			context: { parameter: 'maxRecipients' },
		});
		expect(await sandbox.requests()).toEqual([]);
	});
});

describe('Request Options and cancelling', () => {
	it('waits no longer than the timeout, and does not send again what may have arrived', async () => {
		await serviceWith({ latency: 2000 });
		const { error } = await sendToItems(numbered(1), { requestOptions: { timeout: 200 } });
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: 'ECONNABORTED' });
		expect(error?.description).toContain(
			'It may have been processed, so it was not sent again. Check in the service before you resend it.',
		);
		expect(await sandbox.requests()).toHaveLength(1);
		await serviceWith({});
	});

	it('goes through the proxy', async () => {
		// The sandbox stands for the proxy: it gets the request that is meant for another host.
		const proxy = new URL(sandbox.url);
		const { error } = await sendToItems(
			numbered(1),
			{ requestOptions: { proxy: proxy.origin } },
			{},
			{ credential: { baseUrl: 'http://messenger.invalid', apiKey: 'key', allowHttp: true } },
		);
		expect(error?.httpCode).not.toBe('ENOTFOUND');
	});

	it('sends no more than maxConcurrency at once', async () => {
		await serviceWith({ latency: 50 });
		const started = performance.now();
		await sendToItems(numbered(6), {
			options: { recipientsPerRequest: 1 },
			requestOptions: { maxConcurrency: 1 },
		});
		expect(performance.now() - started).toBeGreaterThan(300);
		await serviceWith({});
	});

	it('stops at once when the execution is cancelled', async () => {
		await serviceWith({ latency: 300 });
		const cancel = new AbortController();
		setTimeout(() => cancel.abort(), 100);
		await sendToItems(
			numbered(6),
			{ options: { recipientsPerRequest: 1 }, requestOptions: { maxConcurrency: 1 } },
			{},
			{ signal: cancel.signal },
		);
		await new Promise((resolve) => setTimeout(resolve, 700));
		expect(await sandbox.requests()).toHaveLength(1);
		await serviceWith({});
	});
});
