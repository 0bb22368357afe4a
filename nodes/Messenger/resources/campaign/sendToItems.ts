import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { positiveInteger } from '../../input/positiveInteger';
import { recipientFromFields, type RecipientFields } from '../../input/recipients';
import { toggle } from '../../input/toggle';
import { errorItem, nodeErrorOf, type NodeError } from '../../nodeError';
import { deliver } from '../../request/deliver';
import { nodeRun, type NodeRun } from '../../request/nodeRun';
import { previewOf } from '../../request/preview';
import type { RequestOptions } from '../../request/requestOptions';
import type { Outcome, RunReport } from '../../request/RunReport';
import { wholeBody } from '../../response/forms';
import { readDelivery } from '../../response/readDelivery';
import { ranges, withRunSummary } from '../../response/runSummary';
import { serviceError } from '../../response/serviceError';
import {
	campaignInputsToCheck,
	campaignSettings,
	previewName,
	type CampaignParameters,
} from './campaignRequest';
import { planRequests, type ItemRecipient, type Plan, type PlannedRequest } from './planRequests';

/**
 * Campaign: Send to Input Items. Checks all items, makes requests of them and sends these by the
 * same way as every other operation. A custom operation, because the declarative engine makes a
 * request of each item.
 *
 * @returns one output item for each input item, in their order; in a preview one for each request
 */
export async function sendToItems(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		return [await outputItems(this)];
	} catch (error) {
		throw nodeErrorOf(this.getNode(), error, 0);
	}
}

async function outputItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const run = await nodeRun(
		context,
		() => context.getNodeParameter('requestOptions', 0, {}) as RequestOptions,
	);
	const { recipients, refused } = readItems(context, run.report);
	if (refused.size > 0 && !context.continueOnFail()) throw firstRefusal(refused);

	const { recipientsPerRequest, skipDuplicates } = readOptions(context);
	const plan = planRequests(recipients, recipientsPerRequest, skipDuplicates);
	if (isPreview(context)) {
		return [...plan.requests.map((planned) => previewItem(run, planned)), ...errorItems(refused)];
	}
	for (const [itemIndex, error] of refused) {
		run.report.settle(itemIndex, { state: 'not sent', createError: () => error });
	}
	await sendAll(context, plan, run);
	return context.getInputData().map((_, itemIndex) => outputItem(run.report, itemIndex));
}

function outputItem(report: RunReport, itemIndex: number): INodeExecutionData {
	const outcome = report.outcomeOf(itemIndex);
	return 'items' in outcome ? outcome.items[0]! : errorItem(outcome.createError(), itemIndex);
}

/** The options that hold for all items. */
function readOptions(context: IExecuteFunctions) {
	const { recipientsPerRequest, duplicates } = context.getNodeParameter('options', 0, {}) as {
		recipientsPerRequest?: unknown;
		duplicates?: 'skip' | 'send';
	};
	return {
		skipDuplicates: duplicates !== 'send',
		recipientsPerRequest: positiveInteger(recipientsPerRequest ?? 500, {
			parameter: 'recipientsPerRequest',
			label: 'Recipients per Request',
		}),
	};
}

/** One item that asks for a preview makes it one for all, since they share their requests. */
function isPreview(context: IExecuteFunctions): boolean {
	const isExpression = typeof context.getNode().parameters.preview === 'string';
	const deciding = isExpression ? context.getInputData() : [{}];
	return deciding.some((_, itemIndex) =>
		toggle(context.getNodeParameter('preview', itemIndex, false), previewName),
	);
}

/** Reads a parameter for an item; one without an expression, which is the same for all items, once. */
function parameterReader(context: IExecuteFunctions) {
	const { parameters } = context.getNode();
	const constants = new Map<string, unknown>();
	return (name: string, itemIndex: number): unknown => {
		if (constants.has(name)) return constants.get(name);
		const value = context.getNodeParameter(name, itemIndex, undefined);
		// An expression is text that begins with "=", at any depth.
		if (!JSON.stringify(parameters[name] ?? null).includes('"=')) constants.set(name, value);
		return value;
	};
}

/** Every item as a recipient, or why it cannot be one. */
function readItems(context: IExecuteFunctions, report: RunReport) {
	const node = context.getNode();
	const timezone = context.getTimezone();
	const readParameter = parameterReader(context);
	const recipients: ItemRecipient[] = [];
	const refused = new Map<number, NodeError>();
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		const parameter = (name: string) => readParameter(name, itemIndex);
		try {
			const campaign: CampaignParameters = {
				fromNumber: parameter('fromNumber'),
				templateName: parameter('templateName'),
				templateLanguage: parameter('templateLanguage'),
				additionalFields: parameter('additionalFields') as IDataObject | undefined,
			};
			const fields = parameter('recipientFields') as RecipientFields | undefined;
			recipients.push({
				itemIndex,
				settings: campaignSettings(campaign, timezone),
				recipient: recipientFromFields({
					...fields,
					messengerNumber: parameter('messengerNumber'),
				}),
				alreadySent: report.begin(itemIndex) !== undefined,
			});
		} catch (error) {
			refused.set(itemIndex, nodeErrorOf(node, error, itemIndex));
		}
	}
	return { recipients, refused };
}

/** The error of the first item that cannot be sent, with the numbers of the others. */
function firstRefusal(refused: Map<number, NodeError>): NodeError {
	const [[, error], ...others] = [...refused] as [
		[number, NodeError],
		...Array<[number, NodeError]>,
	];
	const description = [error.description, 'No item of this run was sent.'];
	if (others.length > 0) {
		description.push(`Also to correct: items ${ranges(others.map(([itemIndex]) => itemIndex))}.`);
	}
	error.description = description.join(' ');
	return error;
}

function previewItem(run: NodeRun, { request, members }: PlannedRequest): INodeExecutionData {
	return {
		json: previewOf(run, request),
		pairedItem: members.map(({ itemIndex }) => ({ item: itemIndex })),
	};
}

function errorItems(errors: Map<number, NodeError>): INodeExecutionData[] {
	return [...errors].map(([itemIndex, error]) => errorItem(error, itemIndex));
}

/**
 * Sends the requests of a plan, as many at once as the service takes. Unless the node goes on after
 * errors, the first failed request stops those that are still waiting for their turn.
 *
 * @throws NodeApiError for the first failed request, with what became of every item
 */
async function sendAll(
	context: IExecuteFunctions,
	{ requests, duplicates }: Plan,
	run: NodeRun,
): Promise<void> {
	const { report } = run;
	const stop = new AbortController();
	await Promise.all(
		requests.map(async (planned) => {
			const toOutcome = await sendOne(context, run, planned, stop.signal);
			for (const member of planned.members) {
				const outcome = toOutcome(member);
				report.settle(member.itemIndex, outcome);
				if ('createError' in outcome && !context.continueOnFail()) stop.abort();
			}
		}),
	);
	for (const duplicate of duplicates) {
		report.settle(
			duplicate.itemIndex,
			duplicateOutcome(duplicate, report.outcomeOf(duplicate.sentWith)),
		);
	}
	if (context.continueOnFail()) return;

	const failed = context
		.getInputData()
		.map((_, itemIndex) => report.outcomeOf(itemIndex))
		.filter((outcome) => 'createError' in outcome);
	// One that was only stopped by another's failure does not say what happened.
	const first = failed.find(({ state }) => state !== 'not sent') ?? failed[0];
	if (first) throw withRunSummary(first.createError(), report.summary());
}

/** A skipped item, unless the item that it repeats failed: then its number got no message either. */
function duplicateOutcome(
	{ itemIndex, messengerNumber, sentWith }: Plan['duplicates'][number],
	first: Outcome,
): Outcome {
	if ('createError' in first) return { ...first, state: 'not sent' };
	const json = {
		messenger_number: messengerNumber,
		skipped: 'duplicate',
		duplicate_of_item: sentWith,
	};
	return { state: 'nothing to send', items: [{ json, pairedItem: { item: itemIndex } }] };
}

/** Sends one request. Gives what its answer means for each of its items. */
async function sendOne(
	context: IExecuteFunctions,
	run: NodeRun,
	{ request }: PlannedRequest,
	stop: AbortSignal,
): Promise<(member: ItemRecipient) => Outcome> {
	const delivery = await deliver(context, run, request, { readOnly: false, stop });
	const reading = readDelivery(delivery, {
		run,
		path: request.path,
		readOnly: false,
		inputsToCheck: campaignInputsToCheck,
		toItems: wholeBody,
	});
	if (reading.state === 'accepted') {
		return ({ itemIndex, recipient }) => ({
			state: 'accepted',
			items: [
				{
					json: { ...reading.items[0], messenger_number: recipient.messenger_number },
					pairedItem: { item: itemIndex },
				},
			],
		});
	}
	const { state, problem } = reading;
	return ({ itemIndex }) => ({
		state,
		createError: () => serviceError(context.getNode(), problem, itemIndex, run.apiKey),
	});
}
