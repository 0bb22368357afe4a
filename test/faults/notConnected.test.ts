import dns from 'node:dns';

import { Container } from '@n8n/di';

import { skipPauses } from '../support/pauses';
import { continues } from '../support/runNode';
import { onNewerN8n, run, service, writing } from './scripted';

afterEach(() => jest.restoreAllMocks());

it.each(['EAI_FAIL', 'EAI_MEMORY', 'EMFILE', 'ETIMEDOUT', 'ENOTFOUND'])(
	'what a host whose lookup fails with %s was to get has not left, and is sent when it is found (E6)',
	async (code) => {
		skipPauses();
		const { hostname, port } = new URL(service.url);
		let failures = 2;
		jest.spyOn(dns, 'lookup').mockImplementation(((host: string, _: object, callback: Found) => {
			if (failures-- <= 0) return callback(null, [{ address: hostname, family: 4 }]);
			const message = `getaddrinfo ${code} ${host}`;
			callback(Object.assign(new Error(message), { code, syscall: 'getaddrinfo' }), []);
		}) as never);
		const credential = { baseUrl: `http://messenger.example:${port}` };
		const { error } = await run(writing, { items: 3, credential });
		expect([error, failures < 0]).toEqual([undefined, true]);
		expect(service.sent()).toEqual({ 0: 1, 1: 1, 2: 1 });
	},
);

type Found = (error: Error | null, addresses: dns.LookupAddress[]) => void;

const settings = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '203.0.113.0/24',
	N8N_SSRF_BLOCKED_HOSTNAMES: 'proxy.example',
};

afterEach(() => {
	for (const name of Object.keys(settings)) delete process.env[name];
	Container.reset();
});

onNewerN8n("what n8n's protection blocks says so, and was not sent (E1, R3)", async () => {
	Object.assign(process.env, settings);
	Container.reset();
	const blocked = async (baseUrl: string, proxy = '') => {
		const parameters = { ...writing, requestOptions: { proxy } };
		const { failed } = await run(parameters, { credential: { baseUrl }, node: continues });
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
