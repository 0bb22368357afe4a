import { tryToParseDateTime } from 'n8n-workflow';

import { excerpt } from '../../../runtime/input/InvalidInput';
import type { Mask } from '../../../runtime/input/keyMask';
import { counted } from '../../../runtime/response/phrases';
import type { CheckedItem, PlannedRequest } from '../../../runtime/run/operation';
import { isFailure, type Outcome, type Outcomes } from '../../../runtime/run/outcome';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import { hasTime, type CampaignParams } from './campaignFields';
import { recipientsOf } from './recipientInput';
import { sendModeOf, type RunMode } from './sendMode';

/** A campaign of a run, with its requests as they are sent or, in a preview or a test, as they would be. */
export interface PlannedCampaign {
	mode: RunMode;
	requests: Array<PlannedRequest<CampaignParams>>;
}

/** A run of campaigns. */
export interface CampaignRun {
	planned: PlannedCampaign[];
	/** All items that were to be sent, duplicates included. */
	items: Array<CheckedItem<CampaignParams>>;
	/** IANA name of the zone in which times are shown. */
	timezone: string;
	/** The advice if a number gets a campaign more than once. */
	adviceOnRepeats: string;
}

/** The editor's words after a run of campaigns: what became of all its items (docs/node-contract.md, M5). */
export async function campaignSummary(
	{ planned, items, timezone, adviceOnRepeats }: CampaignRun,
	outcomes: Outcomes,
	mask: Mask,
): Promise<string> {
	const isAccepted = ({ members: [first] }: PlannedRequest) =>
		outcomes.get(first!.itemIndex)?.state === 'accepted';
	const sent = planned
		.filter(({ mode }) => mode === 'send')
		.map((campaign) => ({ ...campaign, requests: campaign.requests.filter(isAccepted) }))
		.filter(({ requests }) => requests.length > 0);
	const notSent = planned.filter(({ mode }) => mode !== 'send');
	const tests = planned.filter(({ mode, requests }) => mode === 'test' && isAccepted(requests[0]!));
	const ends = await endsOf(outcomes);
	const sentNow = sent.flatMap(({ requests }) => requests.map(({ members }) => members.length));
	const sentBefore = sentNow.reduce((rest, count) => rest - count, ends.accepted ?? 0);
	const emailsLeftOut = items.flatMap(({ leftOut }) => leftOut?.left_out ?? []).length;
	const nothingSent = !ends.accepted && !ends.test && !ends.uncertain;
	const count = (number: number | undefined, what: string, became: string) =>
		number && `${counted(number, what)} ${became}.`;
	const sentences = [
		nothingSent && 'Nothing was sent.',
		...testSentences(tests),
		notSent.length > 0 &&
			(nothingSent || tests.length > 0) &&
			'The nodes after this one ran all the same.',
		...(await reachSentences(sent, timezone, { send: 'Sent to', schedule: 'Scheduled' })),
		...(await reachSentences(notSent, timezone, {
			send: 'A real run would send to',
			schedule: 'A real run would schedule',
			atOnce: ', at once',
		})),
		count(sentBefore, 'item', 'sent by an earlier try'),
		count(ends.duplicate, 'duplicate', 'skipped'),
		count(ends.no_number, 'item', 'without a number skipped'),
		await completedSentence(items, mask),
		count(emailsLeftOut, 'malformed email', 'left out'),
		count(ends.refused, 'item', 'refused: see the error'),
		count(ends.keptBack, 'item', 'not sent: see the error'),
		count(ends.uncertain, 'item', 'may have been sent: check in the service before you resend'),
		await repeatSentence(sent.length > 0 ? sent : notSent, adviceOnRepeats),
		notSent.length > 0 && whichRunSends(notSent),
	];
	return sentences.filter((sentence) => sentence).join(' ');
}

/** The number of items by how they ended. */
async function endsOf(outcomes: Outcomes) {
	const ends: Partial<Record<string, number>> = {};
	for (const outcome of outcomes.values()) {
		await yieldToEventLoop();
		const end = endOf(outcome);
		ends[end] = (ends[end] ?? 0) + 1;
	}
	return ends;
}

function endOf(outcome: Outcome): string {
	if (!isFailure(outcome)) {
		if (outcome.state === 'accepted') return outcome.isTest ? 'test' : 'accepted';
		return String(outcome.items[0]?.send_status);
	}
	if (outcome.state === 'uncertain') return 'uncertain';
	return outcome.state === 'failed' || outcome.kind === 'input' ? 'refused' : 'keptBack';
}

function whichRunSends(campaigns: PlannedCampaign[]) {
	return someItem(campaigns, (params) => sendModeOf(params) !== 'preview')
		? "Real runs are those that don't start in the editor. To send from here, set 'Send Mode' to 'Send'."
		: "'Send Mode' is 'Preview Only': no run sends.";
}

/** Says whom the campaigns reach, and when: those that go out at once, and those that are scheduled. */
async function reachSentences(
	campaigns: PlannedCampaign[],
	timezone: string,
	{ send, schedule, atOnce = '' }: { send: string; schedule: string; atOnce?: string },
) {
	await yieldToEventLoop();
	const now = campaigns.filter(isAtOnce);
	const later = campaigns.filter((campaign) => !isAtOnce(campaign));
	const isLeftEmpty = someItem(now, hasTime);
	const when = isLeftEmpty ? ", at once: 'Scheduled At' is empty" : atOnce;
	return [
		now.length > 0 && `${send} ${reachOf(now)}${when}.`,
		later.length > 0 && `${schedule} for ${timesOf(later, timezone)}: ${reachOf(later)}.`,
	];
}

function reachOf(campaigns: PlannedCampaign[]) {
	const bodies = campaigns.flatMap(({ requests }) => requests.map(({ parts }) => parts.body));
	const recipients = bodies.reduce((sum, body) => sum + recipientsOf(body).length, 0);
	return `${counted(recipients, 'recipient')} in ${counted(campaigns.length, 'campaign')}`;
}

/** True if it is so for one of their items. There may be 100,000, and a list of them takes long to make. */
const someItem = (campaigns: PlannedCampaign[], isSo: (params: CampaignParams) => boolean) =>
	campaigns.some(({ requests }) =>
		requests.some(({ members }) => members.some(({ params }) => isSo(params))),
	);

/** To the minute, as campaigns are told apart; in UTC. */
const timeOf = ({ requests: [first] }: PlannedCampaign) =>
	String(first!.parts.body?.scheduled_at ?? '').slice(0, 'yyyy-mm-ddThh:mm'.length);

const isAtOnce = (campaign: PlannedCampaign) => timeOf(campaign) === '';

function testSentences(tests: PlannedCampaign[]) {
	const now = tests.filter(isAtOnce).length;
	const later = tests.length - now;
	return [
		now > 0 && `Sent ${counted(now, 'campaign')} to 'Test Number' only.`,
		later > 0 && `Scheduled ${counted(later, 'campaign')} to 'Test Number' only.`,
	];
}

/** Times and numbers that the hint names; there may be thousands, and to write a time in a timezone takes long. */
const maxNamed = 3;

/** A wrong country makes wrong numbers of all: that must be seen before they cost money. */
async function completedSentence(items: CampaignRun['items'], mask: Mask) {
	await yieldToEventLoop();
	const completed = items.flatMap(({ parts }) => parts.completedNumbers ?? []);
	if (completed.length === 0) return undefined;
	const named = completed
		.slice(0, maxNamed)
		.map((one) => `${excerpt(one.completed, mask)} → ${mask(one.number)}`);
	const counts = `${counted(completed.length, 'number')} completed by 'Country of Local Numbers'`;
	return `${counts}${completed.length > maxNamed ? ', e.g. ' : ': '}${named.join(', ')}.`;
}

function timesOf(campaigns: PlannedCampaign[], timezone: string) {
	const times = [...new Set(campaigns.map(timeOf))];
	const named = times.slice(0, maxNamed).map((time) => {
		const local = tryToParseDateTime(`${time}Z`).setZone(timezone);
		return local.toFormat('yyyy-LL-dd HH:mm');
	});
	return `${named.join(', ')}${times.length > maxNamed ? ', …' : ''} (${timezone})`;
}

/** Numbers that get the same campaign more than once, or more than one. */
async function repeatSentence(campaigns: PlannedCampaign[], advice: string) {
	const byCampaign = new Map<string | undefined, Set<unknown>>();
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

const getting = ({ size }: Set<unknown>) =>
	`${counted(size, 'number')} ${size === 1 ? 'gets' : 'get'}`;
