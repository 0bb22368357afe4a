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
	const ofItems = refusedOf(outcomes);
	const [failure = worstFailure(outcomes), ...others] = fault ? [fault] : ofItems;
	if (failure === undefined) return undefined;
	return withRunSummary(nodeErrorOf(node, failure, others), run, failure);
}

const refusedOf = (outcomes: Outcomes) =>
	[...outcomes.values()].filter(isFailure).filter(({ isInput }) => isInput);

/** Of what another Retry may have sent first, because then the advice on other failures is wrong. */
function worstFailure(outcomes: Outcomes) {
	const failures = [...outcomes.values()].filter(isFailure);
	const of = (state: Failure['state']) => failures.find((failure) => failure.state === state);
	const ofOtherRetry = failures.find(({ isOfOtherRetry }) => isOfOtherRetry);
	return ofOtherRetry ?? of('uncertain') ?? of('failed') ?? failures[0];
}

/** Adds what became of the run's items, and how to go on. @param failure that the error is of; none after a cancel */
export function withRunSummary(error: NodeError, run: RunResult, failure?: Failure): NodeError {
	const { operation, outcomes, items } = run;
	const { accepted, uncertain, failed, 'not sent': notSent } = items;
	error.context.run = { accepted, uncertain, failed, notSent };
	const lines: Lines = [error.description];
	// Test sends are not remembered.
	const hasKept = [...accepted, ...uncertain].some((index) => !outcomes.get(index)?.isTest);
	// What earlier rounds have sent goes out again, too, by a click.
	const before = sentBefore(run);
	if (accepted.length + uncertain.length + failed.length + before === 0) {
		const isOfSome = failure?.itemIndex !== undefined && refusedOf(outcomes).length < outcomes.size;
		lines.push(
			'Nothing was sent.',
			failure?.isInput &&
				isOfSome &&
				"To send the others without these, set Settings → On Error to 'Continue'.",
		);
	} else if (!operation.endpoint.readOnly) {
		// A failure by another Retry has advice of its own.
		if ((hasKept || before > 0) && !failure?.isOfOtherRetry) {
			lines.unshift(...howToGoOn(run, before));
			// A phone shows the title only, and Engine 2.0 keeps nothing else.
			if (outcomes.size > 1) {
				const count = `${accepted.length} of ${outcomes.size} items were accepted.`;
				error.message = `${asSentence(error.message)} ${count}`;
			}
		}
		const ends = Object.entries(items).filter(([, indexes]) => indexes.length > 0);
		const counts = ends.map(([state, indexes]) => `${indexes.length} ${state}`);
		if (outcomes.size > 1) lines.push(`${outcomes.size} items: ${counts.join(', ')}.`);
	}
	error.description = lines.filter((line) => line).join('<br>');
	return error;
}

type Lines = Array<string | false | null | undefined>;

/** Says first what not to press: of several lines, the first is read. */
function howToGoOn(run: RunResult, before: number): Lines {
	const { context, outcomes, items } = run;
	const { uncertain } = items;
	const hasRest = items.failed.length + items['not sent'].length > 0;
	const doubt = `${uncertain.length} may have been sent: check in the service which of these arrived: ${namesOf(uncertain, outcomes)}.`;
	const again = `Don't press Execute step or Execute workflow, here or at a later node: ${counted(outcomes.size + before, 'item')} would be sent again.`;
	if (isCancelled(run)) {
		const rest = 'n8n offers no Retry for it: run the workflow with the rest only.';
		return [again, hasRest && rest, uncertain.length > 0 && doubt];
	}
	return [
		again,
		// With 'Send Again If Unsure', an older one would also send what its Retry has sent.
		hasRest &&
			'To send only the rest, open Executions and press the arrow (Retry) once, on the newest Retry of this execution, or on this one if it has none. Wait for its end.',
		context.getMode() === 'integrated' && 'Retry of the parent workflow sends everything again.',
		uncertain.length > 0 &&
			`${doubt} Retry leaves them out. Only if none arrived, turn on 'Send Again If Unsure' in Settings → Request Options, save, press Retry, "with currently saved workflow", and turn it off again.`,
	];
}

/** Uncertain items that are named. */
const maxNamedUncertain = 20;

function namesOf(uncertain: number[], outcomes: Outcomes): string {
	const named = uncertain.slice(0, maxNamedUncertain).map((index) => {
		const outcome = outcomes.get(index);
		const subject = isFailure(outcome) ? outcome.about?.subject : undefined;
		return String(subject ?? `item ${index}`);
	});
	const more = uncertain.length - named.length;
	return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
