import { checkedApiKey } from '../../nodes/Messenger/input/apiKey';
import { checkedBaseUrl } from '../../nodes/Messenger/input/baseUrl';
import { unmasked } from '../../nodes/Messenger/input/keyMask';
import { ownCodes } from '../../nodes/Messenger/response/networkFailure';
import { dataObject } from '../../nodes/Messenger/response/parse';
import type { SendResult, ServiceResponse } from '../../nodes/Messenger/response/ServiceResponse';
import { problemOf } from '../../nodes/Messenger/response/statusProblems';
import { verdictOf } from '../../nodes/Messenger/response/verdict';
import { inputFailure, notSentFailure, type StopReason } from '../../nodes/Messenger/run/failures';
import type { Failure } from '../../nodes/Messenger/run/outcome';
import { hintsAfterRun } from '../../nodes/Messenger/run/summary';
import type { ShownText } from './descriptionTexts';

const host = 'api.example.com';
const json = { 'content-type': 'application/json' };

/** What a service may answer, by the name under which the table shows it. */
const responses: Array<[string, Omit<ServiceResponse, 'kind'>]> = [
	...[400, 401, 403, 404, 406, 409, 429, 500, 503].flatMap(
		(status): Array<[string, Omit<ServiceResponse, 'kind'>]> => [
			[`${status}`, { status, headers: json, body: '{}' }],
			[
				`${status} with words of the service`,
				{ status, headers: json, body: '{"success":false,"message":"Words of the service"}' },
			],
		],
	),
	['429 with Retry-After', { status: 429, headers: { 'retry-after': '30' }, body: '' }],
	['A redirect', { status: 302, headers: { location: 'https://example.com/login' }, body: '' }],
	['502 with a page', { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' }],
	['200 with a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }],
	['200 without a body', { status: 200, headers: {}, body: '' }],
	['200 of another form', { status: 200, headers: json, body: '[]' }],
	[
		'200 too large',
		{ status: 200, headers: json, body: '', tooLarge: { excess: 'more than 1 MB' } },
	],
	[
		'200 too large for the run',
		{
			status: 200,
			headers: json,
			body: '',
			tooLarge: { excess: 'more than 256 MB together', isRun: true },
		},
	],
	['200 cut off', { status: 200, headers: json, body: '{"data":' }],
];

const networkCodes = [
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
	...['ECONNRESET', 'CERT_HAS_EXPIRED', 'EPROTO', 'Z_DATA_ERROR'],
	...Object.values(ownCodes),
];

const results: Array<[string, SendResult]> = [
	...responses.map(([name, response]): [string, SendResult] => [
		name,
		{ kind: 'response', ...response },
	]),
	...networkCodes.map((code): [string, SendResult] => [
		code,
		{ kind: 'no response', code, reason: 'no response within 300 s', requestLeft: true },
	]),
];

/** The problems of a request that only reads and of one that must not happen twice. */
function requestTexts(): ShownText[] {
	const budget = { bytesLeft: Infinity };
	return results.flatMap(([name, result]) =>
		[true, false].flatMap((readOnly) => {
			const verdict = verdictOf(result, { readOnly, toItems: dataObject, copies: 1, budget });
			const problem = problemOf(verdict, {
				host,
				path: '/webhook/event/send',
				inputsToCheck: ["'Email'"],
				tries: { attempts: readOnly ? 3 : 1, throttled: 2, throttledFor: 300_000, hasLeft: true },
				mask: unmasked,
			});
			const where = `${name}, ${readOnly ? 'reading' : 'writing'}`;
			return messageTexts(where, problem);
		}),
	);
}

const failure: Failure = {
	state: 'failed',
	message: "The service didn't accept the API key",
	description: "Check 'API Key' and 'Base URL' in the Messenger API credential.",
	httpCode: '401',
};

const stopReasons: Array<StopReason | undefined> = [
	{ kind: 'affects every request', failure },
	{ kind: 'refused', failure },
	{ kind: 'failed' },
	{ kind: 'blocked' },
	{ kind: 'waited', milliseconds: 300_000, outage: '503', isUnanswered: false },
	{ kind: 'waited', milliseconds: 300_000, retryAfter: 3_600_000, isUnanswered: false },
	{ kind: 'waited', milliseconds: 300_000, isUnanswered: true },
	{ kind: 'waited', milliseconds: 300_000, isUnanswered: false },
	{ kind: 'cancelled' },
	undefined,
];

const credentialChecks = [
	...['', 'api.example.com', 'ftp://x', 'https://a:b@x.example', 'https://x.example?a=1'],
	...['https://x.example#a', 'https://x.example/../a', 'https://x.example:0443'],
	...['http://x.example', `https://x.example/${'x'.repeat(3000)}`],
].map((baseUrl) => () => checkedBaseUrl(baseUrl, false));

function credentialTexts(): ShownText[] {
	const checks = [...credentialChecks, () => checkedApiKey(''), () => checkedApiKey('a b')];
	return checks.flatMap((check) => {
		try {
			check();
		} catch (error) {
			return messageTexts('The credential', inputFailure(error, unmasked));
		}
		throw new Error('A credential that is to be refused was accepted');
	});
}

export function messageTexts(
	where: string,
	{ message, description }: Pick<Failure, 'message' | 'description'>,
): ShownText[] {
	return [
		{ where, kind: 'message', text: message },
		...(description ? [{ where, kind: 'advice' as const, text: description }] : []),
	];
}

/** What a user reads where a request was not accepted, and after a run that had to wait. */
export function problemTexts(): ShownText[] {
	const uncertain: Failure = { ...failure, state: 'uncertain' };
	return [
		...requestTexts(),
		...stopReasons.flatMap((reason) =>
			messageTexts(`Not sent: ${reason?.kind ?? 'no reason known'}`, notSentFailure(reason)),
		),
		...credentialTexts(),
		...hintsAfterRun({ throttled: 2, outageMs: 20_000 }, [uncertain, uncertain]).map(
			(text): ShownText => ({
				where: 'After a run',
				kind: 'hint',
				text,
			}),
		),
	];
}
