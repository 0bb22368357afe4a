import { InvalidInput, words } from '../../nodes/Messenger/input/InvalidInput';
import {
	inputFailures,
	notSentFailure,
	requestFailure,
	unexpectedFailure,
} from '../../nodes/Messenger/run/failures';
import { keyMask, unmasked, type Mask } from '../../nodes/Messenger/input/keyMask';
import type { Failure } from '../../nodes/Messenger/run/outcome';
import type { Run, StopReason } from '../../nodes/Messenger/run/Run';
import { dataObject } from '../../nodes/Messenger/response/forms';
import { readResponse } from '../../nodes/Messenger/response/readResponse';

const inputFailure = (error: unknown, itemIndex: number, mask: Mask) =>
	inputFailures(error, mask)(itemIndex);

describe('an item that cannot be sent', () => {
	it('fails in the words of the check, with the item and the parameter', () => {
		const problem = () => "'Event Code' is empty";
		const error = new InvalidInput('eventCode', problem, () => 'Enter a value.');
		expect(inputFailure(error, 3, unmasked)).toEqual({
			state: 'not sent',
			message: "'Event Code' is empty [item 3]",
			description: 'Enter a value.',
			parameter: 'eventCode',
		});
	});

	it("fails in the words of n8n's expression error, as text", () => {
		const error = Object.assign(new Error('<b>No</b> such node [item 3]'), {
			description: 'See <a href="x">here</a>',
			context: { parameter: 'contactEmail' },
		});
		expect(inputFailure(error, 3, unmasked)).toEqual({
			state: 'not sent',
			message: '‹b›No‹/b› such node [item 3]',
			description: 'See ‹a href="x"›here‹/a›',
			parameter: 'contactEmail',
		});
	});

	it.each([
		['thrown', 'thrown [item 0]'],
		[new Error('odd'), 'odd [item 0]'],
	])('fails with whatever was thrown: %s', (error, message) => {
		expect(inputFailure(error, 0, unmasked)).toEqual({
			state: 'not sent',
			message,
			description: '',
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
				const shown = JSON.stringify(inputFailure(failure, 0, keyMask(key)));
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
		expect(inputFailure(own, 0, keyMask('key'))).toMatchObject({
			message: `'key' isn't "a [API key]" [item 0]`,
			description: 'Enter a key.',
		});
		const expression = Object.assign(new Error('no such key'), { label: "'key': " });
		expect(inputFailure(expression, 0, keyMask('key')).message).toBe(
			"'key': no such [API key] [item 0]",
		);
	});

	it('names its item behind whatever is long', () => {
		const { message } = inputFailure(new Error('odd '.repeat(100)), 12, unmasked);
		expect(message).toHaveLength(200);
		expect(message).toMatch(/^odd odd.*… \[item 12\]$/);
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
	const away = { httpCode: 'none', cause: 'temporarily-unavailable' as const };
	const limited = { httpCode: 'none', cause: 'rate-limited' as const, description: tryLater };
	const failed = {
		message: 'Not sent, because an earlier request of this run failed',
		description: 'Fix the earlier error, then send this item.',
		httpCode: 'none',
	};

	it.each<[StopReason | undefined, Omit<Failure, 'state'>]>([
		[
			{ kind: 'wrong for all', failure },
			{
				message: 'Not sent, because an earlier request of this run failed: Who are you?',
				description: 'Check the key.',
				httpCode: '401',
				cause: 'credential-invalid',
			},
		],
		[
			{ kind: 'refused', count: 10, failure },
			{
				message: 'Not sent, because the service refused 10 requests in a row and accepted none',
				description: 'The last error: Who are you? Correct the input, then send this item.',
				httpCode: '401',
			},
		],
		[{ kind: 'failed', failure }, failed],
		[undefined, failed],
		[
			{ kind: 'blocked' },
			{
				message: 'This API key is temporarily blocked after too many bad requests',
				description: 'Correct the input and wait before you try again.',
				httpCode: '403',
				cause: 'temporarily-unavailable',
			},
		],
		[
			{ kind: 'waited', milliseconds: 5000, outage: '503' },
			{
				...away,
				message: 'Not sent, because the service was unavailable for 5 s (503)',
				description: tryLater,
			},
		],
		[
			{ kind: 'waited', milliseconds: 5000, outage: 'ENOTFOUND', retryAfter: 60_000.4 },
			{
				...away,
				message: 'Not sent, because the service was unavailable for 5 s (ENOTFOUND)',
				description: `${check} ${tryLater}`,
				retryAfterMs: 60_000,
			},
		],
		[
			{ kind: 'waited', milliseconds: 5000, outage: 'ECONNREFUSED' },
			{
				...away,
				message: 'Not sent, because the service was unavailable for 5 s (ECONNREFUSED)',
				description: `${check} ${tryLater}`,
			},
		],
		[
			{ kind: 'waited', milliseconds: 5000 },
			{ ...limited, message: 'Not sent, because the service accepted nothing for 5 s' },
		],
		[
			{ kind: 'waited', milliseconds: 0, retryAfter: 60_000.4 },
			{
				...limited,
				message: 'Not sent, because the service asked to wait 60 s',
				retryAfterMs: 60_000,
			},
		],
		[
			{ kind: 'cancelled' },
			{
				message: 'Not sent, because the execution was cancelled',
				description: 'Run the workflow again to send this item.',
				httpCode: 'none',
			},
		],
	])('says why, and what to do: %j', (reason, words) => {
		expect(notSentFailure(reason)).toStrictEqual({ state: 'not sent', ...words });
	});

	it('quotes the last refusal with one full stop', () => {
		const described = (message: string) =>
			notSentFailure({ kind: 'refused', count: 10, failure: { ...failure, message } }).description;
		expect(described('Not valid.')).toMatch(/^The last error: Not valid\. Correct /);
		expect(described('Bad request')).toMatch(/^The last error: Bad request\. Correct /);
	});
});

const apiKey = 'sk-live-9b1d7f';
const run = {
	connection: { mask: keyMask(apiKey), host: 'a.example', path: '' },
} as Run;
const once = { attempts: 1, hasLeft: true, throttled: 0, throttledFor: 0 };

describe('what a failed request tells of the others', () => {
	const failureOf = (status?: number, isAnswer = false, headers = {}) => {
		const outcome =
			status === undefined
				? ({ kind: 'no response', code: 'ECONNRESET', reason: 'reset', requestLeft: true } as const)
				: ({ kind: 'response', status, headers, body: '{}' } as const);
		const whenRefused = () => (isAnswer ? { isAnswer } : undefined);
		const reading = readResponse(outcome, {
			readOnly: false,
			toItems: dataObject,
			whenRefused,
		});
		const request = { url: '/webhook/event/send', inputsToCheck: 'Check it.' };
		return requestFailure(run, request, { reading, ...once });
	};

	it.each<[status: number | undefined, isRefusal: boolean, isWrongForAll: boolean]>([
		[400, true, false],
		[401, true, true],
		[499, true, false],
		[429, false, false],
		[500, false, false],
		[503, false, false],
		[undefined, false, false],
	])('with the status %s', (status, isRefusal, isWrongForAll) => {
		expect(failureOf(status)).toMatchObject({ isRefusal, isWrongForAll });
	});

	it('has its cause and its pause only where there is one', () => {
		expect(failureOf(400).failure).toStrictEqual({
			state: 'failed',
			message: expect.any(String) as string,
			description: expect.any(String) as string,
			httpCode: '400',
		});
		expect(failureOf(401).failure).toStrictEqual({
			state: 'failed',
			message: "The service didn't accept the API key",
			description:
				"Check 'API Key' and 'Base URL' in the Messenger API credential. The request was not processed.",
			httpCode: '401',
			cause: 'credential-invalid',
		});
		expect(failureOf(429, false, { 'retry-after': '7' }).failure).toMatchObject({
			httpCode: '429',
			retryAfterMs: 7_000,
		});
	});

	it('is nothing where the operation takes it for an answer', () => {
		expect(failureOf(404, true)).toMatchObject({ isRefusal: false });
	});

	it('is nothing where it was never sent', () => {
		const tries = { attempts: 0, hasLeft: false, throttled: 0, throttledFor: 0 };
		const request = { url: '/webhook/event/send', inputsToCheck: 'Check it.' };
		expect(requestFailure(run, request, tries)).toMatchObject({
			failure: { state: 'not sent' },
			isRefusal: false,
			isWrongForAll: false,
		});
	});
});

describe('whom a failed request is about', () => {
	const subjectOf = (status: number, body: object, subject: unknown) => {
		const response = { kind: 'response' as const, status, headers: {}, body: JSON.stringify(body) };
		const reading = readResponse(response, { readOnly: false, toItems: dataObject });
		const request = { url: '/webhook/event/send', inputsToCheck: 'Check it.', subject };
		return requestFailure(run, request, { reading, ...once }).failure.subject;
	};

	it('is named where it was refused, or may have been processed', () => {
		expect(subjectOf(400, {}, 'a@b')).toBe('"a@b"');
		expect(subjectOf(503, {}, 'a@b')).toBe('"a@b"');
	});

	it.each([401, 403, 404, 406, 429])(
		'is not named where all others would meet it: %i',
		(status) => {
			expect(subjectOf(status, {}, 'a@b')).toBeUndefined();
		},
	);

	it('is not named where it is not one, or the message says it', () => {
		expect(subjectOf(400, {}, undefined)).toBeUndefined();
		expect(subjectOf(400, { message: 'Unknown: "a@b"' }, 'a@b')).toBeUndefined();
	});

	it('has the path of its endpoint in words of the node, and that of the Base URL without the key', () => {
		const given = {
			connection: { mask: keyMask('k'), host: 'a.example', path: '/[API key]' },
		} as Run;
		const response = { kind: 'response' as const, status: 404, headers: {}, body: '{}' };
		const reading = readResponse(response, { readOnly: true, toItems: dataObject });
		const request = { url: '/webhook/lists', inputsToCheck: 'Check it.' };
		expect(requestFailure(given, request, { reading, ...once }).failure.message).toBe(
			'Not found: the service has nothing at /[API key]/webhook/lists',
		);
	});

	it('is named without the API key, also where that would be cut', () => {
		expect(subjectOf(400, {}, `${apiKey}@b`)).toBe('"[API key]@b"');
		expect(subjectOf(400, {}, `${'x'.repeat(52)}${apiKey}`)).toBe(`"${'x'.repeat(52)}[API key…"`);
	});
});
