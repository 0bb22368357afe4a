import type { IDataObject } from 'n8n-workflow';

import { yieldToEventLoop } from '../engine/yieldToEventLoop';
import type { Connection } from '../http/connection';
import type { Plan, PlannedRequest } from '../run/operation';
import {
	isFailure,
	unexpectedFailure,
	type Failure,
	type Outcome,
	type Success,
} from '../run/outcome';
import { aboutOf, type ReadItem } from '../run/Run';
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

/** Notes how the items of a request have ended: by its output items, or by a failure. */
export async function noteMembers(
	sending: Sending,
	request: PlannedRequest,
	result: IDataObject[] | Failure,
): Promise<void> {
	const { connection, run } = sending;
	const { members, isTest } = request;
	let response = Array.isArray(result) ? connection.maskOutput(result) : [];
	for (const [position, member] of members.entries()) {
		await yieldToEventLoop();
		const { itemIndex, isDuplicate, leftOut } = member;
		if (!Array.isArray(result)) {
			const state = isDuplicate && result.state !== 'uncertain' ? 'not sent' : result.state;
			note(sending, itemIndex, { ...result, state, isTest }, member);
			continue;
		}
		// An answer may have an entry for each item: all of it in each row would be too much.
		if (position === 1) response = response.map(beginningOf);
		const end = { state: isDuplicate ? 'duplicate' : 'accepted', isTest } as const;
		const own = Object.assign(run.operation.ownFields?.(member, request) ?? {}, leftOut);
		note(sending, itemIndex, success(connection, end, own, response), member);
	}
}

/** @param own its output fields @param response of its request, masked once for all of its members */
function success(
	{ maskOutput }: Connection,
	end: Pick<Success, 'state' | 'isTest'>,
	own: IDataObject,
	response: IDataObject[] = [{}],
): Success {
	const fields = maskOutput(own);
	// The last one needs no copy: most have one row only.
	const rowFor = (item: IDataObject, at: number) =>
		addTo(at < response.length - 1 ? { ...fields } : fields, item);
	return { ...end, items: response.map(rowFor) };
}

/** Its own fields, then those of the response by other names; as a plain object, so without one that would change it. */
function addTo(row: IDataObject, response: IDataObject): IDataObject {
	for (const [name, value] of Object.entries(response)) {
		if (!Object.hasOwn(row, name) && name !== '__proto__') row[name] = value;
	}
	return row;
}

/** Fields of a response of which each further item of its request has some. */
const maxFields = 100;

/** The numbers, booleans and texts among the first fields of a response. */
function beginningOf(response: IDataObject): IDataObject {
	const first = Object.entries(response).slice(0, maxFields);
	return Object.fromEntries(first.filter(([, value]) => typeof value !== 'object'));
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
