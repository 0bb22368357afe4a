import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { beginningOf, isAgentsCall } from '../engine/caller';
import { earlierRows } from '../engine/earlierRuns';
import { ParameterReader } from '../engine/ParameterReader';
import { openConnection, readCredential } from '../http/connection';
import { requestOptions, runOptions } from '../http/options';
import { refuse } from '../input/InvalidInput';
import { keyMask, unmasked } from '../input/keyMask';
import { hintsOf, outputItemsOf } from '../report/report';
import { stoppingError } from '../report/stoppingError';
import type { OperationDefinition, Plan } from '../run/operation';
import { inputFailure } from '../run/outcome';
import { RetryMemory } from '../run/RetryMemory';
import { outputIndexOf, resultOf, type Findings, type Run } from '../run/Run';
import { sendAll } from '../send/sendAll';
import { beginSending, type Sending } from '../send/sending';
import type { Service } from '../Service';
import { checkItems, type CheckedItems } from './checkItems';

/**
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
	const run: Run = {
		context,
		operation,
		facts: {
			...beginningOf(context),
			stored: context.getNode().parameters,
			earlierRows: () => earlierRows(context, outputs),
		},
		memory: new RetryMemory(context),
		// Such an agent tells its model nothing of an error, and the model would call again.
		continues: isAgentsCall(context) || context.continueOnFail(),
		outputs,
	};
	let isStopped = true;
	try {
		const result = await resultOf(run, await carryOut(run, service));
		const error = run.continues ? undefined : stoppingError(result);
		if (error) throw error;
		const items = await outputItemsOf(result);
		const hints = await hintsOf(result);
		// As a tool, the node has nobody to read them.
		if (!run.facts.isTool) context.addExecutionHints(...hints);
		isStopped = false;
		return items;
	} finally {
		// Whatever stops the node, even a defect: Retry must not send again what was accepted.
		await run.memory.remember(isStopped);
	}
}

/** Has a run's connection opened, what it retries claimed, its items checked, and their requests planned and sent. */
async function carryOut(run: Run, service: Service): Promise<Findings> {
	const { context, operation, memory } = run;
	let mask = unmasked;
	let sending: Sending;
	let reader: ParameterReader;
	try {
		const credential = await readCredential(context, service, context.getInputData().length);
		mask = keyMask(credential.apiKey);
		const options = new ParameterReader(context, [requestOptions], run.facts).read(0).checked();
		const connection = openConnection(context, service, credential, runOptions(options.values));
		reader = new ParameterReader(context, operation.parameters, run.facts);
		if (!operation.endpoint.readOnly) await memory.claim();
		sending = beginSending(run, connection);
	} catch (error) {
		return { fault: inputFailure(error, mask) };
	}
	const { connection, brake } = sending;
	try {
		const items = await checkItems(sending, reader);
		const { read } = items;
		const { fault, hint, ...plan } = await planRequests(sending, items);
		await sendAll(sending, plan, read);
		return { connection, read, fault, hint, stopReason: brake.reason };
	} finally {
		brake.end();
	}
}

/** Plans nothing if the run is not to begin: items were refused, or the run as a whole has a fault. */
async function planRequests(
	{ run, connection }: Sending,
	items: CheckedItems,
): Promise<Plan & Pick<Findings, 'fault'>> {
	const { operation, memory, continues } = run;
	const ofEarlierTries = memory.rows(connection.options.resendUncertain);
	const earlierRows = () => [...run.facts.earlierRows(), ...ofEarlierTries];
	const facts = ofEarlierTries.length > 0 ? { ...run.facts, earlierRows } : run.facts;
	const { checked, refused, ended } = items;
	const nothing = { requests: [], ended: refused };
	try {
		checkAlwaysOutputData(run, items);
		if (refused.size > 0 && !continues) return nothing;
		const plan: Plan = (await operation.plan?.(checked, facts)) ?? {
			requests: checked.map((item) => ({ parts: item.parts, members: [item] })),
		};
		return { ...plan, ended: new Map([...refused, ...ended, ...(plan.ended ?? [])]) };
	} catch (error) {
		return { ...nothing, fault: inputFailure(error, connection.mask) };
	}
}

const alwaysOutputData = { name: 'alwaysOutputData', displayName: 'Always Output Data' };

/** @throws InvalidInput if n8n would give the first output an empty item, and so run the nodes behind it */
function checkAlwaysOutputData(run: Run, { read }: CheckedItems): void {
	const { context } = run;
	const isFirst = (itemIndex: number) => outputIndexOf(run, read, itemIndex) === 0;
	if (!context.getNode().alwaysOutputData || [...context.getInputData().keys()].every(isFirst)) {
		return;
	}
	refuse(alwaysOutputData, 'would run the nodes after this one', 'Turn off Always Output Data.');
}
