import type { CheckedItems } from './checkItems';
import { unexpectedFailure } from './failures';
import { aboutOf, outcomesOf, success } from './itemOutcomes';
import type { OperationDefinition, Plan, PlannedRequest } from './operation';
import { isFailure, type Outcome, type Outcomes } from './outcome';
import type { RequestSender } from './RequestSender';
import type { Run } from './Run';
import { yieldToEventLoop } from './yieldToEventLoop';

/**
 * Carries out a plan: ends what needs no request, and sends one request at a time until one is accepted, then up to
 * Max Concurrency at once.
 *
 * @returns the outcomes of this try, those that were refused included. Some items are in none if the run has stopped.
 */
export async function sendPlan(
	{ operation, memory }: Run,
	sender: RequestSender,
	{ read, refused, ended }: CheckedItems,
	plan: Plan,
): Promise<Outcomes> {
	const { connection } = sender;
	const outcomes = new Map<number, Outcome>(refused);
	const note = (itemIndex: number, outcome: Outcome) => {
		const noted = isFailure(outcome) ? memory.withEarlierDoubt(itemIndex, outcome) : outcome;
		outcomes.set(itemIndex, noted);
	};
	for (const [itemIndex, end] of [...ended, ...(plan.ended ?? [])]) {
		await yieldToEventLoop();
		// An uncertain item stays so until it is accepted.
		if (memory.outcomeOf(itemIndex, false) !== undefined) continue;
		if ('fields' in end) {
			note(itemIndex, success(connection, { state: 'nothing to send' }, end.fields));
		} else {
			note(itemIndex, { ...end, about: aboutOf(operation, connection.mask, read.get(itemIndex)) });
		}
	}
	const { requests } = plan;
	let next = 0;
	const sendNext = async () => {
		const request = requests[next++]!;
		await yieldToEventLoop();
		for (const [itemIndex, outcome] of await sendOne(operation, sender, request))
			note(itemIndex, outcome);
	};
	const goesOn = () => next < requests.length && sender.stopReason === undefined;
	while (goesOn() && !sender.rules.hasAccepted) await sendNext();
	const { maxConcurrency } = connection.options;
	await Promise.all(
		Array.from({ length: Math.min(maxConcurrency, requests.length) }, async () => {
			while (goesOn()) await sendNext();
		}),
	);
	return outcomes;
}

async function sendOne(
	operation: OperationDefinition,
	sender: RequestSender,
	request: PlannedRequest,
) {
	const { connection } = sender;
	try {
		return await outcomesOf(operation, connection, request, await sender.send(request));
	} catch (error) {
		// A defect of this node. What has left must not count as not sent, or Retry would send it again.
		const { readOnly } = operation.endpoint;
		const failure = unexpectedFailure(error, readOnly, connection.mask);
		sender.stop({ kind: 'failed', failure });
		return await outcomesOf(operation, connection, request, failure);
	}
}
