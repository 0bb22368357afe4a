import type { IDataObject, IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import type { Failure, Outcome, SentAs, Skipped } from './outcome';

/** What of a run must survive its end: as plain data, so that n8n can store it with the execution. */
interface KeptRun {
	/** The output of the items that the service has accepted. */
	accepted: Record<number, IDataObject[]>;
	/** Those of them that only the test number got. */
	tested: Record<number, true>;
	/** For each item that may have been processed, the place of its failure in `failures`. */
	uncertain: Record<number, number>;
	/** Whom these items are about. */
	subjects: Record<number, string | undefined>;
	/** The items that were skipped for one of the accepted. */
	skipped: Record<number, Skipped>;
	/** What items are compared by. Equal texts are stored once: n8n writes an execution by flatted. */
	sentAs: Record<number, SentAs | undefined>;
	/** Many items may have failed in the same words. */
	failures: Failure[];
	/** How many items there were. */
	length: number;
}

/** How the items of a run have ended, as far as they have. */
type Outcomes = ReadonlyArray<Outcome | undefined>;

/** As what the items were sent, of which others are compared with them. */
type SentItems = ReadonlyArray<SentAs | undefined>;

/** Under which name it stands in the node's context. */
const contextName = 'messenger';

/** What the next try of "Retry On Fail" finds, which has the same execute data. */
const tries = new WeakMap<IExecuteData, { kept: KeptRun; isStored: boolean }>();

/**
 * What was accepted and what is uncertain in a run that ended with an error, so that every retry
 * goes on from there: "Retry On Fail", and n8n's Retry of a failed execution, which restores the
 * node's context. Kept with the execution when, and only when, an error stops the run.
 */
export class Progress {
	private readonly kept: KeptRun | undefined;

	private isStored = false;

	constructor(private readonly context: IExecuteFunctions) {
		const lastTry = tries.get(context.getExecuteData());
		if (lastTry !== undefined) {
			this.kept = lastTry.kept;
			this.isStored = lastTry.isStored;
		} else if (context.getMode() === 'retry') {
			this.kept = this.nodeContext[contextName]?.[this.key];
			this.isStored = this.kept !== undefined;
		}
	}

	/** How an item ended in an earlier try; undefined where it is to be sent. */
	outcomeOf(itemIndex: number, resendUncertain: boolean): Outcome | undefined {
		const accepted = this.kept?.accepted[itemIndex];
		if (accepted !== undefined) {
			const pairedItem = { item: itemIndex };
			const isTest = this.kept?.tested[itemIndex];
			return { state: 'accepted', items: accepted.map((json) => ({ json, pairedItem })), isTest };
		}
		const uncertain = this.kept?.uncertain[itemIndex];
		if (uncertain === undefined || resendUncertain) return undefined;
		const failure = this.kept?.failures[uncertain];
		const subject = this.kept?.subjects[itemIndex];
		return failure && subject ? { ...failure, subject } : failure;
	}

	/** Why an earlier try skipped an item: the other one may have become unreadable since. */
	skippedOf(itemIndex: number): Skipped | undefined {
		return this.kept?.skipped[itemIndex];
	}

	/** As what an earlier try sent an item. */
	sentAsOf(itemIndex: number): SentAs | undefined {
		return this.kept?.sentAs[itemIndex];
	}

	/** An error stops the run. */
	keep(outcomes: Outcomes, sentAs: SentItems = []): void {
		const kept = this.keptRun(outcomes, sentAs);
		if (this.isStored || hasEntries(kept.accepted) || hasEntries(kept.uncertain)) {
			const context = this.nodeContext;
			context[contextName] = { ...context[contextName], [this.key]: kept };
			this.isStored = true;
		}
		this.rememberTry(kept);
	}

	/** The run goes on after errors, but "Retry On Fail" may run it again all the same. */
	remember(outcomes: Outcomes, sentAs: SentItems = []): void {
		this.rememberTry(this.keptRun(outcomes, sentAs));
	}

	/** How the items ended that an earlier try had and this one, with "Execute Once", has not. */
	beyond(length: number): Array<Outcome | undefined> {
		const others = Math.max(0, (this.kept?.length ?? 0) - length);
		return Array.from({ length: others }, (_, index) => this.outcomeOf(length + index, false));
	}

	/**
	 * What this try did not come to, only showed, or sent in vain once more, is as it was before; and what
	 * it has no item for.
	 */
	private keptRun(outcomes: Outcomes, sentAs: SentItems): KeptRun {
		const all = [...outcomes, ...this.beyond(outcomes.length)];
		const sent = [...sentAs];
		for (const [itemIndex, outcome] of all.entries()) {
			const isKept =
				outcome?.state === 'accepted' ||
				outcome?.state === 'uncertain' ||
				skippedIn(outcome) !== undefined;
			if (isKept && itemIndex < outcomes.length) continue;
			all[itemIndex] = this.outcomeOf(itemIndex, false) ?? outcome;
			sent[itemIndex] = this.sentAsOf(itemIndex);
		}
		const kept = keptRun(all, sent);
		return { ...kept, skipped: { ...this.kept?.skipped, ...kept.skipped } };
	}

	private rememberTry(kept: KeptRun): void {
		tries.set(this.context.getExecuteData(), { kept, isStored: this.isStored });
	}

	/** The run has succeeded, and leaves nothing behind in the execution. */
	clear(outcomes: Outcomes, sentAs: SentItems = []): void {
		if (this.isStored) this.forget();
		// An answer with a field named "error" is a failure to "Retry On Fail", which runs the node again.
		if (this.context.getNode().retryOnFail) this.remember(outcomes, sentAs);
		else tries.delete(this.context.getExecuteData());
	}

	private forget(): void {
		this.isStored = false;
		const context = this.nodeContext;
		const others = { ...context[contextName] };
		delete others[this.key];
		if (hasEntries(others)) context[contextName] = others;
		else delete context[contextName];
	}

	/**
	 * Who has got a campaign has got it, whichever operation sent it. The round of a loop is part of the
	 * key: the context outlives the rounds.
	 */
	private get key(): string {
		const { resource } = this.context.getNode().parameters;
		return `${String(resource)}#${String(this.context.getWorkflowDataProxy(0).$runIndex)}`;
	}

	/** What n8n stores for the node with the execution. */
	private get nodeContext(): { [contextName]?: Record<string, KeptRun> } {
		return this.context.getContext('node') as { [contextName]?: Record<string, KeptRun> };
	}
}

const hasEntries = (record: object) => Object.keys(record).length > 0;

function skippedIn(outcome: Outcome | undefined): Skipped | undefined {
	return outcome?.state === 'nothing to send' ? outcome.skipped : undefined;
}

function keptRun(outcomes: Outcomes, sentAs: SentItems): KeptRun {
	const kept: KeptRun = {
		accepted: {},
		tested: {},
		uncertain: {},
		subjects: {},
		skipped: {},
		sentAs: { ...sentAs },
		failures: [],
		length: outcomes.length,
	};
	/** By the failure, which items of one request share, and by its words. */
	const places = new Map<Outcome | string, number>();
	for (const [itemIndex, outcome] of outcomes.entries()) {
		const skipped = skippedIn(outcome);
		if (outcome?.state === 'accepted' && 'items' in outcome) {
			kept.accepted[itemIndex] = outcome.items.map(({ json }) => json);
			if (outcome.isTest) kept.tested[itemIndex] = true;
		} else if (skipped !== undefined) {
			kept.skipped[itemIndex] = skipped;
		} else if (outcome?.state === 'uncertain') {
			const { subject, ...failure } = outcome as Failure;
			let place = places.get(outcome);
			if (place === undefined) {
				const words = JSON.stringify(failure);
				place = places.get(words) ?? kept.failures.push(failure) - 1;
				places.set(words, place).set(outcome, place);
			}
			kept.uncertain[itemIndex] = place;
			kept.subjects[itemIndex] = subject;
		}
	}
	return kept;
}
