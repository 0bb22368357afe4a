import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';

import {
	answers,
	answersInNoHttp,
	breaksOff,
	neverAnswers,
	onlySendsHeaders,
	resetsAfterReading,
	resetsBeforeReading,
	sendsByteBySecond,
	sendsMegabytes,
} from '../support/conducts';
import type { Failure } from '../../nodes/Messenger/run/outcome';
import type { Conduct } from '../support/FaultyService';
import type { Case } from '../node/operations/operationCase';

/** The key of every run. Each part stands in nothing else, and what lies between them is escaped in JSON. */
export const apiKey = 'k7Qz4mWn/Xp2hRt9v"Lc5sJd8y';

/** What a failed item says, and how often its request was seen. */
interface Said {
	/** `several`: more than one, how many is a matter of chance. */
	requests: number | 'several';
	details: string;
	/** Whether the error that stops the node also says how long the service was away. */
	isAway?: boolean;
}

/**
 * A fault, and what every operation makes of it. In the texts `{inputs}`, `{host}`, `{path}`,
 * `{limit}` and `{elsewhere}` stand for the operation's own.
 */
export interface Fault {
	name: string;
	/** What the service does; or the host, where there is none. */
	service: Conduct | ((elsewhere: string) => Conduct) | { baseUrl: string };
	requestOptions?: INodeParameters;
	httpCode: string;
	message: string;
	/** The cause that the error declares to n8n. */
	cause?: string;
	reading: Said;
	/** `uncertain`: the error must say that the service may have processed it. */
	writing: Said & { uncertain?: boolean };
	/** Whether every request would meet it, so that the error is about no item. */
	affectsEveryRequest?: true;
	/** Whether it differs by operation, so that each is to meet it. */
	differs?: true;
	/** Where one operation says something else, and may declare another cause. */
	except?: Record<string, Said & { cause?: string }>;
	/** Where there are items behind the one that meets the fault. */
	behind?: {
		/** How an item behind it ends: when the node goes on, or stops at errors. */
		state: (operation: Case, place: number, goesOn: boolean) => Failure['state'];
		count: number;
		/** What one says that was not sent. */
		notSent: string;
	};
}

const once = (details: string): Said => ({ requests: 1, details });
/** Then the service counts as away, and the patience of the run is short. */
const threeTimes = (details: string): Said => ({ requests: 3, details });
/** The same for what reads and what writes. */
const all = (said: Said) => ({ reading: said, writing: said });
/** May have been processed, so that it is not sent again. */
const uncertain = (details: string) => ({ requests: 1, details, uncertain: true });

const maybeProcessed =
	'It may have been processed, so it was not sent again. Check in the service before you resend it.';
const checkInputs = '{inputs}';
const checkBaseUrl = "Check 'Base URL' in the Messenger API credential.";
const checkCredential = "Check 'API Key' and 'Base URL' in the Messenger API credential.";
const checkNetwork = 'Check the network between n8n and the service.';
const checkName =
	"Check the spelling of 'Base URL' in the Messenger API credential, and the network of n8n.";
const checkReach = "Check the network of n8n and 'Base URL' in the Messenger API credential.";
const checkRunning =
	"Check that the service is running, and 'Base URL' in the Messenger API credential.";
const notTheService =
	"Check that 'Base URL' in the Messenger API credential leads to the service itself.";
const raiseTimeout = "Raise 'Timeout' in the request options if the service needs longer.";
const itsOwnProblem = 'The service has a problem.';
const refused = (often: string) =>
	`The service refused this request ${often}. It was not processed. ` +
	"Lower 'Max Concurrency' or raise 'Max Retry Wait' in the request options.";

const page = '‹html›‹body›‹h1›Bad Gateway‹/h1›‹/body›‹/html›';
const html = { 'Content-Type': 'text/html; charset=utf-8' };

/** What stands for a failure of the service itself. */
const serviceFails = (excerpt = '') => ({
	cause: 'temporarily-unavailable',
	reading: threeTimes(
		`${itsOwnProblem} Try again later. The node tried 3 times.${excerpt && ` ${excerpt}`}`,
	),
	writing: uncertain(`${itsOwnProblem} ${maybeProcessed}${excerpt && ` ${excerpt}`}`),
});

/** What stands for an answer that the service surely does not give. */
const noAnswerOfTheService = (begins = '') => ({
	httpCode: '200',
	cause: 'configuration-invalid',
	reading: once(`${notTheService}${begins && ` The response begins: ${begins}`}`),
	writing: uncertain(
		`${notTheService} ${maybeProcessed}${begins && ` The response begins: ${begins}`}`,
	),
});

/** What stands for a failure of the network after the request had left. */
const lostOnTheWay = (advice: string) => ({
	cause: 'temporarily-unavailable',
	reading: threeTimes(`${advice} The node tried 3 times.`),
	writing: uncertain(`${advice} ${maybeProcessed}`),
});

/** What stands for a failure before the request left: it is tried three times, and none arrives. */
const neverLeft = (advice: string) =>
	all({ requests: 0, details: `${advice} The node tried 3 times.` });

const cutConnection = {
	httpCode: 'ECONNRESET',
	message: 'The connection to {host} was lost before the response was complete (ECONNRESET)',
	...lostOnTheWay(checkNetwork),
};

const timeout = {
	requestOptions: { timeout: 2000 },
	httpCode: 'ECONNABORTED',
	message: 'The service at {host} sent no response within 2 s',
	...lostOnTheWay(raiseTimeout),
};

/** The fault matrix: what each fault must lead to. */
export const faults: Fault[] = [
	{
		name: '400',
		service: answers(400, { message: 'Email provided is not valid.' }),
		httpCode: '400',
		message: 'Email provided is not valid.',
		...all(once(checkInputs)),
		differs: true,
	},
	{
		name: '400 that repeats the API key',
		service: answers(400, { message: `${'x'.repeat(160)} ${apiKey}` }),
		httpCode: '400',
		message: `${'x'.repeat(160)} [API key]`,
		...all(once(checkInputs)),
	},
	{
		name: '401',
		service: answers(401, { detail: 'Authentication credentials were not provided.' }),
		httpCode: '401',
		message: "The service didn't accept the API key: Authentication credentials were not provided.",
		cause: 'credential-invalid',
		...all(once(`${checkCredential} The request was not processed.`)),
		affectsEveryRequest: true,
	},
	{
		name: '403',
		service: answers(403, { message: 'Forbidden' }),
		httpCode: '403',
		message: 'This API key is temporarily blocked after too many bad requests',
		cause: 'temporarily-unavailable',
		...all(once('Correct the input and wait before you try again.')),
		affectsEveryRequest: true,
	},
	{
		name: '404',
		service: answers(404, {}),
		httpCode: '404',
		message: 'Not found: the service has nothing at {path}',
		cause: 'configuration-invalid',
		...all(once(checkBaseUrl)),
		differs: true,
		except: {
			'contact: find': once(
				"Check 'Email', and 'Base URL' in the credential. Set 'When Not Found' in the options to continue without an error.",
			),
		},
	},
	{
		name: '406',
		service: answers(406, {}),
		httpCode: '406',
		message: "The service didn't receive the Accept header",
		cause: 'configuration-invalid',
		...all(
			once(
				'Something between n8n and the service, such as a proxy, removes it. Allow the header there.',
			),
		),
		affectsEveryRequest: true,
	},
	{
		name: '429 without Retry-After',
		service: answers(429, {}),
		requestOptions: { maxRetryWait: 3 },
		httpCode: '429',
		message: 'Rate limit exceeded',
		cause: 'rate-limited',
		...all({ requests: 'several', details: refused('N times in T s') }),
	},
	{
		name: '429 with Retry-After beyond Max Retry Wait',
		service: answers(429, {}, { 'Retry-After': '60' }),
		requestOptions: { maxRetryWait: 0.5 },
		httpCode: '429',
		message: 'Rate limit exceeded',
		cause: 'rate-limited',
		...all(once(refused('once and asked to wait 60 s'))),
	},
	{
		name: '429 with Retry-After of an hour, and items behind it',
		service: answers(429, {}, { 'Retry-After': '3600' }),
		requestOptions: { maxRetryWait: 0.5 },
		httpCode: '429',
		message: 'Rate limit exceeded',
		cause: 'rate-limited',
		...all(once(refused('once and asked to wait 3600 s'))),
		behind: {
			count: 2,
			state: () => 'not sent',
			notSent: 'Not sent, because the service asked to wait N s',
		},
	},
	{
		name: '429 with Retry-After of 20 digits',
		service: answers(429, {}, { 'Retry-After': '9'.repeat(20) }),
		requestOptions: { maxRetryWait: 3 },
		httpCode: '429',
		message: 'Rate limit exceeded',
		cause: 'rate-limited',
		...all({ requests: 'several', details: refused('N times in T s') }),
	},
	{
		name: '429 with a date to wait for, of a clock that is an hour slow',
		service: {
			onRequest: (...request) => {
				const slow = Date.now() - 3_600_000;
				const headers = {
					Date: new Date(slow).toUTCString(),
					'Retry-After': new Date(slow + 60_000).toUTCString(),
				};
				answers(429, {}, headers).onRequest?.(...request);
			},
		},
		requestOptions: { maxRetryWait: 0.5 },
		httpCode: '429',
		message: 'Rate limit exceeded',
		cause: 'rate-limited',
		...all(once(refused('once and asked to wait 60 s'))),
	},
	{
		name: '500',
		service: answers(500, { message: 'Internal server error' }),
		httpCode: '500',
		message: 'Internal server error',
		...serviceFails(),
	},
	{
		name: '502 with an HTML page',
		service: answers(502, '<html><body><h1>Bad Gateway</h1></body></html>', html),
		httpCode: '502',
		message: 'The service failed with status 502 (text/html instead of JSON)',
		...serviceFails(`The response begins: ${page}`),
	},
	{
		name: '503',
		service: answers(503, {}),
		httpCode: '503',
		message: 'The service failed with status 503',
		...serviceFails(),
	},
	{
		name: 'an outage (503) longer than Max Retry Wait, and items behind it',
		service: answers(503, {}),
		requestOptions: { maxRetryWait: 1 },
		httpCode: '503',
		message: 'The service failed with status 503',
		...serviceFails(),
		reading: { ...serviceFails().reading, isAway: true },
		writing: { ...serviceFails().writing, isAway: true },
		differs: true,
		except: { 'campaign: sendToItems': { ...serviceFails().writing, cause: serviceFails().cause } },
		behind: {
			count: 4,
			// Three failures in a row are an outage; what only reads has failed three times by itself.
			state: (operation, place, goesOn) =>
				operation.readOnly || place > 2 || (operation.stopsAtFailure && !goesOn)
					? 'not sent'
					: 'uncertain',
			notSent: 'Not sent, because the service was unavailable for N s (503)',
		},
	},
	{
		name: '`success: false` under 200',
		service: answers(200, { success: false, message: 'Bad request' }),
		httpCode: '200',
		message: 'Bad request',
		...all(once(checkInputs)),
	},
	{
		name: 'connection refused',
		service: { baseUrl: 'http://127.0.0.1:9' },
		httpCode: 'ECONNREFUSED',
		message: 'The host {host} refused the connection (ECONNREFUSED)',
		cause: 'temporarily-unavailable',
		...neverLeft(checkRunning),
	},
	{
		name: 'name not found',
		// No name service can know a label of 64 letters, so that none is asked.
		service: { baseUrl: `http://${'a'.repeat(64)}.invalid` },
		httpCode: 'ENOTFOUND',
		message: 'The host {host} was not found (ENOTFOUND)',
		cause: 'configuration-invalid',
		...neverLeft(checkName),
	},
	{
		name: 'network unreachable',
		// An address of many hosts, to which there is no way for a connection.
		service: { baseUrl: 'http://224.0.0.1' },
		httpCode: 'ENETUNREACH',
		message: "The host {host} can't be reached (ENETUNREACH)",
		cause: 'temporarily-unavailable',
		...neverLeft(checkReach),
	},
	{ name: 'reset before the request was read', service: resetsBeforeReading, ...cutConnection },
	{ name: 'reset after the request was read', service: resetsAfterReading, ...cutConnection },
	{ name: 'reset within the answer', service: breaksOff, ...cutConnection },
	{ name: 'no answer until the timeout', service: neverAnswers, ...timeout },
	{ name: 'headers and then silence', service: onlySendsHeaders, ...timeout },
	{ name: 'an answer one byte a second', service: sendsByteBySecond, ...timeout },
	{
		name: 'an answer that is no HTTP',
		service: answersInNoHttp,
		httpCode: 'HPE_INVALID_CONSTANT',
		message:
			'The connection to {host} was lost before the response was complete (HPE_INVALID_CONSTANT)',
		...lostOnTheWay(checkNetwork),
	},
	{
		name: 'truncated JSON',
		service: answers(200, '{"success":tr'),
		message: 'The service answered with application/json that is not valid JSON',
		...noAnswerOfTheService('{"success":tr'),
	},
	...[
		['a JSON string', '"sent"'] as const,
		['null', 'null'] as const,
		['an array', '[]'] as const,
		['a number', '42'] as const,
	].map(([name, text]): Fault => ({
		name: `${name} where an object is due`,
		service: answers(200, text),
		message: 'The service answered with application/json in an unexpected format',
		...noAnswerOfTheService(text),
	})),
	{
		name: 'an answer nested in 20,000 levels',
		service: answers(200, '['.repeat(20_000) + ']'.repeat(20_000)),
		message: 'The response of {host} is too large: nested deeper than 64 levels',
		httpCode: '200',
		cause: 'temporarily-unavailable',
		reading: once(`${notTheService} ${checkInputs} The response begins: ${'['.repeat(200)}…`),
		writing: uncertain(
			`${notTheService} ${maybeProcessed} The response begins: ${'['.repeat(200)}…`,
		),
	},
	{
		name: 'an empty 200',
		service: answers(200, ''),
		message: 'The service answered with an empty body (application/json) instead of data',
		...noAnswerOfTheService(),
	},
	{
		name: 'gzip that does not unpack',
		service: answers(200, 'this is no gzip', { 'Content-Encoding': 'gzip' }),
		httpCode: 'Z_DATA_ERROR',
		message: 'The connection to {host} was lost before the response was complete (Z_DATA_ERROR)',
		...lostOnTheWay('Check the network between n8n and the service.'),
	},
	{
		name: 'a redirect to another origin',
		service: (elsewhere) => answers(307, '', { Location: `${elsewhere}/webhook?token=1` }),
		httpCode: '307',
		message: 'The service answered with a redirect to {elsewhere}/webhook',
		cause: 'configuration-invalid',
		...all(
			once(
				"Redirects aren't followed, to keep the API key safe. Enter the final address as 'Base URL' in the Messenger API credential.",
			),
		),
		affectsEveryRequest: true,
	},
	...[
		{ name: '50 MB of answer', service: sendsMegabytes(50) },
		{
			name: '50 MB of answer in 50 kB of gzip',
			service: answers(200, gzipSync(Buffer.alloc(50 * 1024 * 1024, ' ')), {
				'Content-Encoding': 'gzip',
			}),
		},
	].map((fault): Fault => ({
		...fault,
		httpCode: '200',
		message: 'The response of {host} is too large: more than {limit}',
		cause: 'temporarily-unavailable',
		reading: once(`${notTheService} ${checkInputs}`),
		writing: uncertain(`${notTheService} ${maybeProcessed}`),
	})),
];
