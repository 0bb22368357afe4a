import { Container } from '@n8n/di';

import { continues, runNode } from '../support/runNode';
import { onNewerN8n, service, writing } from './scripted';

const settings = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '203.0.113.0/24',
	N8N_SSRF_BLOCKED_HOSTNAMES: 'proxy.example',
};

beforeEach(() => {
	Object.assign(process.env, settings);
	Container.reset();
});
afterEach(() => {
	for (const name of Object.keys(settings)) delete process.env[name];
	Container.reset();
});

onNewerN8n("what n8n's protection blocks says so, and was not sent (E1, R3)", async () => {
	const blocked = async (baseUrl: string, proxy = '') => {
		const { failed } = await runNode(
			{ ...writing, requestOptions: { proxy } },
			{ credential: { baseUrl }, node: continues },
		);
		return failed[0];
	};
	const details = { state: 'not sent', httpCode: 'ERR_SSRF_BLOCKED' };
	expect(await blocked(service.url)).toMatchObject({
		error: expect.stringMatching(/doesn't allow connections to 127\.0\.6\.1:/) as string,
		details,
	});
	const base = 'https://203.0.113.1';
	expect(await blocked(base, 'http://proxy.example:3128')).toMatchObject({
		message: expect.stringContaining("'Proxy'") as string,
		details,
	});
	expect(service.connections).toBe(0);
});
