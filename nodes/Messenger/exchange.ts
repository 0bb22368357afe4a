import { NodeApiError, NodeOperationError, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { InvalidInput } from './input/InvalidInput';
import type { Exchange, ItemContext, SentParameters } from './operation';
import { deliver } from './request/deliver';
import { nodeRun, type NodeRun } from './request/nodeRun';
import type { RequestOptions } from './request/requestOptions';
import type { Outcome } from './request/RunReport';
import { readDelivery } from './response/readDelivery';
import { withRunSummary } from './response/runSummary';
import { serviceError } from './response/serviceError';

/**
 * An operation's place in the declarative engine: its pagination function, which the engine calls
 * for each item instead of sending. It is where a declarative node may check, wait and repeat.
 */
export function exchange(operation: Exchange) {
	return async function (
		this: ItemContext,
		{ options }: { options: SentParameters },
	): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		try {
			const run = await nodeRun(this, () => this.getNodeParameter('requestOptions', {}) as RequestOptions);
			let outcome = run.report.begin(itemIndex);
			if (outcome === undefined) {
				outcome = await exchangeItem(this, run, operation, options);
				run.report.settle(itemIndex, outcome);
			}
			if ('items' in outcome) return outcome.items;
			if (this.continueOnFail() || operation.readOnly) throw outcome.createError();
			await run.report.allSettled();
			throw withRunSummary(outcome.createError(), run.report.summary());
		} catch (error) {
			const nodeError = asNodeError(this, error, itemIndex);
			if (!this.continueOnFail()) throw nodeError;
			return [{ json: {}, error: nodeError, pairedItem: { item: itemIndex } }];
		}
	};
}

async function exchangeItem(
	context: ItemContext,
	run: NodeRun,
	operation: Exchange,
	sent: SentParameters,
): Promise<Outcome> {
	const itemIndex = context.getItemIndex();
	const paired = (items: IDataObject[]) =>
		items.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	let request;
	try {
		request = operation.toRequest(sent, context);
	} catch (error) {
		return { state: 'not sent', createError: () => asNodeError(context, error, itemIndex) };
	}
	if (Array.isArray(request)) return { state: 'nothing to send', items: paired(request) };

	const delivery = await deliver(context, run, request, operation.readOnly);
	const reading = readDelivery(delivery, {
		run,
		path: request.path,
		readOnly: operation.readOnly,
		inputsToCheck: operation.inputsToCheck,
		toItems: (body) => operation.toItems(body, context),
		whenRefused: (status, body) => operation.whenRefused?.(status, body, context),
		adviceOnRefusal: (status, body) => operation.adviceOnRefusal?.(status, body),
	});
	if (reading.state === 'accepted') return { state: 'accepted', items: paired(reading.items) };
	const apiKey = String(run.credential.data?.apiKey);
	return {
		state: reading.state,
		createError: () => serviceError(context.getNode(), reading.problem, itemIndex, apiKey),
	};
}

/** An error of a check gets the item's number; one that n8n made keeps its own form. */
function asNodeError(context: ItemContext, error: unknown, itemIndex: number) {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const node = context.getNode();
	if (error instanceof InvalidInput) {
		const nodeError = new NodeOperationError(node, `${error.message} [item ${itemIndex}]`, {
			itemIndex,
			description: `${error.advice} (Parameter: ${error.parameter}. Nothing was sent for this item.)`,
		});
		nodeError.context.parameter = error.parameter;
		return nodeError;
	}
	return new NodeOperationError(node, error as Error, { itemIndex });
}
