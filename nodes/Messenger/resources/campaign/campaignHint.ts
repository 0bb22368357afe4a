import { tryToParseDateTime, type IDataObject } from 'n8n-workflow';

import { excerpt } from '../../../runtime/input/InvalidInput';
import { counted } from '../../../runtime/response/phrases';
import type { HintFacts, RunFacts } from '../../../runtime/run/operation';
import { isFailure, type Failure } from '../../../runtime/run/outcome';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import type { CampaignRequest, Item } from './campaignRequest';
import type { Campaign, Combined } from './combineItems';
import { recipientsOf } from './recipientInput';
import { sendModeOf } from './sendMode';

/** A run of campaigns, as it was planned. */
export interface CampaignRun extends Combined {
	/** All items that were to be sent, duplicates included. */
	items: Item[];
	facts: RunFacts;
}

/** Times, numbers and reasons that the hint names; there may be thousands. */
const maxNamed = 3;

/**
 * The editor's words after a run of campaigns that no error ended (docs/node-contract.md, M5): what was sent, what not
 * to press, who was left out, who got nothing, who gets more than one, and what the next click does.
 */
export async function campaignHint(run: CampaignRun, ended: HintFacts): Promise<string> {
	const { campaigns, facts } = run;
	const sent = acceptedOf(campaigns, 'send', ended);
	const tests = acceptedOf(campaigns, 'test', ended).length;
	const unsent = campaigns.filter(({ mode }) => mode !== 'send');
	const reach = await reachOf(sent);
	const shown = await reachOf(unsent);
	const ends = await endsOf(run.items, ended);
	// An earlier try has sent to these, and Execute step would send to them again, too.
	const got = reach.people.size + ends.sentBefore;
	const nothingSent = sent.length + tests + ends.sentBefore + ends.doubtful === 0;
	const sentences = [
		nothingSent && 'Nothing was sent.',
		sent.length > 0 && `${sentWords(sent, reach, facts)} with ${ended.account}.`,
		facts.isManual && got > 0 && dontPress(got),
		tests > 0 && `Sent a test of ${counted(tests, 'campaign')} to 'Test Number' only.`,
		unsent.length > 0 && `${plannedWords(unsent, shown, facts)} with ${ended.account}.`,
		asideOf(run, ends, ended),
		answerLists(sent, ended),
		failureWords(ends, ended, unsent.length > 0 && sent.length === 0),
		await repeatWords(sent.length > 0 ? reach : shown, run),
		unsent.length > 0 && nextClick(unsent),
	];
	return sentences.filter((sentence) => sentence).join(' ');
}

/** The campaigns of a mode, each with its requests that the service accepted. */
function acceptedOf(campaigns: Campaign[], mode: string, { outcomes }: HintFacts) {
	const isAccepted = ({ members: [first] }: CampaignRequest) =>
		outcomes.get(first!.itemIndex)?.state === 'accepted';
	return campaigns
		.filter((campaign) => campaign.mode === mode)
		.map((campaign) => ({ ...campaign, requests: campaign.requests.filter(isAccepted) }))
		.filter(({ requests }) => requests.length > 0);
}

/** The rows of a run, counted by how they ended. */
interface Ends {
	/** By their `send_status`. */
	rows: Map<unknown, number>;
	/** The number of those that an earlier try has sent. */
	sentBefore: number;
	/** Those that got nothing, and the number of those that may have got something. */
	failed: Failure[];
	doubtful: number;
}

async function endsOf(items: Item[], { outcomes }: HintFacts): Promise<Ends> {
	const ends: Ends = { rows: new Map(), sentBefore: 0, failed: [], doubtful: 0 };
	const ofThisTry = new Set(items.map(({ itemIndex }) => itemIndex));
	for (const [itemIndex, outcome] of outcomes) {
		await yieldToEventLoop();
		if (!isFailure(outcome)) {
			const status = outcome.items[0]?.send_status;
			ends.rows.set(status, (ends.rows.get(status) ?? 0) + 1);
			if (outcome.state === 'accepted' && !ofThisTry.has(itemIndex)) ends.sentBefore += 1;
		} else if (outcome.state === 'uncertain') ends.doubtful += 1;
		else ends.failed.push(outcome);
	}
	return ends;
}

interface Reach {
	/** By their numbers, the campaign of each message that they get. */
	people: Map<unknown, string[]>;
	messages: number;
	campaigns: number;
}

async function reachOf(campaigns: Campaign[]): Promise<Reach> {
	const reach: Reach = { people: new Map(), messages: 0, campaigns: campaigns.length };
	for (const { parts } of campaigns.flatMap(({ requests }) => requests)) {
		for (const { messenger_number: number } of recipientsOf(parts.body)) {
			await yieldToEventLoop();
			const messages = reach.people.get(number) ?? [];
			reach.people.set(number, messages);
			messages.push(parts.groupKey);
			reach.messages += 1;
		}
	}
	return reach;
}

const peopleWords = (count: number) => (count === 1 ? '1 person' : `${count} people`);

function reachWords({ people, messages, campaigns }: Reach): string {
	const who = peopleWords(people.size);
	if (messages > people.size) {
		return `${who} (${messages} messages in ${counted(campaigns, 'campaign')})`;
	}
	return campaigns > 1 ? `${who} in ${campaigns} campaigns` : who;
}

/** To the minute, as campaigns are told apart; in UTC, and empty if it is sent now. */
const timeOf = ({ requests: [first] }: Campaign) =>
	String(first!.parts.body?.scheduled_at ?? '').slice(0, 'yyyy-mm-ddThh:mm'.length);

const local = (time: string, { timezone = 'UTC' }: RunFacts, format: string) =>
	tryToParseDateTime(time).setZone(timezone).toFormat(format);

/** Such as `2030-07-31 12:00 (Europe/Berlin)`; empty if all are sent now. */
function scheduleOf(campaigns: Campaign[], facts: RunFacts): string {
	const times = [...new Set(campaigns.map(timeOf))].filter((time) => time !== '');
	if (times.length === 0) return '';
	const named = times
		.slice(0, maxNamed)
		.map((time) => local(`${time}Z`, facts, 'yyyy-LL-dd HH:mm'));
	const more = times.length > maxNamed ? ', …' : '';
	return `${named.join(', ')}${more} (${facts.timezone ?? 'UTC'})`;
}

const isNow = (campaign: Campaign) => timeOf(campaign) === '';

function sentWords(sent: Campaign[], reach: Reach, facts: RunFacts): string {
	const schedule = scheduleOf(sent, facts);
	const who = reachWords(reach);
	if (!sent.some(isNow)) return `Scheduled: the service sends at ${schedule} to ${who}`;
	const now = `(${local(new Date().toISOString(), facts, 'HH:mm')}, ${facts.timezone ?? 'UTC'})`;
	return `Sent now ${now}${schedule && `, or scheduled for ${schedule},`} to ${who}`;
}

function plannedWords(unsent: Campaign[], reach: Reach, facts: RunFacts): string {
	const schedule = scheduleOf(unsent, facts);
	const times = [unsent.some(isNow) && 'now', schedule && `at ${schedule}`];
	const each = reach.messages === reach.people.size ? ', one message each,' : '';
	return `A real run would send ${times.filter(Boolean).join(' or ')} to ${reachWords(reach)}${each}`;
}

const dontPress = (people: number) =>
	"Don't press Execute step or Execute workflow again: " +
	`${people === 1 ? 'this person' : `these ${people}`} would get it a second time.`;

const sendsAgain = 'Duplicates → Skip in This Run sends it again';

/** Who was skipped, and what was left out or completed: one sentence. */
function asideOf(run: CampaignRun, { rows, sentBefore }: Ends, { mask, isBatched }: HintFacts) {
	const { items, repeated, campaigns } = run;
	const completed = items.flatMap(({ parts }) => parts.completed);
	const named = completed
		.slice(0, maxNamed)
		.map(({ completed: given, number }) => `${excerpt(given, mask)} → ${mask(number)}`);
	const more = completed.length > maxNamed ? ', …' : '';
	const requests = campaigns.flatMap((campaign) => campaign.requests);
	const [sentEarlier, shownEarlier] = [true, false].map(
		(isSent) =>
			repeated.filter(({ earlier }) => !earlier.isUncertain && earlier.isSent === isSent).length,
	) as [number, number];
	const facts: Array<[count: number, words: string]> = [
		[sentBefore, 'sent by an earlier try'],
		[rows.get('no_number') ?? 0, 'without a number'],
		[(rows.get('duplicate') ?? 0) - sentEarlier - shownEarlier, 'skipped as duplicate'],
		[sentEarlier, `skipped, sent in an earlier round (${sendsAgain})`],
		[shownEarlier, `skipped, shown in an earlier round (${sendsAgain})`],
		[items.filter(({ leftOut }) => leftOut).length, 'with a value left out (column left_out)'],
	];
	const said = facts
		.filter(([count]) => count > 0)
		.map(([count, words]) => `${counted(count, 'row')} ${words}`);
	if (completed.length > 0) {
		const numbers = counted(completed.length, 'number');
		said.push(`country code added to ${numbers} (${named.join(', ')}${more})`);
	}
	if (isBatched && requests.length === 1) {
		said.push('Batching had no effect: all recipients fit in one request');
	}
	const sentence = said.join('; ');
	return sentence && `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** Names the lists in the answers: the node can't read what they say of each recipient (E5). */
function answerLists(sent: Campaign[], { outcomes }: HintFacts): string | undefined {
	const lengths = new Map<string, number>();
	const requests = sent.flatMap((campaign) => campaign.requests);
	for (const { members } of requests) {
		const outcome = outcomes.get(members[0]!.itemIndex);
		const fields: IDataObject = isFailure(outcome) ? {} : (outcome?.items[0] ?? {});
		for (const [name, list] of Object.entries(fields)) {
			if (!Array.isArray(list) || list.length === 0 || name === 'left_out') continue;
			lengths.set(name, (lengths.get(name) ?? 0) + list.length);
		}
	}
	if (lengths.size === 0) return undefined;
	const named = [...lengths].slice(0, maxNamed).map(([name, length]) => `${name}: ${length}`);
	return requests.length === 1
		? `The answer has ${named.join(', ')}. See the first row.`
		: `The answers have ${named.join(', ')}. See the first row of each request.`;
}

/** Who got nothing, why, and where to see it; and who may have got it. */
function failureWords({ failed, doubtful }: Ends, { failedRows }: HintFacts, isPreview: boolean) {
	const reasons = new Map<string, number>();
	for (const { refusal, message } of failed) {
		const reason = refusal?.words ?? message;
		reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
	}
	const named = [...reasons].sort(([, one], [, other]) => other - one).slice(0, maxNamed);
	const why = named.map(([reason, rows]) => (reasons.size === 1 ? reason : `${rows} ${reason}`));
	const more = reasons.size > maxNamed ? ', …' : '';
	const got = isPreview ? 'would get' : 'got';
	const sentences = [
		failed.length > 0 &&
			`${counted(failed.length, 'row')} ${got} nothing (${failedRows}): ${why.join(', ')}${more}.`,
		doubtful > 0 &&
			`${doubtful} may have been sent: check ${doubtful === 1 ? 'it' : 'them'} in the service.`,
	];
	return sentences.filter((sentence) => sentence).join(' ');
}

/** Numbers that get the same campaign more than once, or more than one. */
async function repeatWords({ people }: Reach, { items }: CampaignRun) {
	let repeated = 0;
	let inSeveral = 0;
	for (const messages of people.values()) {
		await yieldToEventLoop();
		const { size } = new Set(messages);
		if (size < messages.length) repeated += 1;
		if (size > 1) inSeveral += 1;
	}
	if (repeated > 0) {
		const isCombined = items[0]!.parts.combining !== undefined;
		const advice = isCombined
			? ''
			: " The operation 'Send to All Items' sends to each number once.";
		return `${getting(repeated)} it more than once.${advice}`;
	}
	return inSeveral > 0 && `${getting(inSeveral)} more than one campaign.`;
}

const getting = (count: number) => `${peopleWords(count)} ${count === 1 ? 'gets' : 'get'}`;

/** There may be 100,000 items, and a list of them takes long to make. */
function nextClick(unsent: Campaign[]): string {
	const canSend = unsent.some(({ requests }) =>
		requests.some(({ members }) => members.some(({ params }) => sendModeOf(params) !== 'preview')),
	);
	const here = 'To send from here: Send Mode → Send, then Execute step.';
	return canSend
		? `${here} A published workflow sends when its trigger starts it.`
		: `'Send Mode' is 'Preview Only': no run sends. ${here}`;
}
