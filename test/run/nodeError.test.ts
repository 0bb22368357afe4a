import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { errorItem, nodeErrorOf } from '../../nodes/Messenger/run/nodeError';
import type { Failure } from '../../nodes/Messenger/run/outcome';
import { declared, keepsFailure } from '../support/declaredFailure';

const node = { name: 'Messenger', type: 'n8n-nodes-messenger.messenger' } as INode;
const tool = { ...node, type: 'n8n-nodes-messenger.messengerTool' };
const refused: Failure = {
	state: 'failed',
	message: 'Bad request',
	description: 'Check the Email. Then try again.',
	httpCode: '400',
};
const malformed: Failure = {
	state: 'not sent',
	message: "'Email' is empty [item 7]",
	description: 'Fill it in.',
	parameter: 'email',
};
const errorOf = (changes: Partial<Failure> = {}) =>
	nodeErrorOf(node, { ...refused, ...changes }, 7) as NodeApiError;

describe('the error of an item that the service or the network failed', () => {
	it('says what happened, what to do, under which status and for which item', () => {
		const error = errorOf();
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe('Bad request');
		expect(error.description).toBe('Check the Email. Then try again.');
		expect(error.httpCode).toBe('400');
		expect(error.context.itemIndex).toBe(7);
		expect(error.node).toBe(node);
	});

	it('names whom the item is about at the end of the title, however long the words before it', () => {
		const subject = '"anna@example.com"';
		expect(errorOf({ subject }).message).toBe('Bad request for "anna@example.com"');
		expect(errorOf({ subject, message: 'Not valid.' }).message).toBe(
			'Not valid for "anna@example.com"',
		);
		expect(errorOf({ subject, message: 'x'.repeat(300) }).message).toBe(
			`${'x'.repeat(177)}… for "anna@example.com"`,
		);
	});

	it('has no title that n8n takes for a cancelled execution, whosever word it is', () => {
		const { message } = errorOf({ message: 'No event order_canceled', subject: '"canceled@a.b"' });
		expect(message).not.toContain('canceled');
		expect(message.replaceAll('\u2060', '')).toBe('No event order_canceled for "canceled@a.b"');
		const input = nodeErrorOf(node, { ...malformed, message: '"canceled" is bad' }, 7);
		expect(input.message).toBe('"cancel\u2060ed" is bad');
	});

	it.each(['429', '500', 'ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'none'])(
		'keeps its own words under %s, where n8n has others',
		(httpCode) => {
			const message = `The connection broke (${httpCode})`;
			expect(errorOf({ message, httpCode })).toMatchObject({ message, httpCode });
		},
	);

	it.each([
		['rate-limited' as const, { cause: 'rate-limited', retryAfterMs: 3000 }],
		['temporarily-unavailable' as const, { cause: 'temporarily-unavailable', retryAfterMs: 3000 }],
		['credential-invalid' as const, { cause: 'credential-invalid' }],
		['configuration-invalid' as const, { cause: 'configuration-invalid' }],
	])('tells n8n in its own vocabulary that it is %s', (cause, failure) => {
		const error = errorOf({ cause, retryAfterMs: 3000 }) as { failure?: unknown };
		expect(error.failure).toEqual(declared(failure));
	});

	it('tells n8n nothing where the failure proves nothing', () => {
		expect((errorOf() as { failure?: unknown }).failure).toBeUndefined();
	});

	it('carries no cause, in which the key could be', () => {
		expect(errorOf()).not.toHaveProperty('cause', expect.anything());
	});

	it('is a new one each time, because n8n writes into it', () => {
		expect(errorOf()).not.toBe(errorOf());
	});
});

it('the error of an item that is not in order names the parameter and has no status', () => {
	const error = nodeErrorOf(node, malformed, 7);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe("'Email' is empty [item 7]");
	expect(error.description).toBe('Fill it in.');
	expect(error.context).toMatchObject({ itemIndex: 7, parameter: 'email' });
	expect(error).not.toHaveProperty('httpCode');
});

describe("what an agent's model sees, which is the message alone", () => {
	const uncertain: Failure = { ...refused, state: 'uncertain', message: 'Down' };
	const warning = 'May have been sent already, do not call again: Down';

	it('begins with what must not be done after a call that may have been sent', () => {
		expect(nodeErrorOf(tool, uncertain, 0).message).toBe(warning);
		expect(errorItem(tool, uncertain, 0).json.error).toBe(warning);
	});

	it('is the plain message of every other failure', () => {
		expect(nodeErrorOf(tool, refused, 0).message).toBe('Bad request');
		expect(nodeErrorOf(tool, { ...refused, state: 'not sent' }, 0).message).toBe('Bad request');
	});

	it('is said to models only', () => {
		expect(nodeErrorOf(node, uncertain, 0).message).toBe('Down');
		expect(errorItem(node, uncertain, 0).json.error).toBe('Down');
	});
});

describe('what stands for a failed item where the node goes on', () => {
	it('says what happened and what to do, and belongs to its input item', () => {
		expect(errorItem(node, refused, 7)).toMatchObject({
			json: { error: 'Bad request', message: 'Check the Email. Then try again.' },
			pairedItem: { item: 7 },
		});
	});

	it.each([
		['Add a ?, e.g. my_var?.first', 'Add a ?, e.g. my_var?.first. Nothing was sent for this item.'],
		['Fill it in.', 'Fill it in. Nothing was sent for this item.'],
		['', 'Nothing was sent for this item.'],
	])('says in a sentence of its own that nothing was sent, after "%s"', (description, message) => {
		expect(errorItem(node, { ...malformed, description }, 7).json).toMatchObject({ message });
	});

	it('has no message where there is nothing to do', () => {
		expect(errorItem(node, { ...refused, description: '' }, 7).json).not.toHaveProperty('message');
	});

	it.each<[string, Failure, object]>([
		['a refusal', refused, { state: 'failed', httpCode: '400' }],
		[
			'a throttled request',
			{ ...refused, httpCode: '429', cause: 'rate-limited', retryAfterMs: 3000 },
			{ state: 'failed', httpCode: '429', retryAfterMs: 3000 },
		],
		[
			'a lost answer',
			{ ...refused, state: 'uncertain', httpCode: 'ECONNRESET' },
			{ state: 'uncertain', httpCode: 'ECONNRESET' },
		],
		['a malformed value', malformed, { state: 'not sent', parameter: 'email' }],
		[
			'what was held back',
			{ ...refused, state: 'not sent', httpCode: 'none' },
			{ state: 'not sent' },
		],
	])('can be routed after %s by its details', (_, failure, details) => {
		const { json } = errorItem(node, failure, 0);
		expect(json.details).toEqual(keepsFailure ? details : undefined);
		// n8n 1.x's error output recognises no third key.
		expect(Object.keys(json)).toEqual(['error', 'message', ...(keepsFailure ? ['details'] : [])]);
	});
});
