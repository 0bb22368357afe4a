import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';
import { Messenger, MessengerApi } from '../../playground/engine/builtPackage';
import { readWorkflow, runWorkflow } from '../../playground/engine/runWorkflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { ServiceDocument } from '../../sandbox/document';
import { campaign, event, send } from '../sandbox/client';

const workflow = readWorkflow(join(__dirname, '../../examples/practice-service.workflow.json'));
const document = new ServiceDocument();
const accept = 'application/json';
const good = { accept, authorization: 'Bearer practice-key' };

interface Call {
	operation: string;
	headers?: OutgoingHttpHeaders;
	query?: Record<string, string>;
	body?: unknown;
}

interface Answer {
	statusCode: number;
	body: { data?: { status?: string } };
	headers: object;
}

/** The practice service's answer, by n8n's engine, which has no data table. */
async function answerOf({ operation, headers = good, query = {}, body = {} }: Call) {
	const path = `practice${document.operation(operation).path}`;
	const webhook = workflow.nodes.find(({ parameters }) => parameters.path === path)!.name;
	const nodes = workflow.nodes.map((node): INode => {
		if (node.type.endsWith('.wait')) return { ...node, parameters: { amount: 0 } };
		if (!node.type.endsWith('.dataTable')) return node;
		return { ...node, type: 'n8n-nodes-base.noOp', typeVersion: 1 };
	});
	const pinData = { [webhook]: [{ json: { headers, query, body } as IDataObject }] };
	const { error, json, responses } = await runWorkflow(
		{ ...workflow, nodes, pinData },
		{
			node: new Messenger(),
			credentialType: new MessengerApi(),
			credential: {},
			startNode: webhook,
		},
	);
	expect(error).toBeUndefined();
	expect(responses).toHaveLength(1);
	return { ...(responses[0] as unknown as Answer), waited: json('Wait 5 Seconds').length === 1 };
}

/** A call with a word where it counts, for each operation. */
const callsWith = (word: string): Call[] => [
	{
		operation: 'sendCampaign',
		body: { ...campaign, content: { ...campaign.content, template_name: `${word}_x` } },
	},
	{ operation: 'verifyEmail', body: { email: `${word}@example.com` } },
	{ operation: 'findContact', query: { email: `${word}@example.com` } },
	{ operation: 'getLists', query: { practice: word } },
	{ operation: 'getVariables', query: { practice: word } },
	{ operation: 'sendEvent', body: { ...event, event: { code: word } } },
];
const accepted = callsWith('anna.schmidt');
const others: Call[] = [
	{ operation: 'getLists', headers: { ...good, accept: '*/*' } },
	{ operation: 'verifyEmail', body: { email: 'bounce@example.net' } },
	{ operation: 'verifyEmail', body: { email: 'info@example.com' } },
	...accepted.flatMap((call) => [
		{ ...call, headers: { accept, authorization: 'Bearer a-wrong-key' } },
		{ ...call, headers: { ...good, accept: 'text/html' } },
	]),
	{ operation: 'sendCampaign', body: { ...campaign, recipient: [] } },
	{ operation: 'verifyEmail', body: { email: 'a@' } },
	{ operation: 'verifyEmail', body: {} },
	{ operation: 'findContact', query: { email: 'a@' } },
	{ operation: 'findContact' },
	{ operation: 'findContact', query: { email: 'unknown.person@example.com' } },
	{ operation: 'sendEvent', body: { ...event, contact: { email: 'a@' } } },
	{ operation: 'sendEvent', body: { event: event.event } },
];

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ apiKey: 'practice-key' })));
afterAll(async () => await sandbox.close());

it.each([...accepted, ...others])('answers as the sandbox: %j', async (call) => {
	const { method, path } = document.operation(call.operation);
	const url = call.query ? `${path}?${new URLSearchParams(call.query)}` : path;
	const expected = await send(sandbox, method, url, { headers: good, ...call });
	const { statusCode, body } = await answerOf(call);
	expect(statusCode).toBe(expected.status);
	// Ids, times and what the service knows differ.
	if (statusCode !== 200) return expect(body).toEqual(expected.body);
	expect(document.responseErrors(call.operation, 200, body)).toEqual([]);
	// An answer to what is sent proves nothing without it (E5).
	if (call.operation.startsWith('send')) expect(body).toMatchObject({ success: true });
	expect(body.data?.status).toBe((expected as unknown as Answer).body.data?.status);
});

it.each([
	['refuse', 0, 400],
	['block', 0, 403],
	['throttle', 3, 429],
	['throttle', 4, 200],
	['away', 0, 503],
	['slow', 0, 200],
])('answers %s in second %i with %i', async (word, second, status) => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 15, 12, 0, second));
	for (const call of callsWith(word)) {
		const { body, ...answer } = await answerOf(call);
		const headers = status === 429 ? { 'retry-after': '1' } : {};
		expect(answer).toEqual({ statusCode: status, headers, waited: word === 'slow' });
		if (status === 503) expect(body).toEqual({ message: 'Service unavailable' });
		else expect(document.responseErrors(call.operation, status, body)).toEqual([]);
	}
	jest.restoreAllMocks();
});
