import type { IDataObject } from 'n8n-workflow';
import { tryToParseDateTime } from 'n8n-workflow';

import { counted } from '../../run/hintsAfterRun';
import type { Outcome } from '../../run/outcome';

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

type Outcomes = ReadonlyArray<Outcome | undefined>;

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
	const times = [
		...new Set(
			previews.map(({ scheduled_at: time }) =>
				typeof time === 'string' ? `${time.slice(0, 'yyyy-mm-ddThh:mm'.length)}Z` : undefined,
			),
		),
	];
	const when = times
		.slice(0, 3)
		.map((time) => (time === undefined ? 'at once' : localTime(time, timezone)))
		.join(', ');
	const isSent = outcomes.some((outcome) => outcome && /accepted|uncertain/.test(outcome.state));
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
	const isAccepted = (itemIndex: number) => outcomes[itemIndex]?.state === 'accepted';
	const accepted = [...tested].filter(isAccepted).length;
	if (accepted === 0) return [];
	const all = [...outcomes.keys()].filter(isAccepted).length;
	return accepted === tested.size && accepted === all
		? ["Test: each campaign was sent once, only to 'Test Number'."]
		: [`Test: what was sent for ${counted(accepted, 'item')} went only to 'Test Number'.`];
}

function duplicateHints(outcomes: Outcomes): string[] {
	const count = outcomes.filter(
		(outcome) => outcome && 'items' in outcome && outcome.skipped !== undefined,
	).length;
	if (count === 0) return [];
	const were = count === 1 ? 'was' : 'were';
	return [`${counted(count, 'duplicate')} ${were} skipped: each number gets the campaign once.`];
}
