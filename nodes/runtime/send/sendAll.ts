import type { IDataObject } from 'n8n-workflow';

import { yieldToEventLoop } from '../engine/yieldToEventLoop';
import { aboutOf, outcomesOf, success, type ReadItem } from '../run/itemOutcomes';
import type { Plan, PlannedRequest } from '../run/operation';
import { isFailure, unexpectedFailure, type Failure, type Outcome } from '../run/outcome';
import type { Sending } from './sending';
import { sendRequest } from './sendRequest';

/**
 * Carries out a plan: notes what needs no request, and sends one request at a time until one is accepted, then up to
 * Max Concurrency at once. Items that were not reached, because the run has stopped, have no outcome.
 */
export async function sendAll(
	sending: Sending,
	{ requests, ended = new Map() }: Plan,
	read: ReadonlyMap<number, ReadItem>,
): Promise<void> {
	const { connection, brake } = sending;
	for (const [itemIndex, end] of ended) {
		await yieldToEventLoop();
		const nothing = { state: 'nothing to send' } as const;
		const outcome = 'fields' in end ? success(connection, nothing, end.fields) : end;
		note(sending, itemIndex, outcome, read.get(itemIndex));
	}
	let next = 0;
	const goesOn = () => next < requests.length && brake.reason === undefined;
	const sendNext = async () => await sendPlanned(sending, requests[next++]!);
	while (goesOn() && !brake.hasAccepted) await sendNext();
	const senders = Array.from(
		{ length: Math.min(connection.options.maxConcurrency, requests.length) },
		async () => {
			while (goesOn()) await sendNext();
		},
	);
	// A defect stops the run, but requests on their way are waited for.
	await Promise.allSettled(senders);
	await Promise.all(senders);
}

/** Sends a request, and notes how its items have ended. */
async function sendPlanned(sending: Sending, request: PlannedRequest): Promise<void> {
	const { connection, run, brake } = sending;
	await yieldToEventLoop();
	try {
		const result = await sendRequest(sending, request);
		await noteMembers(sending, request, result);
	} catch (error) {
		const failure = unexpectedFailure(error, run.operation.endpoint.readOnly, connection.mask);
		brake.stop({ kind: 'failed', failure });
		// A defect of this node. What has left must not count as not sent, or Retry would send it again.
		for (const { itemIndex } of request.members) run.memory.note(itemIndex, failure);
		await noteMembers(sending, request, failure);
	}
}

async function noteMembers(
	sending: Sending,
	request: PlannedRequest,
	result: IDataObject[] | Failure,
): Promise<void> {
	for (const [member, outcome] of await outcomesOf(sending.connection, request, result)) {
		note(sending, member.itemIndex, outcome, member);
	}
}

function note(
	{ run: { operation, memory }, connection }: Sending,
	itemIndex: number,
	outcome: Outcome,
	item?: ReadItem,
): void {
	const noted = isFailure(outcome)
		? { ...outcome, about: aboutOf(operation, connection.mask, item) }
		: outcome;
	memory.note(itemIndex, noted);
}
