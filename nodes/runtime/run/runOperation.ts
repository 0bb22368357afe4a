import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openConnection, readCredential, type Connection } from '../http/connection';
import { requestOptions } from '../http/options';
import { refuse } from '../input/InvalidInput';
import { keyMask, unmasked, type Mask } from '../input/keyMask';
import type { Service } from '../Service';
import { checkItems, type CheckedItems } from './checkItems';
import { inputFailure } from './failures';
import type { OperationDefinition, Plan } from './operation';
import type { Failure } from './outcome';
import { labelled, ParameterReader } from './ParameterReader';
import { hintsOf, outputsOf } from './report';
import { RequestSender } from './RequestSender';
import { beginRun, endRun, outputOf, type Run, type SentItems } from './Run';
import { sendPlan } from './sendPlan';
import { stoppingError } from './stoppingError';

/**
 * Runs an operation for all input items.
 *
 * @param outputs the number of outputs, of which the operation chooses one for each item
 * @returns the outputs, each in the order of the input
 * @throws NodeApiError, NodeOperationError where the node stops at errors and there is one
 */
export async function runOperation(
	context: IExecuteFunctions,
	service: Service,
	operation: OperationDefinition,
	outputs = 1,
): Promise<INodeExecutionData[][]> {
	const run = beginRun(context, service, operation, outputs);
	let sent: SentItems | undefined;
	let isStopped = true;
	try {
		sent = await sendItems(run);
		const ended = await endRun(run, sent);
		const error = run.continues ? undefined : stoppingError(ended);
		if (error) throw error;
		const items = await outputsOf(ended);
		showHints(run, await hintsOf(ended));
		isStopped = false;
		return items;
	} finally {
		// Whatever stops the node, even a defect: Retry must not send again what was accepted.
		await run.memory.remember(sent?.outcomes ?? new Map(), isStopped);
	}
}

async function sendItems(run: Run): Promise<SentItems> {
	const prepared = await prepare(run);
	if ('fault' in prepared) return nothingSent(prepared.fault);
	const { context, operation, continues } = run;
	const stopsAtFailure = operation.stopsAtFailure === true && !continues;
	const { connection, reader } = prepared;
	const sender = new RequestSender(context, connection, operation, stopsAtFailure);
	try {
		const items = await checkItems(run, connection, reader, sender.abortSignal);
		const { plan, fault } = await planRequests(run, items, connection.mask);
		const outcomes = plan ? await sendPlan(run, sender, items, plan) : items.refused;
		return {
			read: items.read,
			refused: fault ? [fault] : [...items.refused.values()],
			plan,
			outcomes,
			connection,
			stopReason: sender.stopReason,
			throttled: sender.throttled,
		};
	} finally {
		sender.end();
	}
}

/** A fault of the credential or of an option is every item's failure. */
const nothingSent = (fault: Failure): SentItems => ({
	read: new Map(),
	refused: [fault],
	outcomes: new Map(),
	throttled: 0,
});

interface Prepared {
	connection: Connection;
	reader: ParameterReader;
}

/** Opens the connection, and claims the execution that a Retry retries. */
async function prepare(run: Run): Promise<Prepared | { fault: Failure }> {
	const { context, service, operation, memory } = run;
	let mask = unmasked;
	try {
		const credential = await readCredential(context, service, context.getInputData().length);
		mask = keyMask(credential.apiKey);
		const options = labelled(
			requestOptions,
			() => context.getNodeParameter('requestOptions', 0, {}) as IDataObject,
		);
		const connection = openConnection(context, service, credential, options);
		if (!operation.endpoint.readOnly) await memory.claim();
		return { connection, reader: new ParameterReader(context, operation.parameters) };
	} catch (error) {
		return { fault: inputFailure(error, mask) };
	}
}

/** @returns no plan if the run is not to begin: items were refused, or the run as a whole has a fault */
async function planRequests(
	run: Run,
	items: CheckedItems,
	mask: Mask,
): Promise<{ plan?: Plan; fault?: Failure }> {
	const { operation, facts, continues } = run;
	const { checked, refused } = items;
	try {
		checkAlwaysOutputData(run, items);
		if (refused.size > 0 && !continues) return {};
		const plan = await operation.plan?.(checked, facts);
		const oneEach = () => checked.map((item) => ({ parts: item.parts, members: [item] }));
		return { plan: plan ?? { requests: oneEach() } };
	} catch (error) {
		return { fault: inputFailure(error, mask) };
	}
}

/** n8n's own setting of a node. */
const alwaysOutputData = { name: 'alwaysOutputData', displayName: 'Always Output Data' };

/** @throws InvalidInput if n8n would give the first output an empty item, and so run the nodes behind it */
function checkAlwaysOutputData(run: Run, { read }: CheckedItems): void {
	const { context } = run;
	const isFirst = (itemIndex: number) => outputOf(run, read, itemIndex) === 0;
	if (!context.getNode().alwaysOutputData || [...context.getInputData().keys()].every(isFirst)) {
		return;
	}
	refuse(alwaysOutputData, 'would run the nodes after this one', 'Turn off Always Output Data.');
}

/** As a tool, the node has nobody to read them. */
function showHints({ context, facts }: Run, messages: string[]): void {
	if (facts.isTool) return;
	const location = 'outputPane';
	context.addExecutionHints(...messages.map((message) => ({ message, location }) as const));
}
