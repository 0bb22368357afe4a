import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { InvalidInput } from './input/InvalidInput';

/** An error that n8n shows with the item that it belongs to. */
export type NodeError = NodeApiError | NodeOperationError;

/** n8n knows by its own word "canceled" that an execution was stopped and has not failed. */
const canceled = 'The execution was canceled';

/** An error of a check gets the item's number; one that n8n made keeps its own form. */
export function nodeErrorOf(node: INode, error: unknown, itemIndex: number): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if ((error as Error).name === 'AbortError') {
		return new NodeOperationError(node, canceled, { itemIndex });
	}
	if (!(error instanceof InvalidInput)) {
		return new NodeOperationError(node, error as Error, { itemIndex });
	}
	const nodeError = new NodeOperationError(node, `${error.message} [item ${itemIndex}]`, {
		itemIndex,
		description: `${error.advice} (Parameter: ${error.parameter}. Nothing was sent for this item.)`,
	});
	nodeError.context.parameter = error.parameter;
	return nodeError;
}

/**
 * What stands for an item that failed, where the node goes on after errors. In this form, without
 * the error itself, n8n's error output also holds the fields of the input item; and by these two
 * names, with no third, n8n 1.x knows that it belongs there.
 */
export function errorItem(
	{ message, description }: NodeError,
	itemIndex: number,
): INodeExecutionData {
	return {
		json: { error: message, ...(description && { message: description }) },
		pairedItem: { item: itemIndex },
	};
}
