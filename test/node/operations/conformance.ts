import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, type Execution, type RunSettings } from '../../support/runNode';
import { people } from '../cases';
import type { Case } from './operationCase';

/** Runs the node by one of n8n's engines, with the parameters of a case or with all of them. */
export type RunConformance = (
	given: string | INodeParameters,
	settings?: Pick<RunSettings, 'node' | 'credential' | 'mode'> & {
		parameters?: INodeParameters;
		items?: IDataObject[];
	},
) => Promise<Pick<Execution, 'output' | 'errorOutput' | 'error' | 'credentialReads'>>;

const apiKey = 'sk-live-9b1d7f';

/** All objects within a value that are neither lists nor plain objects. */
function notPlain(value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [];
	const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
	return [...(isPlain ? [] : [value]), ...Object.values(value).flatMap(notPlain)];
}

/**
 * The tests of an operation by one of n8n's engines.
 *
 * @param goesOn the settings by which that engine goes on after an error
 */
export function testConformance(
	its: Case,
	runNode: RunConformance,
	goesOn: Array<INode['onError']>,
): void {
	afterEach(releaseNetwork);
	const { subject, bad, marked } = its;
	const good = { body: its.answer };
	const items = people.slice(0, 3);
	const withBad = items.map((item, index) => (index === 1 ? { ...item, ...bad.fields } : item));
	const refused = { status: 400, body: { message: 'Bad request' } };
	const inTurn = { ...marked, requestOptions: { maxConcurrency: 1 } };

	/** The output of one of the people, with the item that it is paired with. */
	const paired = (item: number) => {
		const { messenger_number: number, contact_email: email } = its.output;
		const own = {
			...(number !== undefined && { messenger_number: people[item]?.number }),
			...(email !== undefined && { contact_email: people[item]?.email }),
		};
		return { json: { ...its.output, ...own }, pairedItem: { item } };
	};
	it.each<[string, INodeParameters, typeof its.request]>([
		['only what is required', its.parameters, its.request],
		['every field', { ...its.parameters, ...its.full.parameters }, its.full.request],
	])('sends just this request, with %s', async (_, parameters, request) => {
		const service = interceptService(baseUrl, good);
		const { error, credentialReads } = await runNode(parameters, {
			items: items.slice(0, 1),
			credential: { baseUrl: ` ${baseUrl}/v2/api/webhook//`, apiKey },
		});
		expect(error).toBeUndefined();
		expect(credentialReads).toBe(1);
		const body = request.body && JSON.stringify(request.body);
		expect(service.requests).toEqual([
			{
				method: its.method,
				path: `/v2/api${its.path}${request.query ? `?${request.query}` : ''}`,
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
				...(body !== undefined && { body: request.body }),
			},
		]);
	});

	it('puts out plain objects (Q4)', async () => {
		interceptService(baseUrl, good, refused, good);
		const { output } = await runNode(inTurn, { node: { onError: goesOn[0] } });
		expect(output.length).toBeGreaterThan(2);
		expect(notPlain(output)).toEqual([]);
	});

	it('sends nothing at all where one of several items is bad', async () => {
		const service = interceptService(baseUrl, good);
		const { error, output } = await runNode(marked, { items: withBad });
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.context).toMatchObject({
			parameter: bad.parameter,
			itemIndex: 1,
			run: { accepted: [], uncertain: [], failed: [], notSent: [0, 1, 2] },
		});
		expect([output, service.requests]).toEqual([[], []]);
	});

	it('stops at a refusal of the service, with an error about its item', async () => {
		const service = interceptService(baseUrl, good, refused, good);
		const { error } = await runNode(inTurn);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '400',
			message: expect.stringContaining('Bad request'),
			context: { itemIndex: 1 },
		});
		expect(service.requests).toHaveLength(its.operation === 'sendToItems' ? 2 : 3);
		if (subject) expect(error?.message).toContain(`"${String(items[1]?.[subject])}"`);
	});

	const about = subject && bad.fields[subject] ? { subject: bad.fields[subject] } : {};
	const notSent = { state: 'not sent', parameter: bad.parameter, ...about };
	it.each(
		goesOn.flatMap((onError) => [
			{ onError, after: 'bad input', given: withBad, answers: [good], details: notSent },
			{
				onError,
				after: 'a refusal',
				given: items,
				answers: [good, refused, good],
				details: { state: 'failed', httpCode: '400' },
			},
		]),
	)('goes on after $after with $onError', async ({ onError, given, answers, details }) => {
		const service = interceptService(baseUrl, ...answers);
		const { output, errorOutput } = await runNode(inTurn, { items: given, node: { onError } });
		const isApart = onError === 'continueErrorOutput';
		const failed = {
			json: {
				...(isApart && given[1]),
				error: expect.any(String),
				message: expect.any(String),
				details: expect.objectContaining(details),
			},
			pairedItem: { item: 1 },
		};
		expect(output).toEqual([paired(0), ...(isApart ? [] : [failed]), paired(2)]);
		expect(errorOutput).toEqual(isApart ? [failed] : []);
		expect(service.requests).toHaveLength(given === withBad ? 2 : 3);
	});
}
