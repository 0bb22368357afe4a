import type { IExecuteFunctions } from 'n8n-workflow';

import { isAgentsCall } from './caller';
import type { Failure, Outcome, Outcomes } from './outcome';
import { RetryClaim } from './RetryClaim';
import { yieldToEventLoop } from './yieldToEventLoop';

/** The outcomes of items that were accepted, skipped as duplicates of these, or are uncertain. */
type Remembered = Record<number, Outcome>;

/** The memory for the next try of "Retry On Fail", by an object that all tries share. */
const rememberedByOwner = new WeakMap<object, Remembered>();

/**
 * Remembers for every retry (docs/node-contract.md, R7 to R9). "Retry On Fail" finds it in this process; n8n's
 * Retry of a failed execution in the node's context, which is stored only when an error stops the run.
 */
export class RetryMemory {
	/** The same object in all tries of "Retry On Fail", and in no other run. All calls of an agent share theirs. */
	private readonly owner: object | undefined;
	private readonly lastTry: Remembered | undefined;
	private readonly before: Remembered;
	/** The node's context, which n8n stores with the execution as JSON. */
	private readonly stored: Record<string, Remembered | undefined>;
	private readonly retryClaim: RetryClaim;

	constructor(private readonly context: IExecuteFunctions) {
		this.owner = isAgentsCall(context) ? undefined : context.getExecuteData();
		this.stored = this.owner ? contextOf(context) : {};
		this.retryClaim = new RetryClaim(context, this.stored);
		this.lastTry = this.owner && rememberedByOwner.get(this.owner);
		this.before = this.lastTry ?? this.ofRetry ?? {};
	}

	/** To be called before a run sends something that must not arrive twice. @throws InvalidInput as {@link RetryClaim} */
	async claim(): Promise<void> {
		await this.retryClaim.make();
	}

	/**
	 * The outcome of an item in an earlier try; undefined if it is to be sent.
	 * @param resendUncertain counts for n8n's Retry only: nobody has looked between the tries of "Retry On Fail"
	 */
	outcomeOf(itemIndex: number, resendUncertain: boolean): Outcome | undefined {
		const outcome =
			this.before[itemIndex] ?? (this.retryClaim.isTaken ? alreadyRetried : undefined);
		const isResent = outcome?.state === 'uncertain' && resendUncertain && !this.lastTry;
		return isResent ? undefined : outcome;
	}

	/** Returns an item's failure in view of earlier tries: an uncertain item stays so until it is accepted. */
	withEarlierDoubt(itemIndex: number, failure: Failure): Failure {
		const isInDoubt = this.before[itemIndex]?.state === 'uncertain';
		if (!isInDoubt || failure.state === 'uncertain' || failure.isTest) return failure;
		return { ...failure, state: 'uncertain', isOfEarlierTry: true };
	}

	/** The run has ended; by an error that stops the node, so that n8n offers its Retry, or not. */
	async remember(outcomes: Outcomes, isStopped: boolean): Promise<void> {
		if (!this.owner) return;
		const now = { ...this.before };
		let hasSent = false;
		for (const [itemIndex, outcome] of outcomes) {
			await yieldToEventLoop();
			const isKnown = ['accepted', 'duplicate', 'uncertain'].includes(outcome.state);
			if (!isKnown || outcome.isTest) continue;
			hasSent = true;
			now[itemIndex] = outcome;
		}
		rememberedByOwner.set(this.owner, now);
		if (isStopped && Object.keys(now).length > 0) this.stored[this.key] = now;
		else delete this.stored[this.key];
		await this.retryClaim.end(hasSent, isStopped);
	}

	private get ofRetry() {
		return this.context.getMode() === 'retry' ? this.stored[this.key] : undefined;
	}

	/** The same for all operations of a resource, and another in each round of a loop. */
	private get key() {
		const { resource } = this.context.getNode().parameters;
		return `${String(resource)}#${String(this.context.getWorkflowDataProxy(0).$runIndex)}`;
	}
}

/** n8n's own Agents have no context of a node. */
function contextOf(context: IExecuteFunctions) {
	try {
		return context.getContext('node') as Record<string, Remembered | undefined>;
	} catch {
		return {};
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
