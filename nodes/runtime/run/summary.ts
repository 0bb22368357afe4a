import { NodeApiError } from 'n8n-workflow';

import type { RunHistory } from '../limiter/RunQueue';
import type { RequestContext } from '../http/connection';
import { counted, inSeconds, times } from '../response/wording';
import { isTool, type NodeError } from './nodeError';
import { isFailure, type Failure, type Outcome, type Outcomes } from './outcome';

/** What the words about a run depend on, beside how its items ended. */
export interface SummaryFacts {
	context: RequestContext;
	/** Whether the operation changes nothing at the service: then nobody asks what was accepted. */
	readOnly: boolean;
	history?: RunHistory;
}

/**
 * Adds to an error that stops the node what became of the run's other items, each fact on a line of its own: what
 * the service accepted must not be sent again by hand.
 *
 * @param indexes all items of the run
 */
export function withRunSummary(
	error: NodeError,
	indexes: readonly number[],
	outcomes: Outcomes,
	{ context, readOnly, history }: SummaryFacts,
): NodeError {
	const itemsThat = (state: Outcome['state']) =>
		indexes.filter((itemIndex) => outcomes.get(itemIndex)?.state === state);
	const accepted = itemsThat('accepted');
	const uncertain = itemsThat('uncertain');
	const failed = itemsThat('failed');
	const notSent = itemsThat('not sent');
	error.context.run = { accepted, uncertain, failed, notSent };
	const httpCode = error instanceof NodeApiError ? error.httpCode : undefined;
	const isOnly = indexes.length === 1;
	// The title and the advice say how the error's own item has ended.
	const own = isOnly && httpCode !== undefined ? indexes[0] : error.context.itemIndex;
	const isItsInput = httpCode === undefined && own !== undefined && !isOnly;
	const refused = indexes.filter((itemIndex) => isOfInput(outcomes.get(itemIndex))).length;
	// An error of what nobody tried to send says itself how long the run waited.
	const lines = [error.description, httpCode !== 'none' && outageSentence(history)];
	const say = (items: number[], what: string, who = counted(items.length, 'item')) => {
		const isOwn = items.length === 1 && items[0] === own;
		lines.push(items.length > 0 && !isOwn && `${who} ${what} (${ranges(items)}).`);
	};
	if (accepted.length + uncertain.length + failed.length === 0) {
		const isWorthSkipping = isItsInput && refused < indexes.length && !isTool(context.getNode());
		lines.push('Nothing was sent.', isWorthSkipping && skipAdvice(refused));
	} else if (!readOnly) {
		const ofAll = `${accepted.length} of ${indexes.length} items`;
		say(accepted, `${were(accepted.length)} accepted`, ofAll);
		say(uncertain, 'may have been processed');
		say(failed, 'failed');
		say(itemsThat('duplicate'), 'skipped as duplicate');
		say(notSent, `${were(notSent.length)} not sent`);
		// Test sends are not remembered.
		const isKept = (itemIndex: number) => !outcomes.get(itemIndex)?.isTest;
		if (!isOnly && [...accepted, ...uncertain].some(isKept) && !isTool(context.getNode())) {
			lines.push(retryAdvice(context), uncertain.some(isKept) && resendAdvice);
		}
	}
	error.description = lines.filter((line) => line).join('<br>');
	return error;
}

/** True where an item's input is wrong, which no answer has a part in. */
const isOfInput = (outcome: Outcome | undefined) =>
	isFailure(outcome) && outcome.httpCode === undefined;

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

/** Which button to press (docs/node-contract.md, E3). */
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
 * What the editor says after a run.
 *
 * @param summary the operation's own words on how the items ended; else only what is in doubt is worth a word
 */
export function hintsAfterRun(
	history: RunHistory | undefined,
	failures: Failure[],
	summary?: string,
): string[] {
	const throttled = history?.throttled ?? 0;
	const isGivenUp = failures.some(({ httpCode }) => httpCode === '429');
	const uncertain = failures.filter(({ state }) => state === 'uncertain').length;
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

/** How long the run waited for a service that was away, and may be so still. */
function outageSentence({ outageMs = 0 }: Partial<RunHistory> = {}): string | false {
	if (outageMs < worthSaying) return false;
	return `This run waited ${inSeconds(outageMs)} because the service was unavailable.`;
}
