import { endpoints } from '../../../nodes/Messenger/http/endpoints';
import type { Connection } from '../../../nodes/Messenger/http/connection';
import { InvalidInput, words } from '../../../nodes/Messenger/input/InvalidInput';
import { keyMask, unmasked } from '../../../nodes/Messenger/input/keyMask';
import { dataObject } from '../../../nodes/Messenger/response/parse';
import type { SendResult } from '../../../nodes/Messenger/response/ServiceResponse';
import { verdictOf } from '../../../nodes/Messenger/response/verdict';
import {
	inputFailure,
	notSentFailure,
	requestFailure,
	unexpectedFailure,
	type StopReason,
} from '../../../nodes/Messenger/run/failures';
import type { OperationDefinition } from '../../../nodes/Messenger/run/operation';
import type { Failure } from '../../../nodes/Messenger/run/outcome';

describe('an item that cannot be sent', () => {
	const invalid = new InvalidInput(
		'eventCode',
		() => "'Event Code' is empty",
		() => 'Enter a value.',
	);
	const expression = Object.assign(new Error('<b>No</b> such node [item 3]'), {
		description: 'See <a href="x">here</a>',
		context: { parameter: 'contactEmail' },
	});

	it.each<[string, unknown, string, string, string | undefined]>([
		['the check', invalid, "'Event Code' is empty", 'Enter a value.', 'eventCode'],
		[
			...(["n8n's expression error, as text", expression] as const),
			...(['‹b›No‹/b› such node [item 3]', 'See ‹a href="x"›here‹/a›', 'contactEmail'] as const),
		],
		['whatever was thrown', 'thrown', 'thrown', '', undefined],
		['any error', new Error('odd'), 'odd', '', undefined],
	])('fails in the words of %s', (_, error, message, description, parameter) => {
		expect(inputFailure(error, unmasked, 3)).toEqual({
			...{ state: 'not sent', message, description, parameter, itemIndex: 3 },
		});
	});

	it.each(['sk_live<4fa8b9>c0ffee12', 'sk`live`4fa8', 'sk&live&4fa8b9', 'sk\\live"4fa8'])(
		'never shows the key %s, however it is quoted',
		(key) => {
			const error = (text: string) => Object.assign(new Error(text), { description: text });
			const invalid = new InvalidInput(
				'eventName',
				words`'a' isn't "${`x ${key}`}"`,
				words`${key}`,
			);
			const cut = new InvalidInput('eventName', words`${`${'x'.repeat(50)}${key}`}`, () => '');
			for (const failure of [error(`No ${key}`), error(JSON.stringify({ key })), invalid, cut]) {
				const shown = JSON.stringify(inputFailure(failure, keyMask(key), 0));
				expect(shown).toContain('[API');
				expect(shown).not.toMatch(/live|4fa8/);
			}
		},
	);

	it("never changes the node's own words, were the key one of them", () => {
		const own = new InvalidInput(
			'eventName',
			words`'key' isn't "${'a key'}"`,
			() => 'Enter a key.',
		);
		expect(inputFailure(own, keyMask('key'), 0)).toMatchObject({
			message: `'key' isn't "a [API key]"`,
			description: 'Enter a key.',
		});
		const expression = Object.assign(new Error('no such key'), { label: "'key': " });
		expect(inputFailure(expression, keyMask('key'), 0).message).toBe("'key': no such [API key]");
	});

	it('has no index where it is the whole run', () => {
		expect(inputFailure(invalid, unmasked).itemIndex).toBeUndefined();
	});
});

describe('a defect of the node', () => {
	it('leaves a campaign or an event in doubt, and a look-up failed', () => {
		const report = 'Please report this to the maintainers of the node.';
		expect(unexpectedFailure(new Error('<odd>'), false, unmasked)).toEqual({
			state: 'uncertain',
			message: 'The node failed: ‹odd›',
			description: `It may have been processed, so it was not sent again. Check in the service before you resend it. ${report}`,
			httpCode: 'none',
		});
		expect(unexpectedFailure('odd', true, unmasked)).toEqual({
			state: 'failed',
			message: 'The node failed: odd',
			description: report,
			httpCode: 'none',
		});
	});
});

describe('an item that was not sent', () => {
	const failure: Failure = {
		state: 'failed',
		message: 'Who are you?',
		description: 'Check the key.',
		httpCode: '401',
		cause: 'credential-invalid',
	};
	const tryLater = "Try again later, or raise 'Max Retry Wait' in the request options.";
	const check =
		"Check that the service is running, and 'Base URL' in the Messenger API credential.";
	const anEarlier = 'an earlier request of this run failed';
	const fixIt = 'Fix the earlier error, then send this item.';
	const waited = { kind: 'waited', milliseconds: 5000, isUnanswered: false } as const;
	const away = { cause: 'temporarily-unavailable' } as const;
	const limited = { cause: 'rate-limited' } as const;

	it.each<[StopReason | undefined, string, string, Partial<Failure>]>([
		[
			{ kind: 'affects every request', failure },
			`${anEarlier}: Who are you?`,
			'Check the key.',
			{ httpCode: '401', cause: 'credential-invalid' },
		],
		[
			{ kind: 'refused', failure },
			'the service refused 10 requests in a row and accepted none',
			'The last error: Who are you? Correct the input, then send this item.',
			{ httpCode: '401' },
		],
		[{ kind: 'failed' }, anEarlier, fixIt, {}],
		[undefined, anEarlier, fixIt, {}],
		[{ ...waited, outage: '503' }, 'the service was unavailable for 5 s (503)', tryLater, away],
		[
			{ ...waited, milliseconds: 49, outage: '503' },
			'the service was unavailable (503)',
			tryLater,
			away,
		],
		[
			{ ...waited, outage: 'ENOTFOUND' },
			'the service was unavailable for 5 s (ENOTFOUND)',
			`${check} ${tryLater}`,
			away,
		],
		[
			{ ...waited, isUnanswered: true },
			'the service left other requests unanswered for 5 s',
			tryLater,
			away,
		],
		[waited, 'the service accepted nothing for 5 s', tryLater, limited],
		[
			{ ...waited, retryAfter: 60_000.4 },
			'the service asked to wait 60 s',
			tryLater,
			{ ...limited, retryAfterMs: 60_000 },
		],
		[
			{ kind: 'cancelled' },
			'the execution was cancelled',
			'Run the workflow again to send this item.',
			{},
		],
	])('says why, and what to do: %j', (reason, why, description, more) => {
		const message = `Not sent, because ${why}`;
		expect(notSentFailure(reason)).toEqual({
			...{ state: 'not sent', message, description, httpCode: 'none', ...more },
		});
	});

	it('because the key is blocked says so as the one that was refused', () => {
		expect(notSentFailure({ kind: 'blocked' })).toEqual({
			state: 'not sent',
			message: 'This API key is temporarily blocked after too many bad requests',
			description: 'Correct the input and wait before you try again.',
			httpCode: '403',
			cause: 'temporarily-unavailable',
		});
	});

	it('quotes the last refusal with one full stop', () => {
		const described = (message: string) =>
			notSentFailure({ kind: 'refused', failure: { ...failure, message } }).description;
		expect(described('Not valid.')).toMatch(/^The last error: Not valid\. Correct /);
		expect(described('Bad request')).toMatch(/^The last error: Bad request\. Correct /);
	});
});

const apiKey = 'sk-live-9b1d7f';
const none = { params: {}, parts: {} };

/** What becomes of a request that ends so, about whom, and whether the other requests would as well. */
function ended(
	result: SendResult,
	{ readOnly = false, hasLeft = true, subject = undefined as unknown, path = '', count = 0 } = {},
) {
	const budget = { bytesLeft: 1000 };
	const verdict = verdictOf(result, { readOnly, toItems: dataObject, copies: 1, budget });
	const connection = { mask: keyMask(apiKey), host: 'a.example', path } as Connection;
	const operation = {
		endpoint: readOnly ? endpoints.getLists : endpoints.sendEvent,
		inputsToCheck: ['it'],
		subject: () => subject,
	} as unknown as OperationDefinition<object>;
	const tries = { attempts: 1, hasLeft, throttled: 0, throttledFor: 0 };
	const members = Array.from({ length: count }, (_, itemIndex) => ({ itemIndex, ...none }));
	return requestFailure(connection, operation, { parts: {}, members }, verdict, tries);
}

const answer = (status: number, body: object = {}, headers = {}): SendResult => ({
	...{ kind: 'response', status, headers, body: JSON.stringify(body) },
});
const lost: SendResult = {
	...{ kind: 'no response', code: 'ECONNRESET', reason: 'reset', requestLeft: true },
};

describe('a request that failed', () => {
	const text = expect.any(String) as string;

	it.each<[string, SendResult, Partial<Failure>, boolean]>([
		['a 400', answer(400), { state: 'failed', httpCode: '400' }, false],
		[
			'a 401',
			answer(401),
			{
				state: 'failed',
				message: "The service didn't accept the API key",
				description:
					"Check 'API Key' and 'Base URL' in the Messenger API credential. The request was not processed.",
				httpCode: '401',
				cause: 'credential-invalid',
			},
			true,
		],
		[
			'a 429',
			answer(429, {}, { 'retry-after': '7' }),
			{ state: 'failed', httpCode: '429', cause: 'rate-limited', retryAfterMs: 7_000 },
			false,
		],
		[
			'a 503',
			answer(503),
			{ state: 'uncertain', httpCode: '503', cause: 'temporarily-unavailable' },
			false,
		],
		[
			'a lost answer',
			lost,
			{ state: 'uncertain', httpCode: 'ECONNRESET', cause: 'temporarily-unavailable' },
			false,
		],
	])('by %s says how, and of the others of the run', (_, result, failure, affectsEveryRequest) => {
		expect(ended(result)).toEqual({
			...{ message: text, description: text, ...failure },
			affectsEveryRequest: affectsEveryRequest || undefined,
		});
	});

	it.each([
		['its only item', 400, 1, 0],
		['its only item', 503, 1, 0],
		['none of several items', 400, 2, undefined],
		['no item where it is wrong for all', 401, 1, undefined],
		['no item where it is wrong for all', 403, 1, undefined],
		['no item where it is wrong for all', 406, 1, undefined],
		['no item where it is wrong for all', 302, 1, undefined],
	])('is about %s, by %i of %i', (_, status, count, itemIndex) => {
		expect(ended(answer(status), { count }).itemIndex).toBe(itemIndex);
	});

	it('was not sent where it never left', () => {
		const refused = { ...lost, code: 'ECONNREFUSED', requestLeft: false };
		expect(ended(refused, { hasLeft: false }).state).toBe('not sent');
	});

	it('names the path of its endpoint behind that of the Base URL', () => {
		expect(ended(answer(404), { readOnly: true, path: '/[API key]' }).message).toBe(
			'Not found: the service has nothing at /[API key]/webhook/lists',
		);
	});

	it.each<[SendResult, unknown, string | undefined]>([
		[answer(400), 'a@b', '"a@b"'],
		[answer(503), 'a@b', '"a@b"'],
		...[401, 403, 404, 406, 429].map((status): [SendResult, unknown, undefined] => [
			...([answer(status), 'a@b', undefined] as const),
		]),
		[answer(400), undefined, undefined],
		[answer(400, { message: 'Unknown: "a@b"' }), 'a@b', undefined],
		[answer(400), `${apiKey}@b`, '"[API key]@b"'],
		[answer(400), `${'x'.repeat(52)}${apiKey}`, `"${'x'.repeat(52)}[API key…"`],
	])('by %j about %s is said to be about %s', (result, subject, named) => {
		expect(ended(result, { subject }).subject).toBe(named);
	});
});
