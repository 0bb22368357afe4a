import type { RequestContext } from '../http/connection';
import type { RunHistory } from '../limiter/RunQueue';
import type { Failure } from '../response/Failure';
import { counted, inSeconds, times } from '../response/wording';
import type { EndedRun } from './EndedRun';
import { isTool, type NodeError } from './nodeError';
import { isFailure } from './outcome';

/**
 * Adds to an error that stops the node what became of the run's other items, each fact on a separate line: what
 * the service accepted must not be sent again by hand.
 *
 * @param failure the one that the error names; none if the run was cancelled
 */
export function withRunSummary(error: NodeError, run: EndedRun, failure?: Failure): NodeError {
	const { context, operation, outcomes, items, refused, history } = run;
	const { accepted, uncertain, failed, duplicate, 'not sent': notSent } = items;
	error.context.run = { accepted, uncertain, failed, notSent };
	const isInput = failure?.kind === 'input';
	const isOnly = outcomes.size === 1;
	const [first] = outcomes.keys();
	// The title and the advice say how the error's own item has ended.
	const own = isOnly && failure && !isInput ? first : failure?.itemIndex;
	// An error of what nobody tried to send says itself how long the run waited.
	const lines = [error.description, failure?.kind !== 'not sent' && outageSentence(history)];
	const say = (items: number[], what: string, who = counted(items.length, 'item')) => {
		const isOwn = items.length === 1 && items[0] === own;
		lines.push(items.length > 0 && !isOwn && `${who} ${what} (${ranges(items)}).`);
	};
	if (accepted.length + uncertain.length + failed.length === 0) {
		const othersWait = isInput && own !== undefined && refused.length < outcomes.size;
		const isWorthSkipping = othersWait && !isTool(context.getNode());
		lines.push('Nothing was sent.', isWorthSkipping && skipAdvice(refused.length));
	} else if (!operation.endpoint.readOnly) {
		const ofAll = `${accepted.length} of ${outcomes.size} items`;
		say(accepted, `${were(accepted.length)} accepted`, ofAll);
		say(uncertain, 'may have been processed');
		say(failed, 'failed');
		say(duplicate, 'skipped as duplicate');
		say(notSent, `${were(notSent.length)} not sent`);
		// Test sends are not remembered.
		const isKept = (itemIndex: number) => !outcomes.get(itemIndex)?.isTest;
		if (!isOnly && [...accepted, ...uncertain].some(isKept) && !isTool(context.getNode())) {
			if (run.isCancelled) lines.push(cancelAdvice);
			else lines.push(retryAdvice(context), uncertain.some(isKept) && resendAdvice);
		}
	}
	error.description = lines.filter((line) => line).join('<br>');
	return error;
}

/** Where the wrong input of some items keeps back the others. */
const skipAdvice = (refused: number) =>
	`To send the others without ${refused === 1 ? 'it' : 'them'}, set Settings → On Error to 'Continue'.`;

/** Says of a blocked key how many requests it kept back (docs/node-contract.md, "Errors", 403). */
export function withKeptBack(failure: Failure, requests: number): Failure {
	if (!failure.isBlock || requests === 0) return failure;
	const sentence = `${counted(requests, 'request')} ${were(requests)} not sent.`;
	return { ...failure, description: `${failure.description} ${sentence}` };
}

const were = (count: number) => (count === 1 ? 'was' : 'were');

/** n8n offers no Retry for a cancelled execution, and its Retry by REST knows nothing of what was sent. */
const cancelAdvice =
	'n8n offers no Retry for it. Run the workflow again with the rest only: it sends all of its input.';

/** Says which button to press (docs/node-contract.md, E3). */
function retryAdvice(context: RequestContext) {
	return context.getMode() === 'integrated'
		? "To send only the rest, press Retry in this sub-workflow's list of executions. Retry of the parent workflow sends everything again."
		: 'To send only the rest, open Executions and press Retry. Execute step sends everything again.';
}

const resendAdvice =
	"Retry leaves out what may have been processed. If it wasn't, turn on 'Resend Uncertain' in Settings → Request Options, save, and press Retry with the currently saved workflow.";

/** The error's context has all numbers. */
const maxRanges = 10;

/** Item numbers as a person reads them: `0 to 3, 7`. */
function ranges(items: number[]) {
	const firsts = items.filter((item, index) => item - 1 !== items[index - 1]);
	const lasts = items.filter((item, index) => item + 1 !== items[index + 1]);
	const texts = firsts
		.slice(0, maxRanges)
		.map((first, index) => (first === lasts[index] ? first : `${first} to ${lasts[index]}`));
	return texts.join(', ') + (firsts.length > maxRanges ? ', …' : '');
}

/**
 * Returns the editor's texts after a run.
 *
 * @param summary the operation's own words on how the items ended; else only what is uncertain is worth a word
 */
export function hintsAfterRun(
	{ outcomes, items, history }: Pick<EndedRun, 'outcomes' | 'items' | 'history'>,
	summary?: string,
): string[] {
	const throttled = history?.throttled ?? 0;
	// After the Retry of an uncertain item, what was given up is uncertain still (R8).
	const isGivenUp = [...items.failed, ...items.uncertain].some((itemIndex) => {
		const outcome = outcomes.get(itemIndex);
		return isFailure(outcome) && outcome.httpCode === '429';
	});
	const uncertain = items.uncertain.length;
	const doubt =
		uncertain > 0 &&
		`${counted(uncertain, 'item')} may have been processed. Check in the service before you resend ${uncertain === 1 ? 'it' : 'them'}.`;
	return [
		summary ?? doubt,
		throttled > 0 &&
			`The service's rate limit slowed down this run. ` +
				`Requests were throttled ${times(throttled)}${isGivenUp ? '' : ' and sent again automatically'}.`,
		outageSentence(history),
	].filter((hint): hint is string => typeof hint === 'string' && hint !== '');
}

/** Milliseconds of outage that are worth a word. */
const worthSaying = 1000;

/** Says how long the run waited in an outage of the service or of a proxy, which may not have ended. */
function outageSentence({ outageMs = 0 }: Partial<RunHistory> = {}): string | false {
	if (outageMs < worthSaying) return false;
	return `This run waited ${inSeconds(outageMs)} because the service or the proxy was unavailable.`;
}
