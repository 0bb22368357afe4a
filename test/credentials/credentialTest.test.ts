import { Workflow, type IDataObject } from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { messengerWorkflow } from '../../engine/messengerWorkflow';
import { NodeTypes } from '../../engine/nodeTypes';
import { Messenger } from '../../nodes/Messenger/Messenger.node';

/** The test request of a credential, resolved by n8n's expressions. */
function testRequest(credential: IDataObject) {
	const { nodes, connections } = messengerWorkflow({ resource: 'list', operation: 'getAll' });
	const workflow = new Workflow({
		nodes,
		connections,
		active: false,
		nodeTypes: new NodeTypes(new Messenger()),
	});
	const { request } = new MessengerApi().test;
	const baseUrl = workflow.expression.getSimpleParameterValue(
		nodes[1]!,
		request.baseURL as string,
		'internal',
		{ $credentials: credential },
	);
	return { ...request, baseURL: baseUrl };
}

it('asks for the lists, as JSON, and follows no redirect', () => {
	expect(testRequest({ baseUrl: 'https://api.example.com' })).toEqual({
		baseURL: 'https://api.example.com',
		url: '/webhook/lists',
		headers: { Accept: 'application/json' },
		disableFollowRedirect: true,
	});
});

it.each([
	['https://api.example.com/', 'https://api.example.com'],
	[' https://api.example.com/api// ', 'https://api.example.com/api'],
	['http://localhost:3456', 'http://localhost:3456'],
	['http://127.0.0.1:3456/api/', 'http://127.0.0.1:3456/api'],
	['http://[::1]:3456', 'http://[::1]:3456'],
])('takes %j as %s', (baseUrl, expected) => {
	expect(testRequest({ baseUrl }).baseURL).toBe(expected);
});

it.each([
	'http://example.com',
	'HTTP://example.com',
	'http://127.0.0.1.example.com',
	'http://localhost.example.com',
	'http://localhost@example.com',
	'http://localhost:80@example.com',
])('sends no key readable to %s, unless the credential allows it', (baseUrl) => {
	expect(testRequest({ baseUrl }).baseURL).toMatch(/^https:/);
	expect(testRequest({ baseUrl, allowHttp: true }).baseURL).toMatch(/^http:/i);
});

it.each([
	[401, /^The service did not accept the API key\. Check the API Key/],
	[403, /blocked .* Wait, then try again\.$/],
	[404, /^The service was not found .* Check the Base URL\.$/],
])('says what a %i means and what to do', (status, message) => {
	const rules = (new MessengerApi().test.rules ?? []).map(({ properties }) => properties);
	expect(rules).toContainEqual({ value: status, message: expect.stringMatching(message) });
});
