import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../http/connection';
import { excerpt } from '../input/InvalidInput';
import { unmasked } from '../input/keyMask';
import { Fields, isEmpty } from '../input/text';
import type { CheckedItem, Member, OperationDefinition, PlannedRequest } from './operation';
import type { Failure, Outcome, Success } from './outcome';
import type { RetryMemory } from './RetryMemory';
import { yieldToEventLoop } from './yieldToEventLoop';

/** An item whose parameters were read; without parts if these aren't in order, or if it needs no request. */
export type ReadItem = Omit<CheckedItem, 'parts'> & Partial<CheckedItem>;

/** The outcomes of a run's items in this try, in view of earlier ones. */
export class ItemOutcomes {
	readonly byItem = new Map<number, Outcome>();
	/** The items whose parameters could be read. */
	readonly read = new Map<number, ReadItem>();
	mask = unmasked;

	constructor(
		private readonly operation: OperationDefinition,
		private readonly memory: RetryMemory,
	) {}

	/**
	 * An item is accepted, or needs no request.
	 *
	 * @param own its output fields @param response of its request, masked once for all of its members
	 */
	succeed(
		{ maskOutput }: Connection,
		itemIndex: number,
		{ state, isTest }: Pick<Success, 'state' | 'isTest'>,
		own: IDataObject = {},
		response: IDataObject[] = [{}],
	): void {
		const fields = maskOutput(own);
		const items = response.map((item) => Object.assign(new Fields(), item, fields) as IDataObject);
		this.byItem.set(itemIndex, { state, items, isTest });
	}

	fail(itemIndex: number, failure: Failure, item = this.read.get(itemIndex)): Failure {
		const about = failure.about ?? this.aboutOf(item);
		const failureOfAllTries = this.memory.withEarlierDoubt(itemIndex, { ...failure, about });
		this.byItem.set(itemIndex, failureOfAllTries);
		return failureOfAllTries;
	}

	/** The items of a request have ended, by its response or by a failure. */
	async endMembers(
		connection: Connection,
		request: PlannedRequest,
		result: IDataObject[] | Failure,
	): Promise<void> {
		const { members, memberFields, isTest } = request;
		let response = Array.isArray(result) ? connection.maskOutput(result) : [];
		for (const [position, member] of members.entries()) {
			await yieldToEventLoop();
			if (!Array.isArray(result)) {
				this.failMember(member, { ...result, isTest });
				continue;
			}
			// An answer may have an entry for each item: all of it in each row would be too much.
			if (position === 1) response = response.map(withoutLists);
			const state = member.duplicateOf === undefined ? 'accepted' : 'duplicate';
			const fields = memberFields?.(member) ?? member.leftOut;
			this.succeed(connection, member.itemIndex, { state, isTest }, fields, response);
		}
	}

	private failMember(member: Member, failure: Failure) {
		const isDuplicate = member.duplicateOf !== undefined && failure.state !== 'uncertain';
		this.fail(member.itemIndex, isDuplicate ? { ...failure, state: 'not sent' } : failure, member);
	}

	/** Says whom and what an item is about. */
	private aboutOf(item?: ReadItem): IDataObject | undefined {
		const about = item && this.operation.about?.(item.params, item.parts);
		if (about === undefined) return undefined;
		const fields = new Fields<string | number>();
		for (const [name, value] of Object.entries(about)) {
			if (isEmpty(value)) continue;
			// A checked value stays whole, or a later run would not recognize it (R12).
			const text = item?.parts ? this.mask(String(value)) : excerpt(value, this.mask);
			fields[name] = typeof value === 'number' ? value : text;
		}
		return fields;
	}

	/**
	 * Returns the outcomes of so many items, in their order. Those that were not reached end as in an earlier try, else as
	 * `rest`.
	 *
	 * @param isShown true if each becomes a row, which says whom it is about
	 */
	async ofAll(count: number, rest: Failure, isShown: boolean): Promise<Map<number, Outcome>> {
		const outcomes = new Map<number, Outcome>();
		for (let itemIndex = 0; itemIndex < count; itemIndex += 1) {
			await yieldToEventLoop();
			const known = this.byItem.get(itemIndex) ?? this.memory.outcomeOf(itemIndex, false);
			const about = !known && isShown ? this.aboutOf(this.read.get(itemIndex)) : undefined;
			outcomes.set(itemIndex, known ?? { ...rest, about });
		}
		return outcomes;
	}
}

/** The numbers, booleans and texts of a response's top level. */
const withoutLists = (response: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(response).filter(([, value]) => typeof value !== 'object'));
