import { NodeOperationError, type INode } from 'n8n-workflow';

import { badItemsError } from '../../nodes/Messenger/run/badItems';
import type { Failure } from '../../nodes/Messenger/run/outcome';

const node = { name: 'Messenger', type: 'messenger', typeVersion: 1 } as INode;

/** The error of a run in which so many items are bad, from item 3 on. */
function errorOf(count: number, advice = 'Give an address.') {
	return badItemsError(
		node,
		Array.from({ length: count }, (_, index): [number, Failure] => [
			index + 3,
			{
				state: 'not sent',
				message: `'Email' isn't a valid email address: "a@" [item ${index + 3}]`,
				description: advice,
				parameter: 'email',
			},
		]),
	);
}

const said = (item: number) => `'Email' isn't a valid email address: "a@" [item ${item}]`;

describe('the error of a run with bad items', () => {
	it('is that of the first one', () => {
		const error = errorOf(2);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(`'Email' isn't a valid email address: "a@" [item 3]`);
		expect(error.context).toMatchObject({ itemIndex: 3, parameter: 'email' });
	});

	it('names no other where there is none', () => {
		expect(errorOf(1).description).toBe('Give an address.');
	});

	it('begins with the others where an expression failed, for which there is no advice', () => {
		expect(errorOf(2, '').description).toBe(['Also to correct:', said(4)].join('<br>'));
	});

	it('names the first five with their values', () => {
		expect(errorOf(5).description).toBe(
			['Give an address.', 'Also to correct:', ...[4, 5, 6, 7].map(said)].join('<br>'),
		);
	});

	it.each([
		[6, 'and 1 more item'],
		[1000, 'and 995 more items'],
	])('counts what is beyond five of %i', (count, others) => {
		expect(errorOf(count).description).toBe(
			['Give an address.', 'Also to correct:', ...[4, 5, 6, 7].map(said), others].join('<br>'),
		);
	});
});
