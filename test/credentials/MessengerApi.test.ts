import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICredentialDataDecryptedObject, INodeType } from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { messengerWorkflow } from '../../engine/messengerWorkflow';
import { runWorkflow } from '../../engine/runWorkflow';
import manifest from '../../package.json';
import { startSandbox } from '../../sandbox';
import { interceptService, releaseNetwork } from '../support/interceptedService';

const apiKey = 'sk-live-9b1d7f';
const credentialType = new MessengerApi();

/** A node that sends the credential's test request, as n8n makes one for its "Test" button. */
const credentialTester: INodeType = {
	description: {
		displayName: 'Tester',
		name: 'tester',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'messengerApi', required: true }],
		properties: [
			{
				displayName: 'Temp',
				name: 'temp',
				type: 'string',
				default: '',
				routing: { request: credentialType.test.request },
			},
		],
	},
};

const testCredential = async (credential: ICredentialDataDecryptedObject) =>
	await runWorkflow(messengerWorkflow({}), { node: credentialTester, credentialType, credential });

afterEach(releaseNetwork);

const shownFields = credentialType.properties.filter(({ type }) => type !== 'hidden');

it('has its three fields, the key as a password', () => {
	expect(
		shownFields.map(({ displayName, name, type, required, default: value, typeOptions }) => ({
			displayName,
			name,
			type,
			required,
			default: value,
			typeOptions,
		})),
	).toEqual([
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			typeOptions: undefined,
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			required: true,
			default: '',
			typeOptions: { password: true },
		},
		{
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			required: undefined,
			default: false,
			typeOptions: undefined,
		},
	]);
	expect(shownFields.every(({ description }) => description)).toBe(true);
});

it("leads to the README's section on how to make it", () => {
	const [repository, section] = credentialType.documentationUrl.split('#');
	expect(repository).toBe(manifest.homepage.replace(/#.*/, ''));
	const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
	const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
	expect(headings.map((heading) => heading.toLowerCase().replaceAll(' ', '-'))).toContain(section);
});

it('is what saved workflows call it, with icons for both themes', () => {
	expect(credentialType.name).toBe('messengerApi');
	expect(credentialType.displayName).toBe('Messenger API');
	const { light, dark } = credentialType.icon as { light: string; dark: string };
	for (const icon of [light, dark]) {
		expect(existsSync(join('credentials', icon.replace('file:', '')))).toBe(true);
	}
	expect(light).not.toBe(dark);
});

describe('the test request', () => {
	it.each([
		['https://api.example.com', '/webhook/lists'],
		['https://api.example.com/', '/webhook/lists'],
		[' https://api.example.com/v2/api// ', '/v2/api/webhook/lists'],
	])('of the Base URL %j asks for the lists', async (baseUrl, path) => {
		const service = interceptService('https://api.example.com', { body: { data: [] } });
		const { error } = await testCredential({ baseUrl, apiKey });
		expect(error).toBeUndefined();
		expect(service.requests).toMatchObject([
			{
				method: 'GET',
				path,
				headers: { accept: 'application/json', authorization: `Bearer ${apiKey}` },
			},
		]);
	});

	it('passes with the right key, and fails with a wrong one', async () => {
		const { url: baseUrl, ...sandbox } = await startSandbox();
		const right = await testCredential({ baseUrl, apiKey: sandbox.apiKey });
		const wrong = await testCredential({ baseUrl, apiKey: 'sk-wrong' });
		await sandbox.close();
		expect(right.error).toBeUndefined();
		expect(wrong.error).toMatchObject({ httpCode: '401' });
	});

	it('does not carry the key to another address', async () => {
		const elsewhere = interceptService('https://elsewhere.example', { body: { data: [] } });
		const headers = { Location: 'https://elsewhere.example/webhook/lists' };
		interceptService('https://api.example.com', { status: 302, headers });
		await testCredential({ baseUrl: 'https://api.example.com', apiKey });
		expect(elsewhere.requests).toEqual([]);
	});
});
