import type { INode } from 'n8n-workflow';

import { nodeErrorOf, type NodeError } from './nodeError';
import type { Failure } from './outcome';

/** Items that the error names; the others are counted. */
const maxNamed = 5;

/** The error of a run that is not begun, because some of its items are not in order. */
export function badItemsError(
	node: INode,
	bad: Array<[itemIndex: number, failure: Failure]>,
): NodeError {
	const [[itemIndex, first], ...others] = bad as [[number, Failure], ...Array<[number, Failure]>];
	const error = nodeErrorOf(node, first, itemIndex);
	if (others.length === 0) return error;
	const named = others.slice(0, maxNamed - 1).map(([, { message }]) => message);
	const more = others.length - named.length;
	error.description = [
		error.description,
		'Also to correct:',
		...named,
		...(more > 0 ? [`and ${more} more ${more === 1 ? 'item' : 'items'}`] : []),
	]
		.filter((line) => line)
		.join('<br>');
	return error;
}
