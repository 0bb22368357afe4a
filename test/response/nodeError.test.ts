import { NodeOperationError, type INode } from 'n8n-workflow';

import { nodeErrorOf } from '../../nodes/Messenger/nodeError';

const node = { name: 'Messenger', type: 'messenger', typeVersion: 1 } as INode;

it('an execution that was stopped is called "canceled", by which n8n knows that it has not failed', () => {
	const error = nodeErrorOf(node, new DOMException('This operation was aborted', 'AbortError'), 3);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe('The execution was canceled');
	expect(error.context.itemIndex).toBe(3);
});

it('an error that nobody foresaw keeps its words, and says the item', () => {
	const error = nodeErrorOf(node, new TypeError('x is undefined'), 3);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe('x is undefined');
	expect(error.context.itemIndex).toBe(3);
});

it('an error that n8n made stays as it is', () => {
	const error = new NodeOperationError(node, 'No such credential');
	expect(nodeErrorOf(node, error, 3)).toBe(error);
});
