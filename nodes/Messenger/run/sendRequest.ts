import { jsonMask } from '../input/keyMask';
import type { CheckedItem, OperationDefinition, PlannedRequest } from './operation';
import type { RequestContext } from '../http/connection';
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
): Promise<(member: CheckedItem<Sent>) => Outcome> {
	const { endpoint, inputsToCheck, toItems, whenRefused, subject } = operation;
	const { sent } = members[0] as CheckedItem<Sent>;
	const { query, body } = parts;
	let failure: Failure | undefined;
	const { reading } = await deliver(
		context,
		run,
		{ endpoint, query, body: body && JSON.stringify(body), copies: members.length },
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
		return () => outcome;
	}
	const items = reading?.items ?? [];
	const masked = jsonMask(run.connection.outputMask);
	return (member) => {
		const pairedItem = { item: member.itemIndex };
		const outputs = memberItems?.(items, member) ?? items;
		return {
			state: 'accepted',
			items: outputs.map((json) => ({ json: masked(json), pairedItem })),
			isTest,
		};
	};
}
