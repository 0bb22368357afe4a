import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { CheckedItem, OperationDefinition, PlannedRequest } from './operation';
import { maskOf, openConnection, type Connection } from '../http/connection';
import type { RequestOptions } from '../http/options';
import { Breather } from './Breather';
import { inputFailures, unexpectedFailure } from './failures';
import { heldFailure, holdFailure } from './heldCalls';
import { errorItem, nodeErrorOf } from './nodeError';
import { isManual } from './manual';
import { isFailure, nothingToSend, type Outcome } from './outcome';
import { prepare } from './prepare';
import { Run } from './Run';
import { sendRequest } from './sendRequest';
import { withRunSummary } from './summary';

/**
 * An operation's place in n8n's declarative engine: its pagination function, which the engine calls
 * for an item instead of sending. Agents that call their tools by themselves come this way. Each
 * call is a run of its own, with its own credential, report and error.
 */
export function executeItem<Sent extends object>(operation: OperationDefinition<Sent>) {
	return async function (
		this: IExecutePaginationFunctions,
		{ options }: { options: Pick<IHttpRequestOptions, 'body' | 'qs'> },
	): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		const node = this.getNode();
		const sent = { ...options.qs, ...(options.body as IDataObject) } as Sent;
		const outcome = await outcomeOf(this, operation, sent);
		if (!isFailure(outcome)) return outcome.items;
		holdFailure(this, outcome);
		if (this.continueOnFail()) return [errorItem(node, outcome, itemIndex)];
		const { readOnly } = operation.endpoint;
		throw withRunSummary(nodeErrorOf(node, outcome, itemIndex), [outcome], { readOnly });
	};
}

async function outcomeOf<Sent extends object>(
	context: IExecutePaginationFunctions,
	operation: OperationDefinition<Sent>,
	sent: Sent,
): Promise<Outcome> {
	try {
		const requestOptions = context.getNodeParameter('requestOptions', {}) as RequestOptions;
		const connection = await openConnection(context, requestOptions);
		const held = heldFailure(context);
		if (held !== undefined && !connection.options.resendUncertain) return held;
		return await callOnce(context, connection, operation, sent);
	} catch (error) {
		return inputFailures(error, await maskOf(context))(context.getItemIndex());
	}
}

/** @throws InvalidInput where the call is not in order */
async function callOnce<Sent extends object>(
	context: IExecutePaginationFunctions,
	connection: Connection,
	operation: OperationDefinition<Sent>,
	sent: Sent,
): Promise<Outcome> {
	const itemIndex = context.getItemIndex();
	const pairedItem = { item: itemIndex };
	const { outputMask } = connection;
	const facts = {
		timezone: context.getTimezone(),
		isManual: isManual(context),
	};
	const parts = prepare(operation, sent, facts);
	if (Array.isArray(parts)) {
		return nothingToSend(
			parts.map((json) => ({ json, pairedItem })),
			outputMask,
		);
	}
	const item: CheckedItem<Sent> = { itemIndex, sent, parts, wasSent: false };
	const plan = await operation.plan?.([item], facts, new Breather());
	const output = plan?.outputs.get(itemIndex);
	if (output !== undefined) return nothingToSend(output, outputMask);
	const run = new Run(context, connection);
	try {
		return await sendOne(context, run, operation, plan?.requests[0] ?? { parts, members: [item] });
	} finally {
		run.end();
	}
}

async function sendOne<Sent>(
	context: IExecutePaginationFunctions,
	run: Run,
	operation: OperationDefinition<Sent>,
	request: PlannedRequest<Sent>,
): Promise<Outcome> {
	try {
		const outcomeOf = await sendRequest(context, run, operation, request);
		return outcomeOf(request.members[0]!);
	} catch (error) {
		// A defect of this node: it may have left all the same.
		return unexpectedFailure(error, operation.endpoint.readOnly, run.connection.mask);
	}
}
