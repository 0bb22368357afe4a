import type { IDataObject } from 'n8n-workflow';

import { declared } from '../support/declaredFailure';
import { interceptService, releaseNetwork } from '../support/interceptedService';
import { apiKey, baseUrl, runMessenger, shown } from '../support/messengerRun';
import { cases } from './cases';

afterEach(releaseNetwork);

/** Send to Input Items makes one request of all items, and has tests of its own instead. */
const withRequestForEachItem = cases.filter(({ operation }) => operation !== 'sendToItems');

describe.each(withRequestForEachItem)('$name', (its) => {
	const answer = { body: its.answer };
	const path = its.path + (its.request.query ? `?${its.request.query}` : '');
	const good = { email: 'mei.chen@example.org', number: '+14155550199', limit: 50 };
	const threeItems: IDataObject[] = [good, { ...good, ...its.bad }, good];
	const badRequest = { status: 400, body: { message: 'Bad request' } };
	const pairedWith = (itemIndex: number) => [{ json: its.output, pairedItem: { item: itemIndex } }];
	const errorItem = (failure: IDataObject, input: IDataObject = {}) => ({
		json: { ...input, ...failure },
		pairedItem: { item: 1 },
	});
	const refusalOfSecond = {
		error: `${its.refusal.message} [item 1]`,
		message: `${its.refusal.advice} Nothing was sent for this item.`,
		details: declared({ state: 'not sent', parameter: its.refusal.parameter }),
	};
	const badRequestOfSecond = {
		error: 'Bad request',
		message: its.inputsToCheck,
		details: declared({ state: 'failed', httpCode: '400' }),
	};

	it('sends just this request', async () => {
		const service = interceptService(baseUrl, answer);
		const { error } = await runMessenger(its.name, { node: { executeOnce: true } });

		expect(error).toBeUndefined();
		const body = its.request.body && JSON.stringify(its.request.body);
		expect(service.requests).toEqual([
			{
				method: its.method,
				path,
				headers: {
					accept: 'application/json',
					'accept-encoding': 'gzip, compress, deflate, br',
					authorization: `Bearer ${apiKey}`,
					connection: 'close',
					host: 'api.example.com',
					'user-agent': 'n8n',
					...(body !== undefined && {
						'content-type': 'application/json',
						'content-length': String(body.length),
					}),
				},
				...(body !== undefined && { body: its.request.body }),
			},
		]);
	});

	it('keeps the path prefix of the Base URL, and does not mind its trailing slashes', async () => {
		const service = interceptService(baseUrl, answer);
		await runMessenger(its.name, {
			node: { executeOnce: true },
			credential: { baseUrl: `${baseUrl}/v2/api//` },
		});
		expect(service.requests.map(({ path }) => path)).toEqual([`/v2/api${path}`]);
	});

	it('pairs what it puts out with the input items, and reads the credential once for all of them', async () => {
		interceptService(baseUrl, answer);
		const { output, credentialReads } = await runMessenger(its.name);
		expect(output).toEqual([0, 1, 2].flatMap(pairedWith));
		expect(credentialReads).toBe(1);
	});

	it('stops at bad input with an error that names the parameter and the item', async () => {
		const service = interceptService(baseUrl, answer);
		const { error, output } = await runMessenger(its.name, {
			items: [{ ...good, ...its.bad }],
		});
		expect(shown(error)).toEqual({
			name: 'NodeOperationError',
			message: `${its.refusal.message} [item 0]`,
			description: `${its.refusal.advice}<br>Nothing was sent.`,
			httpCode: undefined,
			itemIndex: 0,
		});
		expect(error?.context.parameter).toBe(its.refusal.parameter);
		expect(output).toEqual([]);
		expect(service.requests).toEqual([]);
	});

	it('sends nothing at all where one of several items is bad', async () => {
		const service = interceptService(baseUrl, answer);
		const { error, output } = await runMessenger(its.name, { items: threeItems });
		expect(shown(error)).toEqual({
			name: 'NodeOperationError',
			message: refusalOfSecond.error,
			description: `${its.refusal.advice}<br>Nothing was sent.`,
			httpCode: undefined,
			itemIndex: 1,
		});
		expect(error?.context.run).toEqual({
			accepted: [],
			uncertain: [],
			failed: [],
			notSent: [0, 1, 2],
		});
		expect(output).toEqual([]);
		expect(service.requests).toEqual([]);
	});

	it('goes on after bad input where "On Error" says so', async () => {
		const service = interceptService(baseUrl, answer);
		const { output } = await runMessenger(its.name, {
			items: threeItems,
			node: { onError: 'continueRegularOutput' },
		});
		expect(output).toEqual([...pairedWith(0), errorItem(refusalOfSecond), ...pairedWith(2)]);
		expect(service.requests).toHaveLength(2);
	});

	it('puts bad input into the error output where "On Error" says so', async () => {
		const service = interceptService(baseUrl, answer);
		const { output, errorOutput } = await runMessenger(its.name, {
			items: threeItems,
			node: { onError: 'continueErrorOutput' },
		});
		expect(output).toEqual([...pairedWith(0), ...pairedWith(2)]);
		expect(errorOutput).toEqual([errorItem(refusalOfSecond, threeItems[1])]);
		expect(service.requests).toHaveLength(2);
	});

	it('stops at a refusal of the service with an error that says what to check', async () => {
		interceptService(baseUrl, answer, badRequest, answer);
		const { error } = await runMessenger(its.name);
		expect(shown(error)).toEqual({
			name: 'NodeApiError',
			message: 'Bad request',
			description: its.readOnly
				? its.inputsToCheck
				: `${its.inputsToCheck}<br>2 of 3 items were accepted (0, 2). Use Retry for the rest: a new execution would send them again.`,
			httpCode: '400',
			itemIndex: 1,
		});
	});

	it('goes on after a refusal of the service where "On Error" says so', async () => {
		interceptService(baseUrl, answer, badRequest, answer);
		const { output } = await runMessenger(its.name, {
			node: { onError: 'continueRegularOutput' },
		});
		expect(output).toEqual([...pairedWith(0), errorItem(badRequestOfSecond), ...pairedWith(2)]);
	});

	it('puts a refusal of the service into the error output where "On Error" says so', async () => {
		interceptService(baseUrl, answer, badRequest, answer);
		const { output, errorOutput } = await runMessenger(its.name, {
			items: [good, good, good],
			node: { onError: 'continueErrorOutput' },
		});
		expect(output).toEqual([...pairedWith(0), ...pairedWith(2)]);
		expect(errorOutput).toEqual([errorItem(badRequestOfSecond, good)]);
	});

	it('refuses a Base URL that breaks its rule, for every item and before anything is sent', async () => {
		const service = interceptService('http://example.com', answer);
		const { output } = await runMessenger(its.name, {
			credential: { baseUrl: 'http://example.com' },
			node: { onError: 'continueRegularOutput' },
		});
		const error = "'Base URL' of the credential would send the API key to example.com unencrypted";
		const message =
			"Use https://, or turn on 'Allow HTTP' in the credential. Nothing was sent for this item.";
		expect(output).toEqual(
			[0, 1, 2].map((item) => ({
				json: {
					error: `${error} [item ${item}]`,
					message,
					details: declared({ state: 'not sent', parameter: 'baseUrl' }),
				},
				pairedItem: { item },
			})),
		);
		expect(service.requests).toEqual([]);
	});

	it('does not follow a redirect, so that the key stays where it belongs', async () => {
		const elsewhere = interceptService('https://elsewhere.example', answer);
		const service = interceptService(baseUrl, {
			status: 307,
			headers: { Location: 'https://elsewhere.example/webhook?x=1' },
		});
		const { error } = await runMessenger(its.name, { node: { executeOnce: true } });
		expect(shown(error)).toMatchObject({
			name: 'NodeApiError',
			message: 'The service answered with a redirect to https://elsewhere.example/webhook',
			httpCode: '307',
			itemIndex: 0,
		});
		expect(error?.description).toMatch(/^Redirects aren't followed, to keep the API key safe\./);
		expect(service.requests).toHaveLength(1);
		expect(elsewhere.requests).toHaveLength(0);
	});
});
