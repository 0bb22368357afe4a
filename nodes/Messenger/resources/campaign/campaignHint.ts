import { tryToParseDateTime, type IDataObject } from 'n8n-workflow';

import { excerpt } from '../../../runtime/input/InvalidInput';
import { counted } from '../../../runtime/response/phrases';
import type { HintFacts, RunFacts } from '../../../runtime/run/operation';
import { isFailure, type Failure } from '../../../runtime/run/outcome';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import type { Campaign, CampaignRequest, Item } from './campaignRequest';
import type { Combined } from './combineItems';
import { recipientsOf } from './recipientInput';
import { sendModeOf, type RunMode } from './sendMode';

/** A campaign of a run, with its requests as they are sent or, in a preview or a test, as a real run would send them. */
export interface PlannedCampaign extends Campaign {
	mode: RunMode;
}

/** A run of campaigns, as it was planned. */
export interface CampaignRun extends Pick<Combined, 'repeated'> {
	planned: PlannedCampaign[];
	/** All items that were to be sent, duplicates included. */
	items: Item[];
	facts: RunFacts;
	/** The advice if a number gets a campaign more than once. */
	adviceOnRepeats: string;
}

/** Times, numbers and reasons that the hint names; there may be thousands. */
const maxNamed = 3;

/**
 * The editor's words after a run of campaigns that no error ended (docs/node-contract.md, M5): what was sent, what not
 * to press, who was left out, who got nothing, who gets more than one, and what the next click does.
 */
export async function campaignHint(run: CampaignRun, ended: HintFacts): Promise<string> {
	const { planned, facts } = run;
	const sent = acceptedOf(planned, 'send', ended);
	const tests = acceptedOf(planned, 'test', ended).length;
	const unsent = planned.filter(({ mode }) => mode !== 'send');
	const reach = await reachOf(sent);
	const failures = await failuresOf(ended);
	const isUncertain = failures.some(({ state }) => state === 'uncertain');
	const nothingSent = sent.length + tests === 0 && !isUncertain && sentBefore(sent, ended) === 0;
	const sentences = [
		nothingSent && 'Nothing was sent.',
		sent.length > 0 && `${sentWords(sent, reach, facts)} with ${ended.account}.`,
		facts.isManual && sent.length > 0 && dontPress(reach.people),
		tests > 0 && `Sent a test of ${counted(tests, 'campaign')} to 'Test Number' only.`,
		unsent.length > 0 && `${await plannedWords(unsent, facts)} with ${ended.account}.`,
		await asideOf(run, sent, ended),
		...answerLists(sent, ended),
		failureWords(failures, ended, unsent.length > 0 && sent.length === 0),
		await repeatWords(sent.length > 0 ? sent : unsent, run.adviceOnRepeats),
		unsent.length > 0 && nextClick(unsent),
	];
	return sentences.filter((sentence) => sentence).join(' ');
}

/** The campaigns of a mode, each with its requests that the service accepted. */
function acceptedOf(planned: PlannedCampaign[], mode: string, { outcomes }: HintFacts) {
	const isAccepted = ({ members: [first] }: CampaignRequest) =>
		outcomes.get(first!.itemIndex)?.state === 'accepted';
	return planned
		.filter((campaign) => campaign.mode === mode)
		.map((campaign) => ({ ...campaign, requests: campaign.requests.filter(isAccepted) }))
		.filter(({ requests }) => requests.length > 0);
}

/** The number of items that an earlier try has sent. */
function sentBefore(sent: PlannedCampaign[], { outcomes }: HintFacts): number {
	let accepted = 0;
	for (const { state, ...outcome } of outcomes.values()) {
		if (state === 'accepted' && !outcome.isTest) accepted += 1;
	}
	const now = sent.flatMap(({ requests }) => requests.flatMap(({ members }) => members));
	return accepted - now.filter(({ duplicateOf }) => duplicateOf === undefined).length;
}

interface Reach {
	people: number;
	messages: number;
	campaigns: number;
}

async function reachOf(campaigns: PlannedCampaign[]): Promise<Reach> {
	const numbers = new Set<unknown>();
	let messages = 0;
	for (const { parts } of campaigns.flatMap(({ requests }) => requests)) {
		await yieldToEventLoop();
		const recipients = recipientsOf(parts.body);
		messages += recipients.length;
		for (const { messenger_number: number } of recipients) numbers.add(number);
	}
	return { people: numbers.size, messages, campaigns: campaigns.length };
}

const peopleWords = (count: number) => (count === 1 ? '1 person' : `${count} people`);

function reachWords({ people, messages, campaigns }: Reach): string {
	const who = peopleWords(people);
	if (messages > people) {
		return `${who} (${messages} messages in ${counted(campaigns, 'campaign')})`;
	}
	return campaigns > 1 ? `${who} in ${campaigns} campaigns` : who;
}

/** To the minute, as campaigns are told apart; in UTC, and empty if it is sent now. */
const timeOf = ({ requests: [first] }: PlannedCampaign) =>
	String(first!.parts.body?.scheduled_at ?? '').slice(0, 'yyyy-mm-ddThh:mm'.length);

const local = (time: string, { timezone = 'UTC' }: RunFacts, format: string) =>
	tryToParseDateTime(time).setZone(timezone).toFormat(format);

/** Such as `2030-07-31 12:00 (Europe/Berlin)`; empty if all are sent now. */
function scheduleOf(campaigns: PlannedCampaign[], facts: RunFacts): string {
	const times = [...new Set(campaigns.map(timeOf))].filter((time) => time !== '');
	if (times.length === 0) return '';
	const named = times
		.slice(0, maxNamed)
		.map((time) => local(`${time}Z`, facts, 'yyyy-LL-dd HH:mm'));
	const more = times.length > maxNamed ? ', …' : '';
	return `${named.join(', ')}${more} (${facts.timezone ?? 'UTC'})`;
}

const isNow = (campaign: PlannedCampaign) => timeOf(campaign) === '';

function sentWords(sent: PlannedCampaign[], reach: Reach, facts: RunFacts): string {
	const schedule = scheduleOf(sent, facts);
	const who = reachWords(reach);
	if (!sent.some(isNow)) return `Scheduled: the service sends at ${schedule} to ${who}`;
	const now = `(${local(new Date().toISOString(), facts, 'HH:mm')}, ${facts.timezone ?? 'UTC'})`;
	return `Sent now ${now}${schedule && `, or scheduled for ${schedule},`} to ${who}`;
}

async function plannedWords(unsent: PlannedCampaign[], facts: RunFacts): Promise<string> {
	const reach = await reachOf(unsent);
	const schedule = scheduleOf(unsent, facts);
	const times = [unsent.some(isNow) && 'now', schedule && `at ${schedule}`];
	const each = reach.messages === reach.people ? ', one message each,' : '';
	return `A real run would send ${times.filter(Boolean).join(' or ')} to ${reachWords(reach)}${each}`;
}

const dontPress = (people: number) =>
	"Don't press Execute step or Execute workflow again: " +
	`${people === 1 ? 'this person' : `these ${people}`} would get it a second time.`;

/** Who was skipped, and what was left out or completed: one sentence. */
async function asideOf(run: CampaignRun, sent: PlannedCampaign[], ended: HintFacts) {
	const { items, repeated, planned } = run;
	const { outcomes, mask, isBatched } = ended;
	await yieldToEventLoop();
	const completed = items.flatMap(({ parts }) =>
		parts.recipients.flatMap(({ number }) => (number.completed ? [number] : [])),
	);
	const named = completed
		.slice(0, maxNamed)
		.map(({ completed: given, number }) => `${excerpt(given, mask)} → ${mask(number)}`);
	const requests = planned.flatMap((campaign) => campaign.requests);
	const count = (status: string) => {
		let rows = 0;
		for (const outcome of outcomes.values()) {
			if (!isFailure(outcome) && outcome.items[0]?.send_status === status) rows += 1;
		}
		return rows;
	};
	const sentEarlier = repeated.filter(({ earlier }) => !earlier.isUncertain).length;
	const facts: Array<[number, (rows: string) => string]> = [
		[sentBefore(sent, ended), (rows) => `${rows} sent by an earlier try`],
		[count('no_number'), (rows) => `${rows} without a number`],
		[count('duplicate') - sentEarlier, (rows) => `${rows} skipped as duplicate`],
		[
			sentEarlier,
			(rows) =>
				`${rows} skipped, sent in an earlier round (Duplicates → Skip in This Run sends it again)`,
		],
		[
			completed.length,
			() =>
				`country code added to ${counted(completed.length, 'number')} ` +
				`(${named.join(', ')}${completed.length > maxNamed ? ', …' : ''})`,
		],
		[
			items.filter(({ leftOut }) => leftOut).length,
			(rows) => `${rows} with a value left out (column left_out)`,
		],
		[
			isBatched && requests.length === 1 ? 1 : 0,
			() => 'Batching had no effect: all recipients fit in one request',
		],
	];
	const said = facts
		.filter(([rows]) => rows > 0)
		.map(([rows, words]) => words(counted(rows, 'row')));
	const sentence = said.join('; ');
	return sentence && `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** Names the lists in an answer: the node can't read what they say of each recipient (E5). */
function answerLists(sent: PlannedCampaign[], { outcomes }: HintFacts): string[] {
	for (const { members } of sent.flatMap(({ requests }) => requests)) {
		const outcome = outcomes.get(members[0]!.itemIndex);
		const fields: IDataObject = isFailure(outcome) ? {} : (outcome?.items[0] ?? {});
		const lists = Object.entries(fields).filter(
			(field): field is [string, unknown[]] =>
				Array.isArray(field[1]) && field[1].length > 0 && field[0] !== 'left_out',
		);
		const named = lists.slice(0, maxNamed).map(([name, list]) => `${name}: ${list.length}`);
		if (named.length > 0) return [`The answer has ${named.join(', ')}.`, 'See the first row.'];
	}
	return [];
}

async function failuresOf({ outcomes }: HintFacts): Promise<Failure[]> {
	await yieldToEventLoop();
	return [...outcomes.values()].filter(isFailure);
}

/** Who got nothing, why, and where to see it; and who may have got it. */
function failureWords(failures: Failure[], { failedRows }: HintFacts, isPreview: boolean): string {
	const doubtful = failures.filter(({ state }) => state === 'uncertain').length;
	const rest = failures.filter(({ state }) => state !== 'uncertain');
	const reasons = new Map<string, number>();
	for (const { refusal, message } of rest) {
		const reason = refusal?.words ?? message;
		reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
	}
	const named = [...reasons].sort(([, one], [, other]) => other - one).slice(0, maxNamed);
	const why = named.map(([reason, rows]) => (reasons.size === 1 ? reason : `${rows} ${reason}`));
	const more = reasons.size > maxNamed ? ', …' : '';
	const got = isPreview ? 'would get' : 'got';
	const sentences = [
		rest.length > 0 &&
			`${counted(rest.length, 'row')} ${got} nothing (${failedRows}): ${why.join(', ')}${more}.`,
		doubtful > 0 && `${doubtful} may have been sent: check ${doubtful === 1 ? 'it' : 'them'}.`,
	];
	return sentences.filter((sentence) => sentence).join(' ');
}

/** Numbers that get the same campaign more than once, or more than one. */
async function repeatWords(campaigns: PlannedCampaign[], advice: string) {
	const byCampaign = new Map<string, Set<unknown>>();
	const repeated = new Set<string>();
	for (const { parts } of campaigns.flatMap(({ requests }) => requests)) {
		await yieldToEventLoop();
		const numbers = byCampaign.get(parts.groupKey) ?? new Set();
		byCampaign.set(parts.groupKey, numbers);
		for (const { messenger_number: number } of recipientsOf(parts.body)) {
			if (numbers.has(number)) repeated.add(`${parts.groupKey} ${number}`);
			numbers.add(number);
		}
	}
	if (repeated.size > 0) return `${getting(repeated)} it more than once. ${advice}`.trim();
	if (byCampaign.size === 1) return undefined;
	const all = new Set();
	const inSeveral = new Set();
	for (const numbers of byCampaign.values()) {
		await yieldToEventLoop();
		for (const number of numbers) (all.has(number) ? inSeveral : all).add(number);
	}
	return inSeveral.size > 0 && `${getting(inSeveral)} more than one campaign.`;
}

const getting = ({ size }: Set<unknown>) => `${peopleWords(size)} ${size === 1 ? 'gets' : 'get'}`;

/** There may be 100,000 items, and a list of them takes long to make. */
function nextClick(unsent: PlannedCampaign[]): string {
	const canSend = unsent.some(({ requests }) =>
		requests.some(({ members }) => members.some(({ params }) => sendModeOf(params) !== 'preview')),
	);
	const here = 'To send from here: Send Mode → Send, then Execute step.';
	return canSend
		? `${here} A published workflow sends when its trigger starts it.`
		: `'Send Mode' is 'Preview Only': no run sends. ${here}`;
}
