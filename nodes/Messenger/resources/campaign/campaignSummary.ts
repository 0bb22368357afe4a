import { tryToParseDateTime } from 'n8n-workflow';

import { excerpt } from '../../../runtime/input/InvalidInput';
import type { Mask } from '../../../runtime/input/keyMask';
import { counted } from '../../../runtime/response/wording';
import type { CheckedItem, PlannedRequest } from '../../../runtime/run/operation';
import { isFailure, type Outcomes } from '../../../runtime/run/outcome';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import type { CampaignParams } from './campaignFields';
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
	const members = sent.flatMap(({ requests }) => requests.map(({ members }) => members.length));
	const counts = await countsOf(outcomes);
	const { uncertain, refused, keptBack, duplicates, withoutNumber } = counts;
	const before = counts.accepted - members.reduce((sum, count) => sum + count, 0);
	const tests = planned.filter(({ mode, requests }) => mode === 'test' && isAccepted(requests[0]!));
	const nothingSent = counts.accepted + tests.length + uncertain === 0;
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
		before > 0 && `${counted(before, 'item')} sent by an earlier try.`,
		duplicates > 0 && `${counted(duplicates, 'duplicate')} skipped.`,
		withoutNumber > 0 && `${counted(withoutNumber, 'item')} without a number skipped.`,
		await completedSentence(items, mask),
		await leftOutSentence(items),
		refused > 0 && `${counted(refused, 'item')} refused: see the error.`,
		keptBack > 0 && `${counted(keptBack, 'item')} not sent: see the error.`,
		uncertain > 0 &&
			`${counted(uncertain, 'item')} may have been sent: check in the service before you resend.`,
		await repeatSentence(sent.length > 0 ? sent : notSent, adviceOnRepeats),
		notSent.length > 0 && whichRunSends(notSent),
	];
	return sentences.filter((sentence) => sentence).join(' ');
}

/** Counts the items by how they ended. Test sends do not count as accepted. */
async function countsOf(outcomes: Outcomes) {
	const counts = {
		accepted: 0,
		uncertain: 0,
		refused: 0,
		keptBack: 0,
		duplicates: 0,
		withoutNumber: 0,
	};
	for (const outcome of outcomes.values()) {
		await yieldToEventLoop();
		if (isFailure(outcome)) {
			const { state, kind } = outcome;
			if (state === 'uncertain') counts.uncertain += 1;
			else if (state === 'failed' || kind === 'input') counts.refused += 1;
			else counts.keptBack += 1;
			continue;
		}
		if (outcome.state === 'accepted' && !outcome.isTest) counts.accepted += 1;
		const status = outcome.items[0]?.send_status;
		if (status === 'duplicate') counts.duplicates += 1;
		if (status === 'no_number') counts.withoutNumber += 1;
	}
	return counts;
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
	const isLeftEmpty = someItem(now, (params) => 'scheduled_at' in params);
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

async function leftOutSentence(items: CampaignRun['items']) {
	await yieldToEventLoop();
	const emails = items.flatMap(({ leftOut }) => leftOut?.left_out ?? []).length;
	return emails > 0 && `${counted(emails, 'malformed email')} left out.`;
}

function timesOf(campaigns: PlannedCampaign[], timezone: string) {
	const times = [...new Set(campaigns.map(timeOf))];
	const named = times.slice(0, maxNamed).map((time) => {
		const local = tryToParseDateTime(`${time}Z`).setZone(timezone);
		return local.toFormat('yyyy-LL-dd HH:mm');
	});
	return `${named.join(', ')}${times.length > maxNamed ? ', …' : ''} (${timezone})`;
}

/** Numbers that get the same campaign more than once. */
async function repeatSentence(campaigns: PlannedCampaign[], advice: string) {
	const byCampaign = new Map<string | undefined, Set<unknown>>();
	const repeats: string[] = [];
	for (const { parts } of campaigns.flatMap(({ requests }) => requests)) {
		await yieldToEventLoop();
		const numbers = byCampaign.get(parts.groupKey) ?? new Set();
		byCampaign.set(parts.groupKey, numbers);
		for (const { messenger_number: number } of recipientsOf(parts.body)) {
			const { size } = numbers;
			if (numbers.add(number).size === size) repeats.push(`${parts.groupKey} ${number}`);
		}
	}
	const { size: repeated } = new Set(repeats);
	if (repeated === 0) return undefined;
	const often = repeated === 1 ? `gets it ${repeats.length + 1} times` : 'get it more than once';
	return `${counted(repeated, 'number')} ${often}. ${advice}`.trim();
}
