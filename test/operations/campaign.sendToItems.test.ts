import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { messengerWorkflow } from '../../engine/messengerWorkflow';
import { runWorkflow, type RunOptions } from '../../engine/runWorkflow';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

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
			message: 'Messenger Number is not a phone number: "0049" [item 1]',
			context: { itemIndex: 1, parameter: 'messengerNumber' },
		});
		expect(error?.description).toMatch(
			/ No item of this run was sent\. Also to correct: items 2\.$/,
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('becomes error items where the node goes on, and the others are sent', async () => {
		const { json, items: output } = await sendToItems(items, {}, continueOnError);
		expect(json('Messenger')).toEqual([
			{ ...success, messenger_number: '+14155550001' },
			expect.objectContaining({ error: 'Messenger Number is not a phone number: "0049" [item 1]' }),
			expect.objectContaining({ error: 'Messenger Number is empty [item 2]' }),
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
			{ number: '0049', error: 'Messenger Number is not a phone number: "0049" [item 1]' },
			{ number: '', error: 'Messenger Number is empty [item 2]' },
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
		expect(error?.description).toMatch(/No item of this run was sent\.$/);
	});

	it('in an option names the parameter', async () => {
		const { error } = await sendToItems(numbered(1), { options: { recipientsPerRequest: 0 } });
		expect(error?.description).toContain('Parameter: recipientsPerRequest.');
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
			'Of this run: 4 items accepted by the service, do not send them again (0 to 3); ' +
				'2 items refused or not delivered (4 to 5); 2 items not sent (6 to 7).',
		);
		expect(await received(200)).toHaveLength(2);
		expect(await received(429)).toHaveLength(1);
	});

	it('leaves error items where the node goes on, and the following requests are tried', async () => {
		const { json } = await sendToItems(numbered(8), parameters, continueOnError);
		expect(json('Messenger').map((item) => (item as IDataObject).error)).toEqual([
			...[0, 1, 2, 3].map(() => undefined),
			...[4, 5, 6, 7].map(() => 'Rate limit exceeded'),
		]);
		expect(await received(200)).toHaveLength(2);
		expect(await received(429)).toHaveLength(2);
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
			numbered(6).map(() => 'This API key is temporarily blocked after too many bad requests'),
		);
		expect((json('Messenger')[0] as IDataObject).message).toContain(
			'2 requests of this run were not sent.',
		);
		expect(await received(403)).toHaveLength(1);
		await serviceWith({});
	});
});

describe('Preview', () => {
	it('shows the requests, grouped and split, and sends nothing', async () => {
		const { json, items } = await sendToItems(numbered(3), {
			preview: true,
			options: { recipientsPerRequest: 2 },
		});
		const body = {
			from_number: '+14155550100',
			type: 'template',
			content: { template_name: 'welcome_message', template_language: 'en' },
		};
		expect(json('Messenger')).toEqual([
			{
				preview: true,
				method: 'POST',
				url: `${sandbox.url}/webhook/campaign`,
				body: {
					...body,
					recipient: [{ messenger_number: '+14155551000' }, { messenger_number: '+14155551001' }],
				},
			},
			{
				preview: true,
				method: 'POST',
				url: `${sandbox.url}/webhook/campaign`,
				body: { ...body, recipient: [{ messenger_number: '+14155551002' }] },
			},
		]);
		expect(items('Messenger').map((item) => item.pairedItem)).toEqual([
			[{ item: 0 }, { item: 1 }],
			[{ item: 2 }],
		]);
		expect(JSON.stringify(json('Messenger'))).not.toContain(sandbox.apiKey);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('is one for all items where one item asks for it', async () => {
		await sendToItems(numbered(2), { preview: '={{ $itemIndex === 1 }}' });
		expect(await sandbox.requests()).toEqual([]);
	});

	it('that is neither on nor off sends nothing', async () => {
		const { error } = await sendToItems(numbered(1), { preview: '={{ "yes" }}' });
		expect(error?.message).toBe('Preview is neither true nor false: "yes" [item 0]');
		expect(await sandbox.requests()).toEqual([]);
	});

	it('checks everything', async () => {
		const { error } = await sendToItems([{ number: 'x' }], { preview: true });
		expect(error?.message).toContain('Messenger Number is not a phone number');
	});

	it('shows bad items too where the node goes on', async () => {
		const items = [...numbered(1), { number: 'x' }];
		const { json } = await sendToItems(items, { preview: true }, continueOnError);
		expect(json('Messenger')).toEqual([
			expect.objectContaining({ preview: true }),
			expect.objectContaining({ error: expect.stringContaining('[item 1]') }),
		]);
	});

	it.each([
		['manual', 1, 0],
		['trigger', 2, 1],
	] as const)(
		'by the expression of its description, in a %s run',
		async (mode, outputs, requests) => {
			const parameters = { preview: "={{ $execution.mode === 'test' }}" };
			const { json } = await sendToItems(numbered(2), parameters, {}, { mode });
			expect(json('Messenger')).toHaveLength(outputs);
			expect(await sandbox.requests()).toHaveLength(requests);
		},
	);
});

describe('Request Options and cancelling', () => {
	it('waits no longer than the timeout, and does not send again what may have arrived', async () => {
		await serviceWith({ latency: 2000 });
		const { error } = await sendToItems(numbered(1), { requestOptions: { timeout: 200 } });
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: 'ECONNABORTED' });
		expect(error?.description).toContain('It may have been processed, so it was not sent again.');
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
