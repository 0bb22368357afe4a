import { tryToParseDateTime, type IDataObject } from 'n8n-workflow';

import { counted } from '../../response/wording';
import type { Outcomes } from '../../run/outcome';

/** What a run was to do, for what the editor says after it. */
interface Planned {
	/** The output item of each request that was only shown. */
	previews: IDataObject[];
	/** How many campaigns these are. */
	campaigns: number;
	/** The items of which the test number got the campaign. */
	tested: Set<number>;
	/** IANA name of the zone in which times are shown. */
	timezone: string;
}

/** What the editor says after a run of campaigns, by what became of its items. */
export function campaignHints(planned: Planned, outcomes: Outcomes): string[] {
	return [
		...previewHints(planned, outcomes),
		...testHints(planned, outcomes),
		...duplicateHints(outcomes),
	];
}

function previewHints({ previews, campaigns, timezone }: Planned, outcomes: Outcomes): string[] {
	if (previews.length === 0) return [];
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
	const isSent = countOf(outcomes, 'accepted') + countOf(outcomes, 'uncertain') > 0;
	return [
		`Preview${isSent ? ', not sent:' : ': nothing was sent.'} ` +
			`${counted(campaigns, 'campaign')} to ${counted(sum('recipients'), 'recipient')}, ` +
			`${when}${times.length > 3 ? ', …' : ''}` +
			`${skipped > 0 ? `; ${counted(skipped, 'duplicate')} skipped` : ''}.`,
	];
}

function localTime(time: string, timezone: string): string {
	const local = tryToParseDateTime(time).setZone(timezone);
	return `${local.toFormat('yyyy-LL-dd HH:mm')} ${timezone}`;
}

function testHints({ tested }: Planned, outcomes: Outcomes): string[] {
	const accepted = [...tested].filter((item) => outcomes.get(item)?.state === 'accepted').length;
	if (accepted === 0) return [];
	return accepted === tested.size && accepted === countOf(outcomes, 'accepted')
		? ["Test: each campaign was sent once, only to 'Test Number'."]
		: [`Test: what was sent for ${counted(accepted, 'item')} went only to 'Test Number'.`];
}

function duplicateHints(outcomes: Outcomes): string[] {
	const count = countOf(outcomes, 'duplicate');
	if (count === 0) return [];
	const were = count === 1 ? 'was' : 'were';
	return [`${counted(count, 'duplicate')} ${were} skipped: each number gets the campaign once.`];
}

function countOf(outcomes: Outcomes, state: string): number {
	return [...outcomes.values()].filter((outcome) => outcome.state === state).length;
}
