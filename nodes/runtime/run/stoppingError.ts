import { NodeOperationError } from 'n8n-workflow';

import { counted, cut } from '../response/phrases';
import { isOfEngine2, isTool } from './caller';
import { doubtOf, nodeErrorOf, type NodeError } from './nodeError';
import { isFailure, type Failure, type Outcomes } from './outcome';
import { outageSentence, type EndedRun } from './report';

const isCancelled = ({ sender }: EndedRun) => sender?.stopReason?.kind === 'cancelled';

/** The error that stops a node which does not continue, if there is one. */
export function stoppingError(run: EndedRun): NodeError | undefined {
	const { context, outcomes, refused } = run;
	const node = context.getNode();
	if (isCancelled(run)) {
		// By the word "canceled" n8n tells a stopped execution from a failed one.
		return withRunSummary(new NodeOperationError(node, 'The execution was canceled'), run);
	}
	const [failure = worstFailure(outcomes), ...others] = saidOnce(refused, outcomes.size);
	if (failure === undefined) return undefined;
	const error = nodeErrorOf(node, failure, others);
	return withRunSummary(error, run, failure);
}

/**
 * Of what another Retry may have sent, because then the advice on other failures is wrong; else of what may have been
 * sent, else of what was refused, else of what was only kept back.
 */
function worstFailure(outcomes: Outcomes) {
	const failures = [...outcomes.values()].filter(isFailure);
	const of = (...states: string[]) => failures.find(({ state }) => states.includes(state));
	const ofOtherRetry = failures.find(({ isOfOtherRetry }) => isOfOtherRetry);
	return ofOtherRetry ?? of('uncertain') ?? of('failed') ?? failures[0];
}

/** Says once, as an error of the run, what is wrong in the same way for all items (R1). */
function saidOnce(refused: Failure[], count: number): Failure[] {
	const said = new Set(
		refused.map(({ message, description }) => [message, description].join('\n')),
	);
	const isOfAll = said.size === 1 && count > 1 && refused.length === count;
	return isOfAll ? [{ ...refused[0]!, itemIndex: undefined }] : refused;
}

/**
 * Adds to an error that stops the node what became of the run's items, and what to press: what the service accepted
 * must not be sent again by hand (E3). After a cancel the error names no failure.
 */
export function withRunSummary(error: NodeError, run: EndedRun, failure?: Failure): NodeError {
	const { context, operation, outcomes, items, sender } = run;
	const { accepted, uncertain, failed, 'not sent': notSent } = items;
	error.context.run = { accepted, uncertain, failed, notSent };
	// An error of what nobody tried to send says itself how long the run waited.
	const wasTried = failure === undefined || failure.ofRequest !== undefined;
	const said = [error.description, wasTried && outageSentence(sender)];
	let lines: Lines;
	if (accepted.length + uncertain.length + failed.length === 0) {
		lines = [...said, 'Nothing was sent.', skipAdvice(run, failure)];
	} else if (operation.endpoint.readOnly) lines = said;
	else {
		// Test sends are not remembered.
		const isKept = [...accepted, ...uncertain].some((index) => !outcomes.get(index)?.isTest);
		const isForPerson = isKept && !isTool(context.getNode());
		const isPressed = isForPerson && !isCancelled(run) && !failure?.isOfOtherRetry;
		if (isPressed && failure) error.message = titleWithCounts(error.message, failure, run);
		lines = [
			...(isPressed ? whatToPress(run) : []),
			...said,
			...countsOf(run, failure),
			isForPerson && isCancelled(run) && cancelAdvice,
		];
	}
	error.description = lines.filter((line) => line).join('<br>');
	return error;
}

type Lines = Array<string | false | null | undefined>;

/** For bad input of some items of a run, which nobody has begun to send. */
function skipAdvice({ context, outcomes, refused }: EndedRun, failure?: Failure): string | false {
	const isOfItem = failure?.isInput === true && failure.itemIndex !== undefined;
	const othersWait = isOfItem && refused.length < outcomes.size && !isTool(context.getNode());
	const them = refused.length === 1 ? 'it' : 'them';
	return othersWait && `To send the others without ${them}, set Settings → On Error to 'Continue'.`;
}

/** n8n offers no Retry for a cancelled execution, and its Retry by REST knows nothing of what was sent. */
const cancelAdvice =
	'n8n offers no Retry for it. Run the workflow again with the rest only: it sends all of its input.';

/** The title of several items: people read it on a phone. */
function titleWithCounts(title: string, failure: Failure, run: EndedRun): string {
	const { context, outcomes, items } = run;
	const { accepted, uncertain } = items;
	const isRetry = context.getMode() === 'retry';
	// Engine 2.0 keeps nothing of an error but its title.
	const isWorthIt = uncertain.length > 0 || isRetry || isOfEngine2(context);
	if (outcomes.size === 1 || !isWorthIt) return title;
	const rest = items.failed.length + items['not sent'].length;
	const notSent = rest > 0 ? `, ${rest} not sent` : '';
	const sent = isRetry
		? `This Retry sent ${moreWords(run)}, ${accepted.length} in all`
		: `${accepted.length} sent${notSent}`;
	if (uncertain.length > 0) {
		const doubt = doubtOf(context.getNode(), { ...failure, state: 'uncertain' });
		const start = `${doubt}${uncertain.length} of ${outcomes.size}. ${sent}: `;
		return start + cut(title.replace(doubt, ''), start.length);
	}
	const end = `. Of ${outcomes.size}: ${sent}`;
	return cut(title.replace(/\.$/, ''), end.length) + end;
}

/** Such as `110 more`. */
function moreWords({ items: { accepted }, isKnown }: EndedRun): string {
	const more = accepted.filter((index) => !isKnown(index)).length;
	return more === 0 ? 'nothing' : `${more} more`;
}

/** With 'Send Again If Unsure' an older one would also send what its Retry has sent. */
const onNewest = 'only on the newest Retry of this execution, or on this one if it has none';

/** Uncertain items that are named. */
const maxNamed = 20;

/** Says first what not to press, then what to press: of several lines, the first is read. */
function whatToPress({ context, outcomes, items }: EndedRun): Lines {
	const { uncertain } = items;
	const rest = items.failed.length + items['not sent'].length;
	const all = outcomes.size === 1 ? 'it' : `all ${outcomes.size}`;
	const others = rest === 1 ? 'one' : rest;
	const before = context.getMode() === 'retry' ? ' before' : '';
	const isSub = context.getMode() === 'integrated';
	const place = isSub ? "this sub-workflow's list of executions" : 'Executions';
	const press = `press the arrow (Retry) ${onNewest}`;
	return [
		`Don't press Execute step or Execute workflow: ${all} would be sent again.`,
		rest > 0 &&
			`To send only the other ${others}: open ${place}, ${press}: "with original workflow", once, and wait for its end. It sends nothing else.`,
		isSub && 'Retry of the parent workflow sends everything again.',
		uncertain.length > 0 &&
			`${uncertain.length} may have been sent${before}: check in the service which of these arrived: ${namesOf(uncertain, outcomes)}.`,
		...(uncertain.length > 0 && rest === 0 ? afterTheCheck(uncertain.length) : []),
	];
}

function namesOf(uncertain: number[], outcomes: Outcomes): string {
	const named = uncertain.slice(0, maxNamed).map((index) => {
		const outcome = outcomes.get(index);
		const subject = isFailure(outcome) ? outcome.about?.subject : undefined;
		return String(subject ?? `item ${index}`);
	});
	const more = uncertain.length - named.length;
	return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** If nothing is left but what may have arrived: a line for each case, because two in one line were both done. */
const afterTheCheck = (count: number): Lines => [
	`Press Retry ${onNewest}, once:`,
	'All arrived: set On Error to \'Continue (using error output)\' and save. Press the arrow (Retry), "with currently saved workflow": it sends nothing, and the next nodes run. Set On Error back and save.',
	`None arrived: turn on 'Send Again If Unsure' in Settings → Request Options and save. Press the arrow (Retry), "with currently saved workflow": ${count === 1 ? 'it is' : `these ${count} are`} sent. Turn it off and save.`,
	count > 1 &&
		'Some arrived: do the first. Then send the others from a new workflow with these only.',
];

/** Says how all items have ended, but for the one that the error is about. */
function countsOf(run: EndedRun, failure?: Failure): Lines {
	const { context, outcomes, items } = run;
	const { accepted, uncertain, failed, duplicate, 'not sent': notSent } = items;
	const isInput = failure?.isInput === true;
	const [first] = outcomes.keys();
	// The title and the advice say how the error's own item has ended.
	const own = outcomes.size === 1 && failure && !isInput ? first : failure?.itemIndex;
	const say = (indexes: number[], what: string, who = counted(indexes.length, 'item')) => {
		const isOwn = indexes.length === 1 && indexes[0] === own;
		return indexes.length > 0 && !isOwn && `${who} ${what} (${ranges(indexes)}).`;
	};
	const { $runIndex: round } = context.getWorkflowDataProxy(0);
	return [
		context.getMode() === 'retry' && `This Retry sent ${moreWords(run)}.`,
		say(
			accepted,
			`${were(accepted.length)} accepted`,
			`${accepted.length} of ${outcomes.size} items`,
		),
		say(uncertain, 'may have been processed'),
		say(failed, 'failed'),
		say(duplicate, 'skipped as duplicate'),
		say(notSent, `${were(notSent.length)} not sent`),
		Number(round) > 0 &&
			`These numbers are of one round: this node has run ${String(round)} times before.`,
	];
}

const were = (count: number) => (count === 1 ? 'was' : 'were');

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
