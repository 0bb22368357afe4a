import type { IDataObject } from 'n8n-workflow';

import type { RequestContext } from '../http/connection';
import type { Failure, Outcome } from './outcome';

/** What is known of a run for its next try: plain data, so that n8n can store it with the execution. */
interface Remembered {
	/** The outputs of the items that were accepted, or skipped as duplicates of such. */
	done: Record<number, { state: 'accepted' | 'duplicate'; output: IDataObject[] }>;
	/** Why it is uncertain whether the other items were processed. */
	uncertain: Record<number, Failure>;
}

/** Under which name it stands in the node's context. */
const contextName = 'messenger';

/** What the next try of "Retry On Fail" finds, by what all tries have in common. */
const tries = new WeakMap<object, Remembered>();

/**
 * What every retry must know (docs/node-contract.md, R7 to R9): what was accepted, and what is uncertain. "Retry
 * On Fail" finds it in this process; n8n's Retry of a failed execution in the node's context, which is stored
 * when, and only when, an error stops the run.
 */
export class RetryMemory {
	private readonly before: Remembered;

	/** Whether this is the first try of this execution, as opposed to a further one of "Retry On Fail". */
	private readonly isFirstTry: boolean;

	/**
	 * @param owner the same object in all tries, and in no other run
	 * @param isStored whether n8n stores a context of the node with the execution; a tool call has none of its own
	 */
	constructor(
		private readonly context: RequestContext,
		private readonly owner: object,
		private readonly isStored: boolean,
	) {
		const lastTry = tries.get(owner);
		this.isFirstTry = lastTry === undefined;
		this.before = lastTry ?? this.stored() ?? { done: {}, uncertain: {} };
	}

	/**
	 * How an item ended in an earlier try.
	 *
	 * @param resendUncertain counts for n8n's Retry only: nobody has looked between the tries of "Retry On Fail"
	 * @returns undefined where the item is to be sent
	 */
	outcomeOf(itemIndex: number, resendUncertain: boolean): Outcome | undefined {
		const done = this.before.done[itemIndex];
		if (done !== undefined) {
			const pairedItem = { item: itemIndex };
			return { state: done.state, items: done.output.map((json) => ({ json, pairedItem })) };
		}
		const resends = resendUncertain && this.isFirstTry;
		return resends ? undefined : this.before.uncertain[itemIndex];
	}

	/** What an item's failure is in view of earlier tries: what was uncertain stays so until it is accepted. */
	withEarlierDoubt(itemIndex: number, failure: Failure): Failure {
		if (failure.state === 'uncertain' || failure.isTest) return failure;
		if (this.before.uncertain[itemIndex] === undefined) return failure;
		return { ...failure, state: 'uncertain', isOfEarlierTry: true };
	}

	/**
	 * The run has ended. What it did not come to is as it was before.
	 *
	 * @param isStopped whether an error stops the node, so that n8n offers its Retry
	 */
	remember(outcomes: ReadonlyMap<number, Outcome>, isStopped: boolean): void {
		const done = { ...this.before.done };
		const uncertain = { ...this.before.uncertain };
		for (const [itemIndex, outcome] of outcomes) {
			if (outcome.isTest) continue;
			if (outcome.state === 'accepted' || outcome.state === 'duplicate') {
				done[itemIndex] = {
					state: outcome.state,
					output: outcome.items.map(({ json }) => json),
				};
				delete uncertain[itemIndex];
			} else if (outcome.state === 'uncertain') {
				uncertain[itemIndex] = outcome;
			}
		}
		const remembered = { done, uncertain };
		tries.set(this.owner, remembered);
		this.store(isStopped && hasEntries({ ...done, ...uncertain }) ? remembered : undefined);
	}

	private stored(): Remembered | undefined {
		if (!this.isStored || this.context.getMode() !== 'retry') return undefined;
		return this.nodeContext[contextName]?.[this.key];
	}

	private store(remembered: Remembered | undefined): void {
		const hadSomething =
			!this.isFirstTry || hasEntries({ ...this.before.done, ...this.before.uncertain });
		if (!this.isStored || !(remembered || hadSomething)) return;
		const context = this.nodeContext;
		const all = { ...context[contextName] };
		delete all[this.key];
		if (remembered) all[this.key] = remembered;
		if (hasEntries(all)) context[contextName] = all;
		else delete context[contextName];
	}

	private get nodeContext(): { [contextName]?: Record<string, Remembered> } {
		return this.context.getContext('node') as { [contextName]?: Record<string, Remembered> };
	}

	/**
	 * Who has got a campaign has got it, whichever operation sent it. The round of a loop is part of the key: the
	 * context outlives the rounds.
	 */
	private get key(): string {
		const { resource } = this.context.getNode().parameters;
		return `${String(resource)}#${String(this.context.getWorkflowDataProxy(0).$runIndex)}`;
	}
}

const hasEntries = (record: object) => Object.keys(record).length > 0;
