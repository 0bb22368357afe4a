import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { systemClock } from '../http/clock';
import { InvalidInput } from '../input/InvalidInput';

/** n8n's table of what a node has processed: every process sees an entry at once, and it outlives them. */
const entries = { mode: 'entries', maxEntries: 1000 } as const;

/** The name of the mark in the node's context, next to the outcomes of its runs. */
const mark = 'retried';

/** The contexts of executions that have claimed what they retry. All runs of the node in one execution share its context. */
const claimedIn = new WeakSet<object>();

/** Items of the trigger that tell executions of the same millisecond apart. */
const comparedItems = 100;

/**
 * A Retry's claim on the failed execution (docs/node-contract.md, R7): whoever presses Retry on the same execution twice
 * must not send the same twice. n8n doesn't tell which execution is retried. So a run that fails leaves a mark in its
 * node's context, of which each Retry gets a copy and claims it. An execution that failed before it reached this node has
 * left none: its beginning, which all of its Retries share, stands for it.
 */
export class RetryClaim {
	/** True if another Retry of the same execution has been here. */
	isTaken = false;
	/** The mark that this run has claimed, and the one that it found in the context. */
	private claimed: { token: string; found: unknown } | undefined;

	/** @param stored the node's context, which n8n keeps with the execution */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly stored: Record<string, unknown>,
	) {}

	/** Claims the retried execution, once for all runs of the node in this one. @throws InvalidInput if n8n can't note it */
	async make(): Promise<void> {
		const { context, stored } = this;
		if (context.getMode() !== 'retry' || claimedIn.has(stored)) return;
		const found = stored[mark];
		const token = typeof found === 'string' ? found : this.beginning();
		try {
			const { processed } = await context.helpers.checkProcessedAndRecord([token], 'node', entries);
			this.isTaken = processed.length > 0;
		} catch (error) {
			// n8n's engine alone, without n8n and its database, has no such table.
			if ((error as NodeJS.ErrnoException).code !== 'ERR_ASSERTION') throw unclaimed();
		}
		if (this.isTaken) return;
		this.claimed = { token, found };
		claimedIn.add(stored);
		stored[mark] = newMark();
	}

	/** The run has ended. @param hasSent true if it has sent something, or may have; otherwise the claim is given back */
	async end(hasSent: boolean, isStopped: boolean): Promise<void> {
		const { claimed, stored, context } = this;
		if (claimed && !hasSent) await this.giveBack(claimed);
		// A Retry that has claimed nothing keeps what it found, or its own Retry would claim another mark and send.
		if (context.getMode() === 'retry') return;
		if (isStopped) stored[mark] = newMark();
		else delete stored[mark];
	}

	private async giveBack({ token, found }: { token: string; found: unknown }): Promise<void> {
		const { context, stored } = this;
		try {
			await context.helpers.removeProcessed([token], 'node', entries);
		} catch {
			// The claim stays, and with it the new mark: this execution can be retried.
			return;
		}
		claimedIn.delete(stored);
		stored[mark] = found;
	}

	private beginning(): string {
		const { context } = this;
		const { establishedAt, triggerNode } = context.getExecutionContext() ?? {};
		// In a sub-workflow, n8n names the trigger of its parent.
		const called = context
			.getParentNodes(context.getNode().name)
			.find(({ type }) => type === 'n8n-nodes-base.executeWorkflowTrigger');
		const items = [triggerNode, called].flatMap((trigger) => this.itemsOf(trigger?.name));
		return JSON.stringify([establishedAt, items.slice(0, comparedItems)]);
	}

	private itemsOf(trigger = ''): unknown[] {
		const { $items } = this.context.getWorkflowDataProxy(0) as unknown as {
			$items: (node: string, output: number, run: number) => INodeExecutionData[];
		};
		try {
			return $items(trigger, 0, 0).map(({ json }) => json);
		} catch {
			return [];
		}
	}
}

const newMark = () => `${Date.now()} ${systemClock.random()}`;

const unclaimed = () =>
	new InvalidInput(
		undefined,
		() => "n8n couldn't note that this execution is retried",
		() =>
			'Without the note, a second Retry would send the same again. Wait a moment, then press Retry on the newest Retry of this execution.',
	);
