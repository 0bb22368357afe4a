import { NodeOperationError } from 'n8n-workflow';

import { asSentence, counted } from '../response/phrases';
import { isFailure, type Failure, type Outcomes } from '../run/outcome';
import { sentBefore, type RunResult } from '../run/Run';
import { nodeErrorOf, type NodeError } from './nodeError';

const isCancelled = ({ stopReason }: RunResult) => stopReason?.kind === 'cancelled';

/** The error that stops a node which does not continue, if there is one. */
export function stoppingError(run: RunResult): NodeError | undefined {
	const { context, outcomes, fault } = run;
	const node = context.getNode();
	if (isCancelled(run)) {
		// By the word "canceled" n8n tells a stopped execution from a failed one.
		return withRunSummary(new NodeOperationError(node, 'The execution was canceled'), run);
	}
	const refused = missingInAll(outcomes) ?? refusedOf(outcomes);
	const [failure = worstFailure(outcomes), ...others] = fault ? [fault] : refused;
	if (failure === undefined) return undefined;
	return withRunSummary(nodeErrorOf(node, failure, others), run, failure);
}

const refusedOf = (outcomes: Outcomes) =>
	[...outcomes.values()].filter(isFailure).filter(({ isInput }) => isInput);

/** A value that none of several items has: the column has another name, or a file was read in another way. */
function missingInAll(outcomes: Outcomes): Failure[] | undefined {
	const missing = refusedOf(outcomes).filter(({ isMissing }) => isMissing);
	const [first] = missing;
	const isSame = missing.every(({ message }) => message === first?.message);
	if (!first || !isSame || missing.length < Math.max(2, outcomes.size)) return undefined;
	const message = `${first.message} in all ${outcomes.size} items`;
	const description = "Check the column's name, or enter a value.";
	return [{ ...first, message, description, itemIndex: undefined }];
}

function worstFailure(outcomes: Outcomes) {
	const failures = [...outcomes.values()].filter(isFailure);
	const of = (state: Failure['state']) => failures.find((failure) => failure.state === state);
	return of('uncertain') ?? of('failed') ?? failures[0];
}

/**
 * Adds what became of the run's items, and how to go on: what came of it first, then what not to press.
 *
 * @param failure that the error is of; none after a cancel
 */
export function withRunSummary(error: NodeError, run: RunResult, failure?: Failure): NodeError {
	const { operation, outcomes, items } = run;
	const { accepted, uncertain, failed, 'not sent': notSent } = items;
	const { readOnly } = operation.endpoint;
	error.context.run = { accepted, uncertain, failed, notSent };
	// What earlier rounds have sent goes out again, too, by a click.
	const before = sentBefore(run);
	const hasReached = accepted.length + uncertain.length + before > 0;
	const lines: Lines = [error.description];
	if (!hasReached && !(readOnly && failed.length > 0)) {
		lines.unshift('Nothing was sent.');
		lines.push(adviceForOthers(run, failure));
	} else if (!readOnly) {
		// Test sends are not remembered, and a failure by another Retry has advice of its own.
		const isKept = (index: number) => !outcomes.get(index)?.isTest;
		const hasKept = before > 0 || [...accepted, ...uncertain].some(isKept);
		if (hasKept && !failure?.isOfOtherRetry) {
			lines.unshift(...howToGoOn(run, before));
			error.context.data = { 'may have been sent': subjectsOf(run) };
			// A phone shows the title only, and Engine 2.0 keeps nothing else.
			if (outcomes.size > 1) {
				const count = `${accepted.length} of ${outcomes.size} items were accepted.`;
				error.message = `${asSentence(error.message)} ${count}`;
			}
		}
		lines.unshift(countsOf(run));
	}
	error.description = lines.filter((line) => line).join('<br>');
	return error;
}

type Lines = Array<string | false | null | undefined>;

function adviceForOthers({ operation, outcomes }: RunResult, failure?: Failure): Lines[number] {
	const hasOthers = refusedOf(outcomes).length < outcomes.size;
	if (!failure?.isInput || failure.itemIndex === undefined || !hasOthers) return undefined;
	const goOn = operation.endpoint.readOnly ? 'go on with' : 'send';
	return (
		operation.adviceForOthers ??
		`To ${goOn} the others, set On Error to 'Continue (using error output)'.`
	);
}

const countedAs: Record<string, string> = {
	uncertain: 'may have been sent',
	duplicate: 'skipped as duplicates',
};

function countsOf({ context, items, memory }: RunResult): string {
	const counts = Object.entries(items)
		.filter(([, indexes]) => indexes.length > 0)
		.map(([state, { length }]) => `${length.toLocaleString('en')} ${countedAs[state] ?? state}`);
	if (context.getMode() !== 'retry') return `${counts.join(', ')}.`;
	const isOfThisTry = (index: number) => memory.outcomeOf(index, false)?.state !== 'accepted';
	const now = items.accepted.filter(isOfThisTry).length.toLocaleString('en');
	return `This Retry sent ${now}. In all: ${counts.join(', ')}.`;
}

function howToGoOn(run: RunResult, before: number): Lines {
	const { context, outcomes, items } = run;
	const hasRest = items.failed.length + items['not sent'].length > 0;
	const all = counted(outcomes.size + before, 'item');
	const again = `<b>Don't press Execute step or Execute workflow, here or at a later node: ${all} would be sent again.</b>`;
	const check = hasRest
		? 'Check in the service'
		: 'Nothing else is left. Check these in the service';
	const doubt = items.uncertain.length > 0 && `${check}: ${namesOf(subjectsOf(run))}.`;
	if (isCancelled(run)) {
		const rest = 'n8n offers no Retry for it: run the workflow with the rest only.';
		return [again, hasRest && rest, doubt];
	}
	return [
		again,
		// With 'Send Again If Unsure', an older one would also send what its Retry has sent.
		hasRest && 'To send the rest: Executions → Retry (arrow), once, on the newest try.',
		context.getMode() === 'integrated' && 'Retry of the parent workflow sends everything again.',
		doubt &&
			`${doubt} None arrived: turn on 'Send Again If Unsure' (Settings → Request Options), save, Retry with currently saved workflow, turn it off. Some or all did: leave it off, and send to the missing ones by a new list.`,
	];
}

/** Whom the uncertain items are about. */
const subjectsOf = ({ items, outcomes }: RunResult): string[] =>
	items.uncertain.map((index) => {
		const { about } = outcomes.get(index) as Failure;
		return String(about?.subject ?? `item ${index}`);
	});

/** Uncertain items that are named in the text. */
const maxNamedUncertain = 10;

function namesOf(subjects: string[]): string {
	const more = subjects.length - maxNamedUncertain;
	const named = subjects.slice(0, maxNamedUncertain).join(', ');
	return named + (more > 0 ? ` and ${more} more (see Error details)` : '');
}
