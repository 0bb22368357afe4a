import { tryToParseDateTime, type IDataObject } from 'n8n-workflow';

import { counted } from '../../../runtime/response/phrases';
import type { HintFacts, RequestParts, RunFacts } from '../../../runtime/run/operation';
import { isFailure, type Outcomes } from '../../../runtime/run/outcome';
import { yieldToEventLoop } from '../../../runtime/engine/yieldToEventLoop';
import { shownSettings, type CampaignRequest, type Item } from './campaignRequest';
import { recipientsOf } from './recipients';

type SendStatus = 'sent' | 'scheduled' | 'test' | 'preview' | 'duplicate';

/** The output fields about an item's message, sent or only shown. @param request has the time; a duplicate has none */
export function campaignRow(
	{ parts, leftOut, isDuplicate }: Item,
	status: SendStatus,
	{ body }: RequestParts,
): IDataObject {
	const recipients = recipientsOf(parts.body);
	const row: IDataObject = parts.namesNumber
		? { messenger_number: recipients[0]?.messenger_number }
		: { recipients: recipients.length };
	row.send_status = isDuplicate ? 'duplicate' : status;
	Object.assign(row, leftOut);
	if (body?.scheduled_at !== undefined) row.scheduled_at = body.scheduled_at;
	Object.assign(row, shownSettings(parts));
	return row;
}

/**
 * The editor's words after a run of campaigns that no error ended.
 *
 * @param sentBefore messages of earlier runs of the execution: what was sent must never look like nothing
 */
export async function campaignHint(
	requests: CampaignRequest[],
	facts: RunFacts,
	{ outcomes, account }: HintFacts,
	sentBefore: number,
): Promise<string> {
	const rows = await rowsByEnd(outcomes);
	const isAccepted = ({ members: [first] }: CampaignRequest) =>
		outcomes.get(first!.itemIndex)?.state === 'accepted';
	const real = requests.filter(({ parts }) => parts.mode === 'send');
	const unsent = requests.filter(({ parts }) => parts.mode !== 'send');
	const sent = await reachOf(real.filter(isAccepted), facts);
	const planned = await reachOf(unsent, facts);
	const hasSent = ['sent', 'scheduled', 'test', 'uncertain'].some((end) => rows.has(end));
	const people = sent.people === 1 ? 'this person' : `these ${sent.people}`;
	const sentences = [
		!hasSent && `Nothing was sent${sentBefore > 0 ? ' by this run' : ''}.`,
		sentBefore > 0 &&
			facts.isManual &&
			`Don't press Execute step or Execute workflow again: ${counted(sentBefore, 'message')} were sent before.`,
		sent.people > 0 &&
			`${sent.isNow ? 'Sent' : 'Scheduled: the service sends'} ${sent.words} with ${account}.`,
		sent.people > 0 &&
			facts.isManual &&
			`Don't press Execute step or Execute workflow again: ${people} would get it a second time.`,
		rows.has('test') && `Sent ${counted(rows.get('test')!, 'test')} to 'Test Number' only.`,
		planned.people > 0 && `A real run would send ${planned.words} with ${account}.`,
		rowWords(rows),
		planned.people > 0 && sentBefore === 0 && nextClick(unsent[0]!),
	];
	return sentences.filter((sentence) => sentence).join(' ');
}

/** The number of rows by their `send_status` or, where they have none, by how they failed. */
async function rowsByEnd(outcomes: Outcomes): Promise<Map<unknown, number>> {
	const rows = new Map<unknown, number>();
	const count = (end: unknown) => rows.set(end, (rows.get(end) ?? 0) + 1);
	for (const outcome of outcomes.values()) {
		await yieldToEventLoop();
		if (isFailure(outcome)) count(outcome.state === 'uncertain' ? 'uncertain' : 'failed');
		else {
			const [{ send_status: status, left_out: leftOut } = {}] = outcome.items;
			count(status);
			if (leftOut) count('left out');
		}
	}
	return rows;
}

/** Times that are named. */
const maxTimes = 3;

/** The people whom requests reach, such as `now to 118 people (120 messages in 2 campaigns)`. */
async function reachOf(requests: CampaignRequest[], { timezone = 'UTC' }: RunFacts) {
	const campaigns = new Set<unknown>();
	const people = new Set<unknown>();
	const times = new Set<string>();
	let messages = 0;
	for (const { parts } of requests) {
		// Each of Send is one of its own.
		campaigns.add(parts.groupKey ?? parts);
		const { scheduled_at: time } = parts.body ?? {};
		const zoned = time && tryToParseDateTime(String(time)).setZone(timezone);
		times.add(zoned ? `at ${zoned.toFormat('yyyy-LL-dd HH:mm')} (${timezone})` : 'now');
		for (const { messenger_number: number } of recipientsOf(parts.body)) {
			await yieldToEventLoop();
			people.add(number);
			messages += 1;
		}
	}
	const when = [...times].slice(0, maxTimes).join(' or ') + (times.size > maxTimes ? ', …' : '');
	const who = people.size === 1 ? '1 person' : `${people.size} people`;
	const isOneEach = messages === people.size && campaigns.size === 1;
	const each = `${messages} messages in ${counted(campaigns.size, 'campaign')}`;
	const words = `${when} to ${who}${isOneEach ? '' : ` (${each})`}`;
	return { words, people: people.size, isNow: times.has('now') };
}

/** The rows that got nothing, or not all, and where to see why. */
function rowWords(rows: Map<unknown, number>): string {
	const ends: Array<[end: string, words: string]> = [
		['duplicate', 'skipped as duplicate'],
		['left out', 'with a value left out (column left_out)'],
		['failed', 'failed, each with its error'],
		['uncertain', 'may have been sent: check in the service'],
	];
	const said = ends
		.filter(([end]) => rows.has(end))
		.map(([end, words]) => `${counted(rows.get(end)!, 'row')} ${words}`);
	return said.length > 0 ? `${said.join('; ')}.` : '';
}

function nextClick({ members: [first] }: CampaignRequest): string {
	const real =
		first!.params.sendMode === 'preview'
			? "'Send Mode' is 'Preview Only': no run sends."
			: 'A published workflow sends when its trigger starts it.';
	return `To send from here: Send Mode → Send, then Execute step. ${real}`;
}
