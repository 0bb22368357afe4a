import type { IDataObject } from 'n8n-workflow';

import { declared } from '../../support/declaredFailure';
import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { apiKey, baseUrl, runMessenger, shown, type RunChanges } from '../../support/messengerRun';
import { cases, people } from '../cases';

afterEach(releaseNetwork);

describe.each(cases)('$name', (its) => {
	const answer = { body: its.answer };
	const path = its.path + (its.request.query ? `?${its.request.query}` : '');
	const items = people.slice(0, 3);
	const threeItems: IDataObject[] = items.map((item, index) =>
		index === 1 ? { ...item, ...its.bad } : item,
	);
	const badRequest = { status: 400, body: { message: 'Bad request' } };
	const isOfAllItems = its.operation === 'sendToItems';
	const run = async (changes: RunChanges = {}) =>
		await runMessenger(its.name, {
			...changes,
			// A request for each item, as all others make.
			parameters: { ...(isOfAllItems && its.marks), ...changes.parameters },
		});
	const pairedWith = (item: number) => {
		const json = isOfAllItems
			? { ...its.output, messenger_number: items[item]?.number }
			: its.output;
		return [{ json, pairedItem: { item } }];
	};
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
		error: its.titleOf('Bad request', items[1]),
		message: its.inputsToCheck,
		details: declared({ state: 'failed', httpCode: '400' }),
	};

	it('sends just this request', async () => {
		const service = interceptService(baseUrl, answer);
		const { error } = await run({ node: { executeOnce: true } });

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
		await run({
			node: { executeOnce: true },
			credential: { baseUrl: `${baseUrl}/v2/api//` },
		});
		expect(service.requests.map(({ path }) => path)).toEqual([`/v2/api${path}`]);
	});

	it('pairs what it puts out with the input items, and reads the credential once for all of them', async () => {
		interceptService(baseUrl, answer);
		const { output, credentialReads } = await run();
		expect(output).toEqual([0, 1, 2].flatMap(pairedWith));
		expect(credentialReads).toBe(1);
	});

	it('stops at bad input with an error that names the parameter and the item', async () => {
		const service = interceptService(baseUrl, answer);
		const { error, output } = await run({
			items: threeItems.slice(1, 2),
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
		const { error, output } = await run({ items: threeItems });
		const skip = "To send the others without it, set Settings → On Error to 'Continue'.";
		expect(shown(error)).toEqual({
			name: 'NodeOperationError',
			message: refusalOfSecond.error,
			description: `${its.refusal.advice}<br>Nothing was sent.<br>${skip}`,
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
		const { output } = await run({
			items: threeItems,
			node: { onError: 'continueRegularOutput' },
		});
		expect(output).toEqual([...pairedWith(0), errorItem(refusalOfSecond), ...pairedWith(2)]);
		expect(service.requests).toHaveLength(2);
	});

	it('puts bad input into the error output where "On Error" says so', async () => {
		const service = interceptService(baseUrl, answer);
		const { output, errorOutput } = await run({
			items: threeItems,
			node: { onError: 'continueErrorOutput' },
		});
		expect(output).toEqual([...pairedWith(0), ...pairedWith(2)]);
		expect(errorOutput).toEqual([errorItem(refusalOfSecond, threeItems[1])]);
		expect(service.requests).toHaveLength(2);
	});

	it('stops at a refusal of the service with an error that says what to check', async () => {
		interceptService(baseUrl, answer, badRequest, answer);
		const { error } = await run({ parameters: { requestOptions: { maxConcurrency: 1 } } });
		const accepted = isOfAllItems
			? '1 of 3 items was accepted (0).<br>1 item was not sent (2).<br>To send only the rest, open Executions and press Retry. Execute step sends all again.'
			: '2 of 3 items were accepted (0, 2).<br>To send only the rest, open Executions and press Retry. Execute step sends all again.';
		expect(shown(error)).toEqual({
			name: 'NodeApiError',
			message: its.titleOf('Bad request', items[1]),
			description: its.inputsToCheck + (its.readOnly ? '' : `<br>${accepted}`),
			httpCode: '400',
			itemIndex: 1,
		});
	});

	it('goes on after a refusal of the service where "On Error" says so', async () => {
		interceptService(baseUrl, answer, badRequest, answer);
		const { output } = await run({
			node: { onError: 'continueRegularOutput' },
		});
		expect(output).toEqual([...pairedWith(0), errorItem(badRequestOfSecond), ...pairedWith(2)]);
	});

	it('puts a refusal of the service into the error output where "On Error" says so', async () => {
		interceptService(baseUrl, answer, badRequest, answer);
		const { output, errorOutput } = await run({
			node: { onError: 'continueErrorOutput' },
		});
		expect(output).toEqual([...pairedWith(0), ...pairedWith(2)]);
		expect(errorOutput).toEqual([errorItem(badRequestOfSecond, items[1])]);
	});

	it('refuses a Base URL that breaks its rule, for every item and before anything is sent', async () => {
		const service = interceptService('http://example.com', answer);
		const { output } = await run({
			credential: { baseUrl: 'http://example.com' },
			node: { onError: 'continueRegularOutput' },
		});
		const error = "'Base URL' of the credential would send the API key to example.com unencrypted";
		const message =
			"Use https://, or turn on 'Allow HTTP' in the credential. Nothing was sent for this item.";
		expect(output).toEqual(
			[0, 1, 2].map((item) => ({
				json: {
					error,
					message,
					details: declared({ state: 'not sent', parameter: 'baseUrl' }),
				},
				pairedItem: { item },
			})),
		);
		expect(service.requests).toEqual([]);
	});

	it('stops at a wrong Base URL with an error of the whole run', async () => {
		const { error } = await run({ credential: { baseUrl: 'api.example.com' } });
		expect(shown(error)).toMatchObject({
			message: "'Base URL' of the credential doesn't begin with https://",
			itemIndex: undefined,
		});
	});

	it('does not follow a redirect, so that the key stays where it belongs', async () => {
		const elsewhere = interceptService('https://elsewhere.example', answer);
		const service = interceptService(baseUrl, {
			status: 307,
			headers: { Location: 'https://elsewhere.example/webhook?x=1' },
		});
		const { error } = await run({ node: { executeOnce: true } });
		expect(shown(error)).toMatchObject({
			name: 'NodeApiError',
			message: 'The service answered with a redirect to https://elsewhere.example/webhook',
			httpCode: '307',
			itemIndex: undefined,
		});
		expect(error?.description).toMatch(/^Redirects aren't followed, to keep the API key safe\./);
		expect(service.requests).toHaveLength(1);
		expect(elsewhere.requests).toHaveLength(0);
	});
});
