import { tryToParseDateTime, type IDataObject } from 'n8n-workflow';

import { counted } from '../../response/wording';
import type { Outcome, Outcomes } from '../../run/outcome';

/**
 * What the editor says after a run of campaigns, by what became of its items.
 *
 * @param previewed the output items of each campaign that was only shown, one for each of its requests
 * @param timezone IANA name of the zone in which times are shown
 */
export function campaignHints(
	previewed: IDataObject[][],
	timezone: string,
	outcomes: Outcomes,
): string[] {
	const ended = [...outcomes.values()];
	return [previewHint(previewed, timezone, ended), testHint(ended), duplicateHint(ended)].filter(
		(hint) => hint !== undefined,
	);
}

function previewHint(previewed: IDataObject[][], timezone: string, ended: Outcome[]) {
	if (previewed.length === 0) return undefined;
	const previews = previewed.flat();
	const sum = (name: string) => previews.reduce((total, item) => total + Number(item[name]), 0);
	const skipped = sum('duplicates_skipped');
	// Times are shown to the minute; to write one in a timezone takes long, and there may be thousands.
	const minutes = previews.map(({ scheduled_at: time }) =>
		typeof time === 'string' ? `${time.slice(0, 'yyyy-mm-ddThh:mm'.length)}Z` : undefined,
	);
	const times = [...new Set(minutes)];
	const when = times
		.slice(0, 3)
		.map((time) => (time === undefined ? 'at once' : localTime(time, timezone)))
		.join(', ');
	const isSent = ended.some(({ state }) => state === 'accepted' || state === 'uncertain');
	return (
		`Preview${isSent ? ', not sent:' : ': nothing was sent.'} ` +
		`${counted(previewed.length, 'campaign')} to ${counted(sum('recipients'), 'recipient')}, ` +
		`${when}${times.length > 3 ? ', …' : ''}` +
		`${skipped > 0 ? `; ${counted(skipped, 'duplicate')} skipped` : ''}.`
	);
}

function localTime(time: string, timezone: string) {
	const local = tryToParseDateTime(time).setZone(timezone);
	return `${local.toFormat('yyyy-LL-dd HH:mm')} ${timezone}`;
}

function testHint(ended: Outcome[]) {
	const { length: count } = ended.filter(({ state, isTest }) => isTest && state === 'accepted');
	if (count === 0) return undefined;
	return `Test: what was sent for ${counted(count, 'item')} went only to 'Test Number'.`;
}

function duplicateHint(ended: Outcome[]) {
	const { length: count } = ended.filter(({ state }) => state === 'duplicate');
	if (count === 0) return undefined;
	const were = count === 1 ? 'was' : 'were';
	return `${counted(count, 'duplicate')} ${were} skipped: each number gets the campaign once.`;
}
