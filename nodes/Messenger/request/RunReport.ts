import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** How an item of a run ended. */
export type Outcome =
	/** The service took it. */
	| { state: 'accepted'; items: INodeExecutionData[] }
	/** It has an output without a request, as in a preview. */
	| { state: 'nothing to send'; items: INodeExecutionData[] }
	/** It has no output. A new error each time, because n8n writes into the one that it gets. */
	| { state: Failed; createError: () => NodeApiError | NodeOperationError };

/**
 * How an item may fail. `uncertain`: it left, and whether the service took it is not known.
 * `failed`: the service refused it, or it did not reach the service. `not sent`: nobody tried.
 */
export type Failed = 'uncertain' | 'failed' | 'not sent';

/** The item numbers of a run by how they ended; carried in an error's context. */
export interface RunSummary {
	accepted: number[];
	uncertain: number[];
	failed: number[];
	notSent: number[];
}

/**
 * What became of each item of a run. An error that stops the node must say what was sent; and
 * "Retry On Fail", which runs the node again for all items, must not send an accepted one twice.
 */
export class RunReport {
	private readonly outcomes = new Map<number, Outcome>();

	private readonly waiting: Array<() => void> = [];

	/** Stands for this try of the run wherever something is counted or blocked for each run. */
	currentTry = {};

	/** @param itemCount how many items the run has */
	constructor(private readonly itemCount: number) {}

	/**
	 * Begins an item. In a next try of the node, an item that the service has taken or may have
	 * taken keeps its outcome.
	 *
	 * @returns the outcome that stands, if one does
	 */
	begin(itemIndex: number): Outcome | undefined {
		if (this.outcomes.has(itemIndex) && this.isWhole()) this.beginNextTry();
		return this.outcomes.get(itemIndex);
	}

	private beginNextTry(): void {
		this.currentTry = {};
		for (const [itemIndex, { state }] of this.outcomes) {
			if (state !== 'accepted' && state !== 'uncertain') this.outcomes.delete(itemIndex);
		}
	}

	private isWhole(): boolean {
		return this.outcomes.size >= this.itemCount;
	}

	settle(itemIndex: number, outcome: Outcome): void {
		this.outcomes.set(itemIndex, outcome);
		if (this.isWhole()) {
			for (const resolve of this.waiting.splice(0)) resolve();
		}
	}

	/** How an item ended, which it must have. */
	outcomeOf(itemIndex: number): Outcome {
		return this.outcomes.get(itemIndex)!;
	}

	/** Waits until every item of the run has ended, so that the summary is whole. */
	async allSettled(): Promise<void> {
		if (this.isWhole()) return;
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	summary(): RunSummary {
		const numbers = (state: Outcome['state']) =>
			[...this.outcomes]
				.filter(([, outcome]) => outcome.state === state)
				.map(([itemIndex]) => itemIndex)
				.sort((a, b) => a - b);
		return {
			accepted: numbers('accepted'),
			uncertain: numbers('uncertain'),
			failed: numbers('failed'),
			notSent: numbers('not sent'),
		};
	}
}
