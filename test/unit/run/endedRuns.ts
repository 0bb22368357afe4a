import type { INode } from 'n8n-workflow';

import type { Failure, Outcome } from '../../../nodes/runtime/run/outcome';
import { resultOf, type Findings, type Run, type RunResult } from '../../../nodes/runtime/run/Run';

/** A request that was tried, one that was not, or bad input. */
export type Kind = 'tried' | 'kept back' | 'input';

export const failure = (kind: Kind, state: Failure['state'], httpCode?: string): Failure => ({
	...(kind === 'input' && { isInput: true }),
	...(kind === 'tried' && { ofRequest: '' }),
	state,
	message: 'No',
	description: 'Wait.',
	httpCode,
});

/** Outcomes of items, each by a letter. */
export const endings: Record<string, Outcome> = {
	a: { state: 'accepted', items: [] },
	A: { state: 'accepted', items: [], isTest: true },
	d: { state: 'duplicate', items: [] },
	f: failure('tried', 'failed'),
	n: failure('input', 'not sent'),
	k: failure('kept back', 'not sent'),
	u: failure('tried', 'uncertain'),
	U: { ...failure('tried', 'uncertain'), isTest: true },
	'-': { state: 'nothing to send', items: [] },
};

export const node = { name: 'Messenger', type: 'messenger', typeVersion: 1 } as INode;

export async function runThatEnded(
	items: Outcome[],
	parts: Partial<Record<keyof RunResult, unknown>> = {},
) {
	const context = { ...(parts.context as object), getInputData: () => items };
	const memory = { ...(parts.memory as object), outcomes: new Map(items.entries()) };
	return await resultOf({ ...parts, context, memory } as unknown as Run, parts as Findings);
}
