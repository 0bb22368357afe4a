import { InvalidInput, quoted } from '../../nodes/Messenger/input/InvalidInput';
import {
	inputFailure,
	notSentFailure,
	requestFailure,
	unexpectedFailure,
} from '../../nodes/Messenger/run/failures';
import type { Failure } from '../../nodes/Messenger/run/outcome';
import type { Run, StopReason } from '../../nodes/Messenger/run/Run';
import { dataObject } from '../../nodes/Messenger/response/forms';
import { readResponse } from '../../nodes/Messenger/response/readResponse';

describe('an item that cannot be sent', () => {
	it('fails in the words of the check, with the item and the parameter', () => {
		const error = new InvalidInput('eventCode', "'Event Code' is empty", 'Enter a value.');
		expect(inputFailure(error, 3)).toEqual({
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
		expect(inputFailure(error, 3)).toEqual({
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
		expect(inputFailure(error, 0)).toEqual({
			state: 'not sent',
			message,
			description: '',
		});
	});

	it.each(['sk_live<4fa8b9>c0ffee12', 'sk`live`4fa8', 'sk&live&4fa8b9', 'sk\\live"4fa8'])(
		'never shows the key %s, however it is quoted',
		(key) => {
			const error = (text: string) => Object.assign(new Error(text), { description: text });
			const invalid = new InvalidInput('eventName', `'a' isn't b: ${quoted(`x ${key}`)}`, key);
			const cut = new InvalidInput('eventName', quoted(`${'x'.repeat(50)}${key}`), '');
			for (const failure of [error(`No ${key}`), error(JSON.stringify({ key })), invalid, cut]) {
				const shown = JSON.stringify(inputFailure(failure, 0, key));
				expect(shown).toContain('[API key]');
				expect(shown).not.toMatch(/live|4fa8/);
			}
		},
	);

	it('never shows a key with what nobody sees in it', () => {
		const text = 'No sk-live\u200b-4fa8b9\u2060c0 here';
		const error = Object.assign(new Error(text), { description: text });
		expect(inputFailure(error, 0, 'sk-live-4fa8b9c0')).toEqual({
			state: 'not sent',
			message: 'No [API key] here [item 0]',
			description: 'No [API key] here',
		});
	});

	it('names its item behind whatever is long', () => {
		const { message } = inputFailure(new Error('odd '.repeat(100)), 12);
		expect(message).toHaveLength(200);
		expect(message).toMatch(/^odd odd.*… \[item 12\]$/);
	});
});

describe('a defect of the node', () => {
	it('leaves a campaign or an event in doubt, and a look-up failed', () => {
		expect(unexpectedFailure(new Error('odd'), false)).toMatchObject({
			state: 'uncertain',
			message: 'The node failed: odd',
			description: expect.stringContaining('It may have been processed'),
		});
		expect(unexpectedFailure('odd', true)).toMatchObject({
			state: 'failed',
			message: 'The node failed: odd',
			description: 'Please report this to the maintainers of the node.',
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

	it.each<[StopReason | undefined, RegExp, string]>([
		[{ kind: 'wrong for all', failure }, /earlier request .*: Who are you\?$/, '401'],
		[{ kind: 'refused', count: 10, failure }, /refused 10 requests in a row/, '401'],
		[{ kind: 'failed', failure }, /an earlier request of this run failed/, 'none'],
		[{ kind: 'blocked' }, /temporarily blocked/, '403'],
		[
			{ kind: 'waited', milliseconds: 5000, outage: '503' },
			/was unavailable for 5 s \(503\)$/,
			'none',
		],
		[{ kind: 'waited', milliseconds: 5000 }, /accepted nothing for 5 s$/, 'none'],
		[{ kind: 'waited', milliseconds: 0, retryAfter: 60_000 }, /asked to wait 60 s$/, 'none'],
		[{ kind: 'cancelled' }, /the execution was cancelled$/, 'none'],
		[undefined, /an earlier request of this run failed$/, 'none'],
	])('says why: %j', (reason, message, httpCode) => {
		expect(notSentFailure(reason)).toMatchObject({
			state: 'not sent',
			message: expect.stringMatching(message),
			httpCode,
		});
	});

	it.each([
		['ECONNREFUSED', /^Check that the service is running, and 'Base URL' .*\. Try again later/],
		['ENOTFOUND', /^Check that the service is running, and 'Base URL' .*\. Try again later/],
		['503', /^Try again later, or raise 'Max Retry Wait'/],
	])('says what to check first where nothing answers: %s', (outage, description) => {
		expect(notSentFailure({ kind: 'waited', milliseconds: 5000, outage }).description).toMatch(
			description,
		);
	});

	it('quotes the last refusal with one full stop', () => {
		const described = (message: string) =>
			notSentFailure({ kind: 'refused', count: 10, failure: { ...failure, message } }).description;
		expect(described('Not valid.')).toMatch(/^The last error: Not valid\. Correct /);
		expect(described('Bad request')).toMatch(/^The last error: Bad request\. Correct /);
	});
});

describe('what a failed request tells of the others', () => {
	const apiKey = 'sk-live-9b1d7f';
	const run = { connection: { apiKey, host: 'a.example', baseUrl: 'https://a.example' } } as Run;
	const failureOf = (status?: number, isAnswer = false) => {
		const outcome =
			status === undefined
				? ({ kind: 'no response', code: 'ECONNRESET', reason: 'reset', requestLeft: true } as const)
				: ({ kind: 'response', status, headers: {}, body: '{}' } as const);
		const whenRefused = () => ({ isAnswer });
		const reading = readResponse(outcome, {
			apiKey,
			readOnly: false,
			toItems: dataObject,
			whenRefused,
		});
		const request = { url: '/webhook/event/send', inputsToCheck: 'Check it.' };
		const tries = { attempts: 1, hasLeft: true, throttled: 0, throttledFor: 0 };
		return requestFailure(run, request, { reading, ...tries });
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
	const apiKey = 'sk-live-9b1d7f';
	const run = { connection: { apiKey, host: 'a.example', baseUrl: 'https://a.example' } } as Run;
	const subjectOf = (status: number, body: object, subject: unknown) => {
		const response = { kind: 'response' as const, status, headers: {}, body: JSON.stringify(body) };
		const reading = readResponse(response, { apiKey, readOnly: false, toItems: dataObject });
		const request = { url: '/webhook/event/send', inputsToCheck: 'Check it.', subject };
		const tries = { attempts: 1, hasLeft: true, throttled: 0, throttledFor: 0 };
		return requestFailure(run, request, { reading, ...tries }).failure.subject;
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

	it('is named without the API key', () => {
		expect(subjectOf(400, {}, `${apiKey}@b`)).toBe('"[API key]@b"');
	});
});
