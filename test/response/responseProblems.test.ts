import type { Tries } from '../../nodes/Messenger/response/Problem';
import { dataObject } from '../../nodes/Messenger/response/forms';
import { inputsToCheck, lookUp, problemOf, readerKey, response, sendOut } from '../support/reader';

const html = { 'content-type': 'text/html; charset=utf-8' };
const failed = (message: string) => ({ success: false, message });
const uncertain =
	'It may have been processed, so it was not sent again. Check in the service before you resend it.';

describe('what each status means', () => {
	const credential = "Check 'API Key' and 'Base URL' in the Messenger API credential.";
	const baseUrl =
		"Check 'Base URL' in the Messenger API credential, which is entered without /webhook.";
	const accept =
		'Something between n8n and the service, such as a proxy, removes it. Allow the header there.';
	const later = 'The service has a problem. Try again later.';
	it.each([
		[400, { message: 'Bad request' }, 'Bad request', inputsToCheck, undefined],
		[400, {}, 'The service refused the request as invalid', inputsToCheck, undefined],
		[418, { message: 'No tea' }, 'No tea', inputsToCheck, undefined],
		[499, {}, 'The service refused the request as invalid', inputsToCheck, undefined],
		[
			401,
			{ detail: 'Not provided.' },
			"The service didn't accept the API key: Not provided.",
			credential,
			'credential-invalid',
		],
		[
			401,
			{ message: 'Unauthorized request' },
			"The service didn't accept the API key: Unauthorized request",
			credential,
			'credential-invalid',
		],
		[401, {}, "The service didn't accept the API key", credential, 'credential-invalid'],
		[
			404,
			{ message: 'Not found.' },
			'Not found: the service has nothing at /webhook/contact/find',
			baseUrl,
			'configuration-invalid',
		],
		[
			404,
			{ message: 'No route' },
			'Not found: the service has nothing at /webhook/contact/find (No route)',
			baseUrl,
			'configuration-invalid',
		],
		[
			404,
			{},
			'Not found: the service has nothing at /webhook/contact/find',
			baseUrl,
			'configuration-invalid',
		],
		[
			406,
			{ detail: 'x' },
			"The service didn't receive the Accept header",
			accept,
			'configuration-invalid',
		],
		[
			407,
			{ message: 'Proxy login' },
			'The proxy asks for a login',
			"Enter user and password in 'Proxy' in the request options, in front of the host, with an @ behind them. Nothing reached the service.",
			'configuration-invalid',
		],
		[
			500,
			{ message: 'Internal server error' },
			'Internal server error',
			later,
			'temporarily-unavailable',
		],
		[503, {}, 'The service failed with status 503', later, 'temporarily-unavailable'],
		[599, '', 'The service failed with status 599', later, 'temporarily-unavailable'],
	])('%i with %j: %s', (status, body, message, advice, cause) => {
		expect(problemOf(response(status, body))).toMatchObject({
			message,
			advice: [advice, ...(status === 401 ? ['The request was not processed.'] : [])],
			httpCode: String(status),
			cause,
			retryAfterMs: undefined,
		});
	});

	it('a redirect is not followed; its target is named without what its query may carry', () => {
		const location = 'https://login.example.com/sign-in?token=1#top';
		for (const status of [301, 302, 307, 308, 399]) {
			expect(problemOf(response(status, '', { location }))).toEqual({
				message: 'The service answered with a redirect to https://login.example.com/sign-in',
				advice: [
					"Redirects aren't followed, to keep the API key safe. Enter the final address as 'Base URL' in the Messenger API credential.",
				],
				httpCode: String(status),
				cause: 'configuration-invalid',
				retryAfterMs: undefined,
				isWrongForAll: true,
			});
		}
	});

	it.each(['Not found', 'not found!', 'Not found...'])('404 says nothing twice: %s', (message) => {
		expect(problemOf(response(404, { message })).message).toBe(
			'Not found: the service has nothing at /webhook/contact/find',
		);
	});

	it.each([[{}], [{ location: '' }]])('a redirect may name no target: %j', (headers) => {
		expect(problemOf(response(304, '', headers)).message).toBe(
			'The service answered with a redirect',
		);
	});

	it("a long redirect target is cut, and its query's line breaks do not hide it", () => {
		const location = `https://example.com/${'x'.repeat(300)}`;
		expect(problemOf(response(302, '', { location })).message).toContain(
			`${location.slice(0, 200)}…`,
		);
		expect(problemOf(response(302, '', { location: 'https://a/b?c\nd' })).message).toMatch(
			/ to https:\/\/a\/b$/,
		);
	});

	it('403 is a block', () => {
		expect(problemOf(response(403, {}))).toEqual({
			message: 'This API key is temporarily blocked after too many bad requests',
			advice: ['Correct the input and wait before you try again.'],
			httpCode: '403',
			cause: 'temporarily-unavailable',
			retryAfterMs: undefined,
			isWrongForAll: true,
		});
	});

	it.each([
		[301, true],
		[401, true],
		[403, true],
		[406, true],
		[407, true],
		[200, undefined],
		[400, undefined],
		[404, undefined],
		[429, undefined],
		[500, undefined],
	])('after %i, every other request of the run would fail in the same way: %s', (status, is) => {
		expect(problemOf(response(status, { success: false })).isWrongForAll).toBe(is);
	});

	it.each<[Partial<Tries>, string | undefined, string]>([
		[{ throttled: 1, throttledFor: 0 }, undefined, 'once'],
		[{ throttled: 2, throttledFor: 1250 }, undefined, '2 times in 1.3 s'],
		[{ throttled: 3, throttledFor: 60_000 }, '90', '3 times in 60 s and asked to wait 90 s'],
		[{ throttled: 1, throttledFor: 0 }, '0', 'once and asked to wait 0 s'],
	])('429 says how long it was tried: %j, Retry-After %s', (tries, header, tried) => {
		const headers = { 'retry-after': header };
		expect(problemOf(response(429, {}, headers), lookUp, tries)).toEqual({
			message: 'Rate limit exceeded',
			advice: [
				`The service refused this request ${tried}. It was not processed. Lower 'Max Concurrency' or raise 'Max Retry Wait' in the request options.`,
			],
			httpCode: '429',
			cause: 'rate-limited',
			retryAfterMs: header === undefined ? undefined : Number(header) * 1000,
			isWrongForAll: undefined,
		});
	});

	it('a failure of the service says how often the request was sent', () => {
		expect(problemOf(response(500, {}), lookUp, { attempts: 4 }).advice).toEqual([
			'The service has a problem. Try again later. The node tried 4 times.',
		]);
	});
});

describe('success: false', () => {
	it.each([
		[200, 'No such template'],
		[201, 'No such template'],
		[400, 'No such template'],
		[401, "The service didn't accept the API key: No such template"],
		[403, 'This API key is temporarily blocked after too many bad requests: No such template'],
		[404, 'Not found: the service has nothing at /webhook/contact/find (No such template)'],
		[406, "The service didn't receive the Accept header: No such template"],
		[429, 'Rate limit exceeded: No such template'],
		[500, 'No such template'],
	])("under %i is a failure with the service's words", (status, message) => {
		expect(problemOf(response(status, failed('No such template')), sendOut)).toMatchObject({
			message,
			httpCode: String(status),
		});
	});

	it('under 200 says which inputs to check', () => {
		expect(problemOf(response(200, failed('Bad request')), sendOut)).toMatchObject({
			message: 'Bad request',
			advice: [inputsToCheck],
			httpCode: '200',
			cause: undefined,
		});
	});

	it.each([['false'], ['true'], [0], [1], [null], [{}]])(
		'may be told by any other value than true: %j',
		(success) => {
			expect(problemOf(response(200, { success, message: 'No' }), sendOut).message).toBe('No');
		},
	);

	it('may come without words', () => {
		expect(problemOf(response(200, { success: false })).message).toBe(
			'The service refused the request as invalid',
		);
		expect(problemOf(response(429, { success: false })).message).toBe('Rate limit exceeded');
	});

	it('does not add words to a failure that the status explains', () => {
		expect(problemOf(response(429, { message: 'Slow down' })).message).toBe('Rate limit exceeded');
	});
});

describe('a refusal that means something to the operation', () => {
	const find = {
		...lookUp,
		whenRefused: (status: number) => (status === 404 ? { advice: 'Ask for another.' } : undefined),
	};

	it('may have an advice of its own, and then proves nothing about the configuration', () => {
		expect(problemOf(response(404, {}), find)).toMatchObject({
			advice: ['Ask for another.'],
			cause: undefined,
		});
		expect(problemOf(response(418, {}), find).advice).toEqual([inputsToCheck]);
	});

	it('is not asked about an answer that is no refusal', () => {
		const always = {
			...lookUp,
			toItems: dataObject,
			whenRefused: () => ({ advice: 'Never.' }),
		};
		expect(problemOf(response(200, {}), always).advice[0]).not.toBe('Never.');
	});
});

describe('a body that is no answer of the service', () => {
	const elsewhere =
		"Check that 'Base URL' in the Messenger API credential leads to the service itself.";

	it('names the content type that came, and shows how it begins', () => {
		expect(problemOf(response(200, '<html>Sign in</html>', html))).toEqual({
			message: 'The service answered with text/html instead of JSON',
			advice: [elsewhere, 'The response begins: ‹html›Sign in‹/html›'],
			httpCode: '200',
			cause: 'configuration-invalid',
			retryAfterMs: undefined,
			isWrongForAll: undefined,
		});
	});

	it('is shown from its first word', () => {
		expect(problemOf(response(200, `${' '.repeat(1000)}<html>`, html)).advice[1]).toBe(
			'The response begins: ‹html›',
		);
	});

	it('is shown up to 200 characters', () => {
		expect(problemOf(response(200, `<${'x'.repeat(300)}`, html)).advice[1]).toBe(
			`The response begins: ‹${'x'.repeat(199)}…`,
		);
	});

	it.each([
		['application/json', 'application/json that is not valid JSON'],
		['application/problem+JSON; charset=utf-8', 'application/problem+JSON that is not valid JSON'],
		['application/json-seq', 'application/json-seq instead of JSON'],
		['text/notjson', 'text/notjson instead of JSON'],
	])('is named for what it is where the service calls it %s', (type, what) => {
		const { message } = problemOf(response(200, '{', { 'content-type': type }));
		expect(message).toBe(`The service answered with ${what}`);
	});

	it("brings no link and no image to life in n8n's editor, which shows it as HTML", () => {
		const body = '<A href="https://example.com">x</A><img src="x"><abbr>';
		expect(problemOf(response(200, body, html)).advice[1]).toBe(
			'The response begins: ‹A href="https://example.com"›x‹/A›‹img src="x"›‹abbr›',
		);
	});

	it('may be too large, by itself or together with those before it', () => {
		const tooLarge = (isRun?: true) => ({
			...response(200, ''),
			tooLarge: { excess: 'more than 1 MB', isRun },
		});
		expect(problemOf(tooLarge())).toMatchObject({
			message: 'The response of api.example.com:8443 is too large: more than 1 MB',
			advice: [`${elsewhere} Check 'Email'.`],
			httpCode: '200',
			cause: 'temporarily-unavailable',
			isWrongForAll: undefined,
		});
		expect(problemOf(tooLarge(), sendOut).advice).toEqual([elsewhere, uncertain]);
		expect(problemOf(tooLarge(true))).toMatchObject({
			message: 'The responses of api.example.com:8443 in this run are too large: more than 1 MB',
			advice: ['Send fewer items in a run.'],
			httpCode: '200',
			cause: 'temporarily-unavailable',
			isWrongForAll: true,
		});
		expect(problemOf({ ...tooLarge(), status: 401 }).isWrongForAll).toBe(true);
	});

	it('may be empty instead of data', () => {
		expect(problemOf(response(200, ' ', {}))).toMatchObject({
			message: 'The service answered with an empty body (no content type) instead of data',
			advice: [elsewhere],
		});
	});

	it.each([['[]'], ['null'], ['"text"'], ['42']])('may be JSON of another form: %s', (body) => {
		expect(problemOf(response(200, body))).toMatchObject({
			message: 'The service answered with application/json in an unexpected format',
			advice: [elsewhere, `The response begins: ${body}`],
			httpCode: '200',
		});
	});

	it('is named beside what its status means', () => {
		expect(problemOf(response(502, '<html>Bad gateway</html>', html))).toMatchObject({
			message: 'The service failed with status 502 (text/html instead of JSON)',
			advice: [
				'The service has a problem. Try again later.',
				'The response begins: ‹html›Bad gateway‹/html›',
			],
		});
		expect(problemOf(response(404, 'nope', { 'content-type': 'text/plain' }))).toMatchObject({
			message:
				'Not found: the service has nothing at /webhook/contact/find (text/plain instead of JSON)',
			advice: [
				"Check 'Base URL' in the Messenger API credential, which is entered without /webhook.",
				'The response begins: nope',
			],
		});
	});

	it('is a failure under a status of no known class', () => {
		expect(problemOf(response(199, {}))).toMatchObject({
			message: 'The service answered with application/json in an unexpected format',
			httpCode: '199',
		});
	});
});

it('what must not happen twice may have been processed, and the problem says so', () => {
	expect(problemOf(response(500, {}), sendOut).advice).toEqual([
		'The service has a problem.',
		uncertain,
	]);
	expect(problemOf(response(200, '<html>', html), sendOut).advice).toContain(uncertain);
	expect(problemOf(response(200, failed('No')), sendOut).advice).not.toContain(uncertain);
});

describe('the API key in an answer', () => {
	it('is taken out before a text is cut, so that no part of it is left', () => {
		const before = 'x'.repeat(195);
		expect(problemOf(response(200, `${before}${readerKey}`, html)).advice[1]).toBe(
			`The response begins: ${before}[API …`,
		);
		expect(problemOf(response(400, { message: `${before}${readerKey}` })).message).toBe(
			`${before}[API …`,
		);
	});

	it('is taken out of a redirect target', () => {
		const location = `https://example.com/${'x'.repeat(177)}/${readerKey}`;
		expect(problemOf(response(302, '', { location })).message).not.toContain('sk');
		const asked = { location: `https://example.com/${readerKey}?a` };
		expect(problemOf(response(302, '', asked)).message).toMatch(/ to https:\S+\/\[API key\]$/);
	});
});
