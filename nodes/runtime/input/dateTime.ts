import { tryToParseDateTime } from 'n8n-workflow';

import { isDate } from './changeTexts';
import { refuse, type ParameterName } from './InvalidInput';
import { isEmpty, withoutUnseen } from './text';

/** ISO 8601: a calendar day, maybe with a time of day, and that maybe with an offset of at most 14 hours. */
const shape =
	/^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;

const pickDate =
	"Pick a date, or enter one in ISO 8601, e.g. 2030-01-31T09:30 in the workflow's timezone.";
const addOffset =
	'End the time with Z or an offset, e.g. 2030-01-31T09:30+01:00, or choose a valid timezone in the menu ⋯ → Settings.';

/** Milliseconds in the past that are not a mistake: clocks differ, and a run takes its time. */
const tolerance = 60_000;

/**
 * @param given ISO 8601 text, or the date object that an expression returns
 * @param timezone IANA name of the zone in which a value without an offset is read; undefined if n8n does not tell a valid one
 * @returns ISO 8601 in UTC ending in `Z`; `''` if none was given
 * @throws InvalidInput if it isn't a date, is over a minute past, or has no offset where the timezone is unknown
 */
export function optionalFutureTime(
	given: unknown,
	timezone: string | undefined,
	name: ParameterName,
): string {
	if (isEmpty(given)) return '';
	// A date object's JSON has an offset, and is null if the date is invalid.
	const text = isDate(given) ? given.toJSON() : given;
	const isText = typeof text === 'string';
	const value = isText ? withoutUnseen(text).replace(/\s+/, 'T') : '';
	const [, day, offset] = shape.exec(value) ?? [];
	if (timezone === undefined && isText && offset === undefined) {
		const problem = "has no offset from UTC, and the workflow's timezone isn't known";
		refuse(name, problem, addOffset, { quoted: given });
	}
	const time = day === undefined ? '' : inUtc(value, day, timezone);
	if (time === '') refuse(name, "isn't a valid date", pickDate, { quoted: given });
	if (Date.now() - Date.parse(time) <= tolerance) return time;
	const later = 'Enter a later time, or leave it empty to send now.';
	refuse(name, `is in the past (in UTC ${time})`, later, { quoted: given });
}

/** @param day the first part of the text @returns `''` if it isn't a date */
function inUtc(text: string, day: string, timezone = 'UTC'): string {
	// n8n's parser falls back to JavaScript's, to which a day that no calendar has is another one, or null.
	if (!String(new Date(day).toJSON()).startsWith(day)) return '';
	try {
		const utc = tryToParseDateTime(text, timezone).toUTC().toISO() ?? '';
		// Beyond the year 9999, ISO 8601 writes a sign before the year.
		return /^\d{4}-/.test(utc) ? utc : '';
	} catch {
		return '';
	}
}
