import { gzipSync } from 'node:zlib';

import {
	answers,
	later,
	neverAnswers,
	onlySendsHeaders,
	resetsAfterReading,
} from '../../support/conducts';
import { FaultyService, type Conduct } from '../../support/FaultyService';
import { skipPauses } from '../../support/pauses';
import { testCredential } from '../../support/testCredential';

const apiKey = 'sk-live-9b1d7f';
const large = gzipSync(Buffer.alloc(64 << 20));
let service: FaultyService;

/** The credential test's words if the service behaves like this. */
async function test(conduct: Conduct, data: object = {}) {
	service = await FaultyService.start(conduct);
	const { status, message } = await testCredential({ baseUrl: service.url, apiKey, ...data });
	expect(message).not.toContain(apiKey);
	return { status, message };
}

afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

describe('the test of the credential (C2)', () => {
	it('asks for the lists once, as JSON and with the key, and is content with an answer in their form', async () => {
		const result = await test(answers(200, { data: [] }), { apiKey: ` ${apiKey}\n` });
		expect(result).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(service.requests).toMatchObject([
			{
				method: 'GET',
				path: '/webhook/lists',
				headers: { accept: 'application/json', authorization: `Bearer ${apiKey}` },
			},
		]);
	});

	it.each<[what: string, conduct: Conduct, said: RegExp]>([
		['JSON without lists', answers(200, { success: true }), /application\/json/],
		['403', answers(403, {}), /temporarily blocked/],
		['429', answers(429, { success: false, message: 'Slow' }), /: Slow\. Raise/],
		['a redirect', answers(302, '', { Location: '/elsewhere' }), / \/elsewhere\. \w/],
		['a reset', resetsAfterReading, /ECONNRESET\)\. (?!.*Ignore SSL)/],
		['64 MB in a few bytes', answers(200, large, { 'Content-Encoding': 'gzip' }), /4 MB/],
	])('says what is wrong with %s, after one request', async (_, conduct, said) => {
		const error = { status: 'Error', message: expect.stringMatching(said) };
		expect(await test(conduct)).toEqual(error);
		expect(service.requests).toHaveLength(1);
	});

	it.each<[what: string, data: object, said: RegExp]>([
		['an address without encryption', { baseUrl: 'http://example.com' }, /example\.com/],
		['the key as an address', { baseUrl: `${apiKey}://a` }, /^'Base URL' of the credential doesn/],
		['no key', { apiKey: '' }, /'API Key'/],
		['where nothing listens', { baseUrl: 'http://127.0.0.1:9' }, /ECONNREFUSED/],
	])('refuses %s, and sends nothing', async (_, data, said) => {
		const error = { status: 'Error', message: expect.stringMatching(said) };
		expect(await test(neverAnswers, data)).toEqual(error);
		expect(service.connections).toBe(0);
	});

	it.each<[what: string, conduct: Conduct]>([
		['whose body does not end', onlySendsHeaders],
		['that comes too late', later(1000, onlySendsHeaders)],
	])('waits 15 s for an answer, and closes the connection of one %s', async (_, conduct) => {
		skipPauses();
		expect((await test(conduct)).message).toContain('15 s');
		while (service.open > 0) await new Promise(setImmediate);
	});
});
