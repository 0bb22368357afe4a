import type { FailedExpression } from '../../../nodes/runtime/engine/ParameterReader';
import type { Connection } from '../../../nodes/runtime/http/connection';
import { InvalidInput } from '../../../nodes/runtime/input/InvalidInput';
import { keyMask } from '../../../nodes/runtime/input/keyMask';
import type { SendResult } from '../../../nodes/runtime/response/ServiceResponse';
import { mayHaveBeenProcessed } from '../../../nodes/runtime/response/phrases';
import type { OperationDefinition } from '../../../nodes/runtime/run/operation';
import {
	inputFailure,
	notSentFailure,
	unexpectedFailure,
	type Failure,
	type StopReason,
} from '../../../nodes/runtime/run/outcome';
import { aboutOf, type Run } from '../../../nodes/runtime/run/Run';
import { requestFailure } from '../../../nodes/runtime/send/sendRequest';
import { service } from '../../../nodes/Messenger/service';
import { endpoints } from '../../support/endpoints';
import { failedBy, lookUp, noResponse, response } from '../../support/reader';

const key = 'sk<4fa8>"c0';
const mask = keyMask(key);
const item = { itemIndex: 3, parts: {} };
const operationOf = (some: object) => some as OperationDefinition;

/** Without the words that other rooms have: they stand in the snapshots there. */
const tableOf = (rows: object) =>
	Object.entries(rows as Record<string, Failure>)
		.map(([name, { message, description, ...rest }]) =>
			[`${name}: ${JSON.stringify(rest)}`, message, description].join('\n  ').trim(),
		)
		.join('\n')
		.replaceAll(mayHaveBeenProcessed, '(It may have been processed.)');

it('what was not sent says why (R3, R6)', () => {
	const wrong: Failure = {
		state: 'failed',
		message: 'Who are you?',
		description: 'Check the key.',
		httpCode: '401',
	};
	const waited = { kind: 'waited', cause: 'rate limit' } as const;
	const outage = (result: SendResult) =>
		({ ...waited, cause: 'outage', failure: failedBy(result) }) as const;
	const reasons: Record<string, StopReason> = {
		'wrong for all, though the first may have been processed': {
			kind: 'failed',
			failure: {
				...wrong,
				state: 'uncertain',
				description: 'Follow no redirect.',
				ofRequest: `${mayHaveBeenProcessed} The response begins: no`,
			},
		},
		cancelled: { kind: 'cancelled' },
		'away, with a status': outage(response(503, {})),
		'away, without one': outage(noResponse('ENOTFOUND', false)),
		unanswered: { ...waited, cause: 'unanswered' },
		blocked: outage(response(403, {})),
		throttled: waited,
		'asked to wait': { ...waited, retryAfter: 60_000.4 },
	};
	const rows = Object.entries(reasons).map(([name, why]) => [name, notSentFailure(why)]);
	rows.push(['not begun', notSentFailure()]);
	expect(tableOf(Object.fromEntries(rows) as object)).toMatchSnapshot();
});

it('each failure says what happened and what to do where an input or the node is wrong, and none of them the key (C5, C6, I8)', () => {
	const check = new InvalidInput('code', "'key' isn't", 'No key.', `a key, ${key}`);
	const expression = Object.assign(new Error(`<b>No</b> key ${key}`), {
		description: `See <a>${JSON.stringify(key)}</a>`,
		label: "'key': ",
		parameter: 'contactEmail',
	}) satisfies Pick<FailedExpression, 'label' | 'parameter'>;
	const rows = {
		'a check': inputFailure(check, mask, 3),
		'an expression': inputFailure(expression, mask, 3),
		'a check, with the key "key"': inputFailure(check, keyMask('key'), 3),
		'an expression, with the key "key"': inputFailure(expression, keyMask('key'), 3),
		'whatever was thrown, for the whole run': inputFailure('thrown', mask),
		'a defect that writes': unexpectedFailure(new Error(`odd ${key}`), false, mask),
		'a defect that reads': unexpectedFailure('odd', true, mask),
	};
	expect(tableOf(rows)).toMatchSnapshot();
});

describe('the failure of a request', () => {
	/** The failure of a lookup that ends so. */
	function ended(result: SendResult, tries: number, count = 1) {
		const failed = failedBy(result, lookUp);
		const connection = { service, mask, host: 'a.example' } as Connection;
		const operation = operationOf({ endpoint: endpoints.getLists, inputsToCheck: ['it'] });
		const attempts = { tried: tries, throttled: tries };
		const planned = { parts: {}, members: Array(count).fill({ ...item, params: {} }) };
		const run = { operation } as Run;
		return requestFailure({ connection, run }, planned, failed, attempts);
	}

	it('names its item, if it has one', () => {
		const items = [1, 2].map((count) => ended(response(503, {}), 1, count).itemIndex);
		expect(items).toEqual([3, undefined]);
	});

	it('says how often it was tried or throttled (E1, R6)', () => {
		const ofRequest = (status: number, headers = {}, tries = 2) =>
			ended(response(status, {}, headers), tries).ofRequest;
		expect([
			...[ofRequest(429, {}, 3), ofRequest(429, { 'retry-after': '90' }, 1)],
			...[ofRequest(503), ofRequest(503, {}, 1), ofRequest(403), ofRequest(400)],
		]).toEqual([
			'The service throttled this request 3 times. It was not processed.',
			'The service throttled this request once and asked to wait 90 s. It was not processed.',
			...['The node tried 2 times.', '', 'The node tried 2 times.', ''],
		]);
	});
});

it('whom a request is about is said without the key, of a checked value too (C5)', () => {
	const operation = operationOf({ about: () => ({ subject: `${key}@a.b` }) });
	expect(aboutOf(operation, mask, { ...item, params: {} })).toEqual({ subject: '[API key]@a.b' });
});
