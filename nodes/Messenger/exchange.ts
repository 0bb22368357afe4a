import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { errorItem, nodeErrorOf } from './nodeError';
import type { Exchange, ItemContext, SentParameters } from './operation';
import { deliver } from './request/deliver';
import { nodeRun, type NodeRun } from './request/nodeRun';
import { previewOf } from './request/preview';
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
			const run = await nodeRun(
				this,
				() => this.getNodeParameter('requestOptions', {}) as RequestOptions,
			);
			let outcome = run.report.begin(itemIndex);
			if (outcome === undefined) {
				outcome = await exchangeItem(this, run, operation, options);
				run.report.settle(itemIndex, outcome);
			}
			if ('items' in outcome) return outcome.items;
			const error = outcome.createError();
			if (this.continueOnFail() || operation.readOnly) throw error;
			await run.report.allSettled();
			throw withRunSummary(error, run.report.summary());
		} catch (error) {
			const nodeError = nodeErrorOf(this.getNode(), error, itemIndex);
			if (!this.continueOnFail()) throw nodeError;
			return [errorItem(nodeError, itemIndex)];
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
	const node = context.getNode();
	const paired = (items: IDataObject[]) =>
		items.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	let request;
	try {
		request = operation.toRequest(sent, context);
	} catch (error) {
		return { state: 'not sent', createError: () => nodeErrorOf(node, error, itemIndex) };
	}
	if (Array.isArray(request)) return { state: 'nothing to send', items: paired(request) };
	if (request.preview)
		return { state: 'nothing to send', items: paired([previewOf(run, request)]) };

	const delivery = await deliver(context, run, request, { readOnly: operation.readOnly });
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
	const { state, problem } = reading;
	return { state, createError: () => serviceError(node, problem, itemIndex, run.apiKey) };
}
