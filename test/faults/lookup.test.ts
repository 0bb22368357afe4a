import dns from 'node:dns';

import { skipPauses } from '../support/pauses';
import { run, service, writing } from './scripted';

beforeEach(() => skipPauses());
afterEach(() => jest.restoreAllMocks());

it.each(['EAI_FAIL', 'EAI_MEMORY', 'EMFILE', 'ETIMEDOUT', 'ENOTFOUND'])(
	'what a host whose lookup fails with %s was to get has not left, and is sent when it is found (E6)',
	async (code) => {
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
