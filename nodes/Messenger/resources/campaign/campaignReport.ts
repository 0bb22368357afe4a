import { tryToParseDateTime, type IDataObject, type NodeExecutionHint } from 'n8n-workflow';

import type { RequestParts } from '../../../runtime/http/transport';
import { counted } from '../../../runtime/response/phrases';
import type { HintFacts, RunFacts } from '../../../runtime/run/operation';
import { isFailure, type Outcomes } from '../../../runtime/run/outcome';
import { yieldToEventLoop } from '../../../runtime/engine/yieldToEventLoop';
import { shownSettings, type CampaignRequest, type Item } from './campaignRequest';
import { otherFields, recipientsOf } from './recipients';

type SendStatus = 'sent' | 'scheduled' | 'test' | 'preview' | 'duplicate';

/** The output fields about an item's message, sent or only shown. @param request has the time; a duplicate has none */
export function campaignRow(
	{ parts, leftOut, isDuplicate }: Item,
	status: SendStatus,
	{ body }: RequestParts,
): IDataObject {
	const recipients = recipientsOf(parts.body);
	const [first = {}] = recipients;
	const send_status = isDuplicate ? 'duplicate' : status;
	const row: IDataObject = parts.namesNumber
		? { messenger_number: first.messenger_number, send_status }
		: { recipients: recipients.length, send_status };
	if (parts.groupKey !== undefined) {
		for (const field of parts.mapped) row[field] = first[field] ?? '';
	}
	Object.assign(row, leftOut, shownSettings(parts));
	if (body?.scheduled_at !== undefined) row.scheduled_at = body.scheduled_at;
	return row;
}

/** The same of an item whose request was accepted. */
export function sentRow(item: Item, { parts, isTest }: CampaignRequest): IDataObject {
	const status = parts.body?.scheduled_at === undefined ? 'sent' : 'scheduled';
	return campaignRow(item, isTest ? 'test' : status, parts);
}

/**
 * The editor's words after a run of campaigns that no error ended: what came of it, for whom, what not to press, what to look
 * at, and what to press. At most six sentences.
 *
 * @param sentBefore messages of earlier runs of the execution: what was sent must never look like nothing
 */
export async function campaignHint(
	requests: CampaignRequest[],
	facts: RunFacts,
	{ outcomes, account }: HintFacts,
	sentBefore: number,
): Promise<Pick<NodeExecutionHint, 'message' | 'type'>> {
	const rows = await rowsByEnd(outcomes);
	const isAccepted = ({ members: [first] }: CampaignRequest) =>
		outcomes.get(first!.itemIndex)?.state === 'accepted';
	const unsent = requests.filter(({ parts }) => parts.mode !== 'send');
	const real = requests.filter(({ parts }) => parts.mode === 'send').filter(isAccepted);
	const sent = await reachOf(real, facts, 'got');
	const planned = await reachOf(unsent, facts, 'would get');
	const tests = rows.get('test') ?? 0;
	const hasSent = ['sent', 'scheduled', 'test', 'uncertain'].some((end) => rows.has(end));
	const people = sent.people === 1 ? 'this person' : `these ${sent.people}`;
	const again = [
		sent.people > 0 && `${people} would get it a second time`,
		sentBefore > 0 && `${counted(sentBefore, 'message')} were sent before`,
		rows.has('uncertain') && 'some may have it already',
	].find((reason) => reason);
	const isAgain = facts.isManual === true && again !== undefined;
	const clock =
		sent.when === 'now' ? `, at ${timeIn(facts, new Date().toISOString(), 'HH:mm')},` : '';
	const several = sent.several || planned.several;
	const tab = planned.people > 0 ? inTab('Preview') : rows.has('duplicate') ? inTab('Sent') : '';
	const sentences = [
		!hasSent && `<b>Nothing was sent${sentBefore > 0 ? ' by this run' : ''}${tab}.</b>`,
		tests > 0 && `Sent ${counted(tests, 'test')} to 'Test Number' only${tab}.`,
		sent.people > 0 &&
			`<b>${sent.isLater ? 'Scheduled: the service sends' : 'Sent'} ${sent.when}${clock} ${sent.who}</b> with ${account}${inTab('Sent')}.`,
		isAgain && `<b>Don't press Execute step or Execute workflow again: ${again}.</b>`,
		planned.people > 0 &&
			`A real run (started by a trigger) would send ${planned.when} ${planned.who} with ${account}.`,
		several,
		emptyWords([...real, ...unsent]),
		rowWords(rows),
		planned.people > 0 && !isAgain && sent.people === 0 && nextClick(unsent[0]!),
	];
	// n8n shows a hint as HTML.
	const message = sentences.filter((sentence) => sentence).join('<br>');
	return { message, type: isAgain || several !== '' ? 'warning' : 'info' };
}

/** The tab of n8n's panel that has the rows: it stays on the one that was open. */
const inTab = (output: string) => `: the rows are in the tab ${output} Branch`;

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

/** Whom requests reach, and when. @param get such as `would get` */
async function reachOf(requests: CampaignRequest[], facts: RunFacts, get: string) {
	const campaigns = new Set<unknown>();
	const messagesTo = new Map<unknown, number>();
	const times = new Set<string>();
	let messages = 0;
	let most = 0;
	for (const { parts } of requests) {
		// Each of Send is one of its own.
		campaigns.add(parts.groupKey ?? parts);
		const { scheduled_at: time } = parts.body ?? {};
		times.add(time ? `at ${timeIn(facts, String(time))}` : 'now');
		for (const { messenger_number: number } of recipientsOf(parts.body)) {
			await yieldToEventLoop();
			const count = (messagesTo.get(number) ?? 0) + 1;
			messagesTo.set(number, count);
			most = Math.max(most, count);
			messages += 1;
		}
	}
	const people = messagesTo.size;
	const isOneEach = messages === people && campaigns.size === 1;
	const each = ` (${messages} messages in ${counted(campaigns.size, 'campaign')})`;
	const whose =
		people === 1 ? 'This person' : messages === most * people ? 'Each person' : 'Somebody';
	return {
		people,
		isLater: !times.has('now'),
		/** Such as `now`. */
		when: [...times].slice(0, maxTimes).join(' or ') + (times.size > maxTimes ? ', …' : ''),
		/** Such as `to 118 people`. */
		who: `to ${people === 1 ? '1 person' : `${people} people`}${isOneEach ? '' : each}`,
		/** Says that somebody gets more than one message. */
		several: most > 1 ? `${whose} ${get} ${most} messages.` : '',
	};
}

const timeIn = ({ timezone = 'UTC' }: RunFacts, time: string, format = 'yyyy-LL-dd HH:mm') =>
	`${tryToParseDateTime(time).setZone(timezone).toFormat(format)} (${timezone})`;

/** A column that nobody has is a mistake in its name, or in how a file was read. */
function emptyWords(requests: CampaignRequest[]): string {
	const all = requests.flatMap(({ parts }) => recipientsOf(parts.body));
	const mapped = requests[0]?.parts.mapped ?? [];
	const empty = mapped.filter((field) => all.every((recipient) => !(field in recipient)));
	if (empty.length === 0) return '';
	const labels = empty.map((field) => otherFields[field]!.displayName).join(' and ');
	const rows = all.length === 1 ? 'the only row' : `all ${all.length} rows`;
	const verb = empty.length === 1 ? 'is' : 'are';
	return `<b>${labels} ${verb} empty in ${rows}: check the column's name.</b>`;
}

/** The rows that got nothing, or not all, and where to see why. */
function rowWords(rows: Map<unknown, number>): string {
	const number = (end: string) => rows.get(end) ?? 0;
	const [duplicates, failed] = [number('duplicate'), number('failed')];
	const nothing = [
		duplicates > 0 && `${counted(duplicates, 'duplicate')} of another row`,
		failed > 0 && `${failed} with an error`,
	].filter((reason) => reason);
	const said = [
		nothing.length > 0 &&
			`${counted(duplicates + failed, 'row')} got nothing (${nothing.join(', ')})`,
		rows.has('uncertain') &&
			`${counted(number('uncertain'), 'row')} may have been sent: check in the service`,
		rows.has('left out') &&
			`${counted(number('left out'), 'row')} without a value (see the column left_out)`,
	].filter((words) => words);
	return said.length > 0 ? `${said.join('; ')}.` : '';
}

function nextClick({ members: [first] }: CampaignRequest): string {
	const never =
		first!.params.sendMode === 'preview' ? "No run sends with 'Preview Only'; to" : 'To';
	return `${never} send from here: Send Mode → Send in Every Run, then Execute step, once: each click sends to real people.`;
}
