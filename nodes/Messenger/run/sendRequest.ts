import type { IDataObject } from 'n8n-workflow';

import type { CheckedItem, OperationDefinition, PlannedRequest } from '../operation';
import type { RequestContext } from '../request/connection';
import { readResponse } from '../response/readResponse';
import { deliver } from './deliver';
import { requestFailure } from './failures';
import type { Failure, Outcome } from './outcome';
import type { Run } from './Run';

/**
 * From an item's checked parameters to its outcome: the core below n8n's declarative engine and the
 * runner alike.
 *
 * @returns the outcome of each of the request's items
 */
export async function sendRequest<Sent>(
	context: RequestContext,
	run: Run,
	operation: OperationDefinition<Sent>,
	{ parts, members, memberItems, isTest }: PlannedRequest<Sent>,
): Promise<Array<[itemIndex: number, outcome: Outcome]>> {
	const { endpoint, inputsToCheck, toItems, whenRefused, subject } = operation;
	const { sent } = members[0] as CheckedItem<Sent>;
	const { query, body } = parts;
	let failure: Failure | undefined;
	const { reading } = await deliver(
		context,
		run,
		{ endpoint, query, body: body && JSON.stringify(body) },
		(outcome) =>
			readResponse(outcome, {
				readOnly: endpoint.readOnly,
				toItems: (body) => toItems(body, sent),
				whenRefused: (status, body) => whenRefused?.(status, body, sent),
			}),
		(delivery) => {
			const about = { url: endpoint.url, inputsToCheck, subject: subject?.(parts) };
			const found = requestFailure(run, about, delivery);
			failure = found.failure;
			run.failed(found);
		},
	);
	if (failure !== undefined) {
		const outcome = { ...failure, ...(isTest && { isTest }) };
		return members.map(({ itemIndex }) => [itemIndex, outcome]);
	}
	const items = reading?.items ?? [];
	return members.map((member) => [
		member.itemIndex,
		acceptedOutcome(memberItems?.(items, member) ?? items, member.itemIndex, isTest),
	]);
}

function acceptedOutcome(items: IDataObject[], itemIndex: number, isTest?: boolean): Outcome {
	const pairedItem = { item: itemIndex };
	return { state: 'accepted', items: items.map((json) => ({ json, pairedItem })), isTest };
}
