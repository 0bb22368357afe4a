import type { ServiceResponse } from '../../../nodes/runtime/response/ServiceResponse';
import { keyMask } from '../../../nodes/runtime/input/keyMask';
import { explain } from '../../../nodes/runtime/response/words';
import {
	failedBy,
	failureTable,
	lookUp,
	noResponse,
	openssl,
	readerKey,
	response,
	sendOut,
	situation,
	wordsOf,
} from '../../support/reader';
import { outcomes } from '../../support/refusal';

const page = (status: number, text: string) =>
	response(status, text, { 'content-type': 'text/html' });
const refused = (status: number, message?: string) => response(status, { success: false, message });
const redirect = (location?: string) => response(302, '', { location });
const large = { ...response(200, ''), excess: 'more than 1 MB' };

it('every answer that is no success says what happened, and what to do (E1, E2, R3)', () => {
	// No link and no image comes to life in n8n's editor, which shows it as HTML.
	const markup = '  <A href="https://example.com">x</A><img src="x"><abbr>';
	const targets = ['https://a/b?token=1#top', 'https://a/b?c\nd', `https://${'x'.repeat(200)}`, ''];
	const types = ['application/json', 'application/problem+JSON', 'application/json-seq', 'a/bjson'];
	const answers: ServiceResponse[] = [
		...[400, 401, 403, 404, 406, 407, 500].flatMap((status) => [
			response(status, {}),
			response(status, { message: 'Words of the service' }),
			refused(status, 'Words of the service'),
		]),
		response(401, { detail: 'Not provided.' }),
		...[418, 499, 503, 599].map((status) => response(status, '')),
		...[refused(200), refused(201, 'No such template'), refused(403)],
		...[redirect(), ...targets.map(redirect), refused(300, 'Moved'), response(399, '')],
		...[400, 405, 408, 413, 421].map((status) => page(status, '<h1>No</h1>')),
		...[405, 413].map((status) => response(status, { message: 'Words of the service' })),
		...[page(200, markup), page(200, 'x'.repeat(201)), page(404, 'nope'), page(502, markup)],
		...[page(600, '?'), response(200, ' ', {}), response(404, ' ')],
		...types.map((type) => response(200, '{', { 'content-type': type })),
		response(300, { choices: [] }),
		...['[]', 'null', '"text"', '42'].map((body) => response(200, body)),
		...[response(429, {}), refused(429, 'Slow down')],
		large,
		{ ...large, status: 401 },
	];
	expect(failureTable(lookUp, ...answers)).toMatchSnapshot();
	const writes = [
		...[response(500, ''), page(200, markup), large, response(204, ''), response(600, '')],
		...[{}, { success: 'true' }, '[]'].map((body) => response(200, body)),
	];
	expect(failureTable(sendOut, ...writes)).toMatchSnapshot();
});

it('a title has the status that the documents tell people to look up, and no words of another server (E8)', () => {
	const titled = [401, 403, 404, 429].map((status) => wordsOf(response(status, { message: 'No' })));
	expect(titled.map(({ message }) => message)).toEqual([
		"The service didn't accept the API key (401): No",
		'This API key is temporarily blocked after too many bad requests (403): No',
		`No such address at ${situation.host} (404): check Base URL`,
		'Rate limit exceeded (429): No',
	]);
	expect(titled[2]?.description).toContain('It answered: No.');
	expect(wordsOf(refused(404, 'No such template')).message).toBe('No such template (404)');
});

it('a content type is named without what follows it, and without the key (C5)', () => {
	const types = ['text/html; charset=utf-8', ' text/html ', '', ' ;', undefined, 'text/a;key=;1'];
	const named = (type?: string) => {
		const failed = failedBy(response(200, '<p>', { 'content-type': type }));
		// The key has a semicolon.
		return explain(failed, { ...situation, mask: keyMask('a;key=;1') }).message;
	};
	expect(outcomes(named, types)).toMatchSnapshot();
	expect(named('x'.repeat(201))).toContain(`${'x'.repeat(200)}…, no valid JSON`);
});

it('inputs are named only where they may be wrong (E7)', () => {
	const statuses = [400, 402, 408, 409, 413, 418, 421, 422, 423, 451];
	const named = statuses.filter((status) =>
		wordsOf(response(status, { message: 'No' })).description.includes("Check 'Email'."),
	);
	expect(named).toEqual([400, 413, 422]);
	expect(wordsOf(refused(200, 'No')).description).toContain("Check 'Email'.");
});

it('the beginning of what the service says is quoted, without the key (E7, C5)', () => {
	const bodies = [
		{ error: 'No such template' },
		{ message: 'No', errors: { from_number: ['is <b>unknown</b>'] } },
		{ message: 'No', details: [`of ${readerKey}`] },
		{ message: 'No', details: 'x'.repeat(300) },
	];
	expect(failureTable(lookUp, ...bodies.map((body) => response(422, body)))).toMatchSnapshot();
});

it('a refusal says what it means to the operation (E1)', () => {
	const own = { advice: 'Ask for another.' };
	const plain = wordsOf(response(404, {}));
	const ofMeaning = (meaning?: object, status = 404) =>
		wordsOf(response(status, {}), { ...lookUp, whenRefused: () => meaning });
	expect(ofMeaning()).toEqual(plain);
	for (const status of [404, 429, 403, 503]) {
		const { message } = wordsOf(response(status, {}), lookUp);
		expect(ofMeaning(own, status)).toEqual({ message, description: 'Ask for another.' });
	}
});

const failures = [
	...['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ECONNABORTED', 'ERR_CANCELED', undefined].flatMap(
		(code) => [noResponse(code, false), noResponse(code)],
	),
	noResponse('ECONNREFUSED', false, 'connect ECONNREFUSED 192.0.2.7:8443'),
	noResponse('ERR_CREDENTIAL', false, 'It can only be used at https://a.example'),
	noResponse('ERR_SSRF_BLOCKED', false),
	...['SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED', 'INVALID_CA'].map((code) =>
		noResponse(code, false),
	),
	noResponse('ERR_TLS_CERT_ALTNAME_INVALID', false, 'Host: a.b. is not in the cert'),
	...['wrong version number', 'tlsv1 alert protocol version', 'sslv3 alert handshake failure'].map(
		(words) => openssl(words),
	),
	openssl('ssl/tls alert handshake failure'),
	openssl('wrong version number', 'ERR_SSL_WRONG_VERSION_NUMBER'),
];

it('every failure of the network says what failed, and what to do (E1, E2, R3)', () => {
	expect(failureTable(lookUp, ...failures)).toMatchSnapshot();
});

it('a failure at a proxy is about the proxy (E1, E6)', () => {
	const unsent = [
		...failures.filter(({ requestLeft }) => !requestLeft),
		noResponse('ERR_PROXY_TUNNEL', false, 'Proxy connection ended'),
	];
	const table = failureTable(lookUp, ...unsent.map((one) => ({ ...one, isAtProxy: true })));
	expect(table).toMatchSnapshot();
	expect(table).not.toContain('API Key');
});

it('the words of the network are masked (C5)', () => {
	const { message } = wordsOf(noResponse(undefined, true, `Invalid "${readerKey}"`));
	expect(message).toMatch(/\(Invalid "\[API key\]"\)$/);
});
