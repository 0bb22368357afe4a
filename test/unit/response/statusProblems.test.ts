import { dataObject } from '../../../nodes/Messenger/response/parse';
import type { Problem, Tries } from '../../../nodes/Messenger/response/Problem';
import type { ServiceResponse } from '../../../nodes/Messenger/response/ServiceResponse';
import {
	inputsToCheck,
	lookUp,
	problemOf,
	readerKey,
	response,
	sendOut,
} from '../../support/reader';

const html = { 'content-type': 'text/html; charset=utf-8' };
const configuration = 'configuration-invalid';
const later = 'temporarily-unavailable';
const uncertain =
	'It may have been processed, so it was not sent again. Check in the service before you resend it.';
const elsewhere =
	"Check that 'Base URL' in the Messenger API credential leads to the service itself.";
const notFound = 'Not found: the service has nothing at /webhook/contact/find';
const unaccepted = "The service didn't accept the API key";
const blocked = 'This API key is temporarily blocked after too many bad requests';
const accept = "The service didn't receive the Accept header";
const failed = (message: string) => ({ success: false, message });
const begins = (text: string) => `${elsewhere} The response begins: ${text}`;

/** What to do after a status. */
const advice: Record<number, [description: string, cause?: Problem['cause']]> = {
	400: [inputsToCheck],
	401: [
		"Check 'API Key' and 'Base URL' in the Messenger API credential. The request was not processed.",
		'credential-invalid',
	],
	403: ['Correct the input and wait before you try again.', later],
	404: ["Check 'Base URL' in the Messenger API credential.", configuration],
	406: [
		'Something between n8n and the service, such as a proxy, removes it. Allow the header there.',
		configuration,
	],
	407: [
		"Enter user and password in 'Proxy' in the request options, in front of the host, with an @ behind them. Nothing reached the service.",
		configuration,
	],
	500: ['The service has a problem. Try again later.', later],
};

it.each<[status: number, body: unknown, message: string, adviceOf?: number]>([
	[400, { message: 'Bad request' }, 'Bad request'],
	[400, {}, 'The service refused the request as invalid'],
	[418, { message: 'No tea' }, 'No tea', 400],
	[499, {}, 'The service refused the request as invalid', 400],
	[401, { detail: 'Not provided.' }, `${unaccepted}: Not provided.`],
	[401, { message: 'Unauthorized request' }, `${unaccepted}: Unauthorized request`],
	[401, {}, unaccepted],
	[403, {}, blocked],
	[404, {}, notFound],
	...['Not found', 'not found!', 'Not found...'].map((message): [number, object, string] => [
		404,
		{ message },
		notFound,
	]),
	[404, { message: 'No route' }, `${notFound} (No route)`],
	[406, { detail: 'x' }, accept],
	[407, { message: 'Proxy login' }, 'The proxy asks for a login'],
	[500, { message: 'Internal server error' }, 'Internal server error'],
	[503, {}, 'The service failed with status 503', 500],
	[599, '', 'The service failed with status 599', 500],
	// `success: false` says why, under any status.
	[200, failed('No such template'), 'No such template', 400],
	[201, failed('No such template'), 'No such template', 400],
	[400, failed('No such template'), 'No such template'],
	[401, failed('No such template'), `${unaccepted}: No such template`],
	[403, failed('No such template'), `${blocked}: No such template`],
	[404, failed('No such template'), `${notFound} (No such template)`],
	[406, failed('No such template'), `${accept}: No such template`],
	[500, failed('No such template'), 'No such template'],
	[200, { success: false }, 'The service refused the request as invalid', 400],
	...['false', 'true', 0, 1, null, {}].map((success): [number, object, string, number] => [
		200,
		{ success, message: 'No' },
		'No',
		400,
	]),
])('%i with %j: %s', (status, body, message, adviceOf = status) => {
	const [description, cause] = advice[adviceOf]!;
	expect(problemOf(response(status, body))).toMatchObject({
		message,
		description,
		httpCode: String(status),
		cause,
		retryAfterMs: undefined,
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
	expect(problemOf(response(status, { success: false })).affectsEveryRequest).toBe(is);
});

describe('a redirect', () => {
	const messageFor = (location?: string) => problemOf(response(302, '', { location })).message;
	const redirect = 'The service answered with a redirect';

	it.each([301, 302, 304, 307, 308, 399])('of status %i is not followed', (status) => {
		const location = 'https://login.example.com/sign-in';
		expect(problemOf(response(status, '', { location }))).toEqual({
			message: `${redirect} to ${location}`,
			description:
				"Redirects aren't followed, to keep the API key safe. Enter the final address as 'Base URL' in the Messenger API credential.",
			httpCode: String(status),
			cause: configuration,
			retryAfterMs: undefined,
			affectsEveryRequest: true,
		});
	});

	const long = `https://example.com/${'x'.repeat(300)}`;
	it.each([
		['https://a/b?token=1#top', `${redirect} to https://a/b`],
		['https://a/b?c\nd', `${redirect} to https://a/b`],
		[long, `${redirect} to ${long.slice(0, 200)}…`],
		['', redirect],
		[undefined, redirect],
	])('to %j names its target, without what its query may carry', (location, message) => {
		expect(messageFor(location)).toBe(message);
	});

	it('names no key in its target', () => {
		expect(messageFor(`https://example.com/${'x'.repeat(177)}/${readerKey}`)).not.toContain('sk');
		expect(messageFor(`https://example.com/${readerKey}?a`)).toMatch(/ to https:\S+\/\[API key\]$/);
	});
});

it.each<[tries: Partial<Tries>, header: string | undefined, tried: string]>([
	[{ throttled: 1, throttledFor: 0 }, undefined, 'once'],
	[{ throttled: 2, throttledFor: 1250 }, undefined, '2 times in 1.3 s'],
	[{ throttled: 3, throttledFor: 60_000 }, '90', '3 times in 60 s and asked to wait 90 s'],
	[{ throttled: 1, throttledFor: 0 }, '0', 'once and asked to wait 0 s'],
])('429 says how long it was tried: %j, Retry-After %s', (tries, header, tried) => {
	expect(problemOf(response(429, {}, { 'retry-after': header }), lookUp, tries)).toEqual({
		message: 'Rate limit exceeded',
		description: `The service refused this request ${tried}. It was not processed. Lower 'Max Concurrency' or raise 'Max Retry Wait' in the request options.`,
		httpCode: '429',
		cause: 'rate-limited',
		retryAfterMs: header === undefined ? undefined : Number(header) * 1000,
		affectsEveryRequest: undefined,
	});
});

it.each([
	[{ success: false, message: 'Slow down' }, 'Rate limit exceeded: Slow down'],
	[{ success: false }, 'Rate limit exceeded'],
	[{ message: 'Slow down' }, 'Rate limit exceeded'],
])('429 with %j: %s', (body, message) => {
	expect(problemOf(response(429, body)).message).toBe(message);
});

it('a failure of the service says how often the request was sent', () => {
	expect(problemOf(response(500, {}), lookUp, { attempts: 4 }).description).toBe(
		'The service has a problem. Try again later. The node tried 4 times.',
	);
});

describe('a refusal that means something to the operation', () => {
	const find = {
		...lookUp,
		whenRefused: (status: number) => (status === 404 ? { advice: 'Ask for another.' } : undefined),
	};

	it('may have an advice of its own, and then proves nothing about the configuration', () => {
		expect(problemOf(response(404, {}), find)).toMatchObject({
			description: 'Ask for another.',
			cause: undefined,
		});
		expect(problemOf(response(418, {}), find).description).toBe(inputsToCheck);
	});

	it('is not asked about an answer that is no refusal', () => {
		const whenRefused = () => ({ advice: 'Never.' });
		const always = { ...lookUp, toItems: dataObject, whenRefused };
		expect(problemOf(response(200, {}), always).description).not.toContain('Never.');
	});
});

describe('a body that is no answer of the service', () => {
	const shortened = `‹${'x'.repeat(199)}…`;
	it.each<[answer: ServiceResponse, message: string, description: string]>([
		[
			response(200, '<html>Sign in</html>', html),
			'text/html instead of JSON',
			begins('‹html›Sign in‹/html›'),
		],
		[
			response(200, `${' '.repeat(1000)}<html>`, html),
			'text/html instead of JSON',
			begins('‹html›'),
		],
		[response(200, `<${'x'.repeat(300)}`, html), 'text/html instead of JSON', begins(shortened)],
		// No link and no image comes to life in n8n's editor, which shows it as HTML.
		[
			response(200, '<A href="https://example.com">x</A><img src="x"><abbr>', html),
			'text/html instead of JSON',
			begins('‹A href="https://example.com"›x‹/A›‹img src="x"›‹abbr›'),
		],
		...[
			['application/json', 'application/json that is not valid JSON'],
			[
				'application/problem+JSON; charset=utf-8',
				'application/problem+JSON that is not valid JSON',
			],
			['application/json-seq', 'application/json-seq instead of JSON'],
			['text/notjson', 'text/notjson instead of JSON'],
		].map(([type, what = '']): [ServiceResponse, string, string] => [
			response(200, '{', { 'content-type': type }),
			what,
			begins('{'),
		]),
		[response(200, ' ', {}), 'an empty body (no content type) instead of data', elsewhere],
		...['[]', 'null', '"text"', '42'].map((body): [ServiceResponse, string, string] => [
			response(200, body),
			'application/json in an unexpected format',
			begins(body),
		]),
		// A status of no known class.
		[response(600, '<html>', html), 'text/html instead of JSON', begins('‹html›')],
	])('%j is %s', (answer, message, description) => {
		expect(problemOf(answer)).toEqual({
			message: `The service answered with ${message}`,
			description,
			httpCode: String(answer.status),
			cause: configuration,
			retryAfterMs: undefined,
			affectsEveryRequest: undefined,
		});
	});

	it('may be too large, by itself or together with those before it', () => {
		const tooLarge = (isRun?: true) => ({
			...response(200, ''),
			tooLarge: { excess: 'more than 1 MB', isRun },
		});
		const common = { httpCode: '200', cause: later };
		expect(problemOf(tooLarge())).toMatchObject({
			...common,
			message: 'The response of api.example.com:8443 is too large: more than 1 MB',
			description: `${elsewhere} Check 'Email'.`,
			affectsEveryRequest: undefined,
		});
		expect(problemOf(tooLarge(), sendOut).description).toBe(`${elsewhere} ${uncertain}`);
		expect(problemOf(tooLarge(true))).toMatchObject({
			...common,
			message: 'The responses of api.example.com:8443 in this run are too large: more than 1 MB',
			description: 'Send fewer items in a run.',
			affectsEveryRequest: true,
		});
		expect(problemOf({ ...tooLarge(), status: 401 }).affectsEveryRequest).toBe(true);
	});

	it.each([
		[
			response(502, '<html>Bad gateway</html>', html),
			'The service failed with status 502 (text/html instead of JSON)',
			`${advice[500]![0]} The response begins: ‹html›Bad gateway‹/html›`,
		],
		[
			response(404, 'nope', { 'content-type': 'text/plain' }),
			`${notFound} (text/plain instead of JSON)`,
			`${advice[404]![0]} The response begins: nope`,
		],
	])('is named beside what its status means: %j', (answer, message, description) => {
		expect(problemOf(answer)).toMatchObject({ message, description });
	});
});

it.each([
	[response(500, {}), `The service has a problem. ${uncertain}`],
	[response(200, '<html>', html), `${elsewhere} ${uncertain} The response begins: ‹html›`],
	[response(200, failed('No')), inputsToCheck],
])('what must not happen twice and may have been processed says so: %j', (answer, description) => {
	expect(problemOf(answer, sendOut).description).toBe(description);
});

it('the API key is taken out of an answer before it is cut, so that no part of it is left', () => {
	const before = 'x'.repeat(195);
	expect(problemOf(response(200, `${before}${readerKey}`, html)).description).toBe(
		begins(`${before}[API …`),
	);
	expect(problemOf(response(400, { message: `${before}${readerKey}` })).message).toBe(
		`${before}[API …`,
	);
});
