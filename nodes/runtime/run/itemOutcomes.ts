import type { IDataObject } from 'n8n-workflow';

import { yieldToEventLoop } from '../engine/yieldToEventLoop';
import type { Connection } from '../http/connection';
import { excerpt } from '../input/InvalidInput';
import type { Mask } from '../input/keyMask';
import { isEmpty } from '../input/text';
import type { CheckedItem, Member, OperationDefinition, PlannedRequest } from './operation';
import type { Failure, Outcome, Success } from './outcome';

/** An item whose parameters were read: as they were given, without parts, if these aren't in order; or if it needs no request. */
export type ReadItem = Omit<CheckedItem, 'parts'> & Partial<CheckedItem>;

/** @param own its output fields @param response of its request, masked once for all of its members */
export function success(
	{ maskOutput }: Connection,
	{ state, isTest }: Pick<Success, 'state' | 'isTest'>,
	own: IDataObject = {},
	response: IDataObject[] = [{}],
): Success {
	const fields = maskOutput(own);
	return { state, items: response.map((item) => rowOf(fields, item)), isTest };
}

/** Its own fields, then those of the response by other names; as a plain object, so without one that would change it. */
function rowOf(own: IDataObject, response: IDataObject): IDataObject {
	const row = { ...own };
	for (const [name, value] of Object.entries(response)) {
		if (!Object.hasOwn(own, name) && name !== '__proto__') row[name] = value;
	}
	return row;
}

/** The outcomes of the items of a request, by its output items or by a failure. */
export async function outcomesOf(
	connection: Connection,
	{ members, memberFields, isTest }: PlannedRequest,
	result: IDataObject[] | Failure,
): Promise<Array<[member: Member, outcome: Outcome]>> {
	const outcomes: Array<[Member, Outcome]> = [];
	let response = Array.isArray(result) ? connection.maskOutput(result) : [];
	for (const [position, member] of members.entries()) {
		await yieldToEventLoop();
		const { isDuplicate } = member;
		if (!Array.isArray(result)) {
			const isUncertain = result.state === 'uncertain';
			const state = isDuplicate && !isUncertain ? 'not sent' : result.state;
			outcomes.push([member, { ...result, state, isTest }]);
			continue;
		}
		// An answer may have an entry for each item: all of it in each row would be too much.
		if (position === 1) response = response.map(beginningOf);
		const state = isDuplicate ? 'duplicate' : 'accepted';
		const own = memberFields?.(member);
		outcomes.push([member, success(connection, { state, isTest }, own, response)]);
	}
	return outcomes;
}

/** Says whom and what an item is about, where its parameters could be read. */
export function aboutOf(
	operation: OperationDefinition,
	mask: Mask,
	item?: ReadItem,
): IDataObject | undefined {
	const about = item && operation.about?.(item.params);
	if (about === undefined) return undefined;
	const fields: IDataObject = {};
	for (const [name, value] of Object.entries(about)) {
		if (isEmpty(value)) continue;
		// A checked value stays whole: a later run recognizes its message by it.
		const text = item?.parts ? mask(String(value)) : excerpt(value, mask);
		fields[name] = typeof value === 'number' ? value : text;
	}
	return fields;
}

/** Fields of a response of which each further item of its request has some. */
const maxFields = 100;

/** The numbers, booleans and texts among the first fields of a response. */
function beginningOf(response: IDataObject): IDataObject {
	const first = Object.entries(response).slice(0, maxFields);
	return Object.fromEntries(first.filter(([, value]) => typeof value !== 'object'));
}
