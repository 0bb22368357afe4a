import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isAgentsCall, originOf } from '../engine/caller';
import { yieldToEventLoop } from '../engine/yieldToEventLoop';
import { isFailure, type Failure, type Outcome } from './outcome';

/** The outcomes of items that were accepted, skipped as duplicates of these, or are uncertain. */
type Remembered = Record<number, Outcome>;

/** The memory for the next try of "Retry On Fail", by an object that all tries share. */
const rememberedByOwner = new WeakMap<object, Remembered>();

/** n8n's table of what a node has processed: every process sees an entry at once, and it outlives them. */
const entries = { mode: 'entries', maxEntries: 1000 } as const;

/** The claim of an execution, by the node's context: its runs share one, and so do an agent's calls, even at once. */
const claims = new WeakMap<object, Promise<boolean>>();

/** The name of the execution's id in the node's context, next to the outcomes of its runs. */
const execution = 'execution';

/**
 * Remembers for every retry what must not be sent again. "Retry On Fail" finds it in this process; n8n's Retry of a
 * failed execution in the node's context, which is stored only when an error stops the run.
 *
 * A Retry also claims the execution that it retries: whoever presses Retry on the same one twice must not send the same
 * twice. n8n doesn't tell which it is, so each execution leaves its id in the node's context, of which its Retry gets a copy.
 */
export class RetryMemory {
	/** Of the items that have ended in this try. */
	readonly outcomes = new Map<number, Outcome>();

	/** The same object in all tries of "Retry On Fail", and in no other run. All calls of an agent share theirs. */
	private readonly owner: object | undefined;
	private readonly lastTry: Remembered | undefined;
	private readonly before: Remembered;
	/** The node's context, which n8n stores with the execution as JSON. */
	private readonly stored: Record<string, unknown>;
	/** True if another Retry of the same execution has been here. */
	private isTaken = false;

	constructor(private readonly context: IExecuteFunctions) {
		this.owner = isAgentsCall(context) ? undefined : context.getExecuteData();
		this.stored = contextOf(context);
		this.lastTry = this.owner && rememberedByOwner.get(this.owner);
		const isRetry = this.owner !== undefined && context.getMode() === 'retry';
		const ofRetry = isRetry ? (this.stored[this.key] as Remembered | undefined) : undefined;
		this.before = this.lastTry ?? ofRetry ?? {};
	}

	/** To be called before a run sends something that must not arrive twice. @throws n8n's own error if it can't note it */
	async claim(): Promise<void> {
		const { stored } = this;
		const claim = claims.get(stored) ?? this.claimExecution();
		claims.set(stored, claim);
		// The next try may be able to note it.
		claim.catch(() => claims.delete(stored));
		this.isTaken = await claim;
	}

	/** @returns true if another Retry has claimed it */
	private async claimExecution(): Promise<boolean> {
		const { context, stored } = this;
		const own = context.getExecutionId();
		if (stored[execution] === own) return false;
		if (context.getMode() === 'retry') {
			// One that failed before it reached this node has left no id.
			const retried = (stored[execution] as string | undefined) ?? originOf(context);
			const { checkProcessedAndRecord } = context.helpers;
			const { processed } = await checkProcessedAndRecord([retried], 'node', entries);
			// A Retry that has claimed nothing keeps what it found, or its own Retry would send.
			if (processed.length > 0) return true;
		}
		stored[execution] = own;
		return false;
	}

	/**
	 * The outcome of an item in an earlier try; undefined if it is to be sent.
	 * @param resendUncertain counts for n8n's Retry only: nobody has looked between the tries of "Retry On Fail"
	 */
	outcomeOf(itemIndex: number, resendUncertain: boolean): Outcome | undefined {
		const before = this.before[itemIndex];
		const isUnsure = before === undefined || isFailure(before);
		const outcome = this.isTaken && isUnsure ? { ...alreadyRetried, about: before?.about } : before;
		const isResent = outcome?.state === 'uncertain' && resendUncertain && !this.lastTry;
		return isResent ? undefined : outcome;
	}

	/** All that is not to be sent, as rows: with other parameters, another item may be the same message. */
	rows(resendUncertain: boolean): IDataObject[] {
		return Object.keys(this.before).flatMap((index) => {
			const outcome = this.outcomeOf(Number(index), resendUncertain);
			if (outcome === undefined) return [];
			const { state } = outcome;
			return isFailure(outcome)
				? { error: outcome.message, details: { state, ...outcome.about } }
				: outcome.items.slice(0, 1);
		});
	}

	/** An item has ended. An uncertain one stays so until it is accepted. */
	note(itemIndex: number, outcome: Outcome): void {
		const before = this.outcomeOf(itemIndex, false);
		const wasUncertain = before?.state === 'uncertain';
		let noted = outcome;
		if (wasUncertain && outcome.state === 'nothing to send') noted = before;
		else if (wasUncertain && isFailure(outcome) && !outcome.isTest) {
			noted = { ...outcome, state: 'uncertain' };
		}
		this.outcomes.set(itemIndex, noted);
	}

	/** The run has ended; by an error that stops the node, so that n8n offers its Retry, or not. */
	async remember(isStopped: boolean): Promise<void> {
		if (!this.owner) return;
		const now = { ...this.before };
		for (const [itemIndex, outcome] of this.outcomes) {
			await yieldToEventLoop();
			const isKept = ['accepted', 'duplicate', 'uncertain'].includes(outcome.state);
			if (isKept && !outcome.isTest) now[itemIndex] = outcome;
		}
		rememberedByOwner.set(this.owner, now);
		if (isStopped && Object.keys(now).length > 0) this.stored[this.key] = now;
		else delete this.stored[this.key];
	}

	/** The same for all operations of a resource, and another in each round of a loop. */
	private get key() {
		const { resource } = this.context.getNode().parameters;
		return `${String(resource)}#${String(this.context.getWorkflowDataProxy(0).$runIndex)}`;
	}
}

/** n8n's own Agents have no context of a node, and no Retry: there is nothing to claim. */
function contextOf(context: IExecuteFunctions): Record<string, unknown> {
	try {
		return context.getContext('node');
	} catch {
		return { [execution]: context.getExecutionId() };
	}
}

/** Of an item that another Retry of the same execution may have sent. */
const alreadyRetried: Failure = {
	state: 'uncertain',
	isOfOtherRetry: true,
	message: 'this execution was already retried',
	description:
		'Open its newest Retry. If it succeeded, its output says who was reached. If it has an error, retry that one. If it crashed or was stopped, check with the service first.',
};
