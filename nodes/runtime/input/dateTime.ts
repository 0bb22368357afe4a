import { tryToParseDateTime } from 'n8n-workflow';

import { isDate } from './changeTexts';
import { refuse, type ParameterName } from './InvalidInput';
import { isEmpty, withoutUnseen } from './text';

/** ISO 8601: a calendar day, maybe with a time of day, and that maybe with an offset of at most 14 hours. */
const shape =
	/^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;

/** n8n's parser falls back to JavaScript's, which guesses: "soon 1" is 2001, February 30 is March 2. */
function isUnambiguous(value: unknown) {
	if (typeof value !== 'string') return isDate(value);
	const day = shape.exec(value)?.[1];
	// A day that no calendar has becomes another one, or null.
	return day !== undefined && String(new Date(day).toJSON()).startsWith(day);
}

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
	const value = typeof given === 'string' ? withoutUnseen(given).replace(/\s+/, 'T') : given;
	// Only text can leave it open in which timezone it is.
	const hasOffset = typeof value !== 'string' || shape.exec(value)?.[2] !== undefined;
	if (timezone === undefined && !hasOffset) {
		refuse(
			name,
			"has no offset from UTC, and the workflow's timezone isn't known",
			'End the time with Z or an offset, e.g. 2030-01-31T09:30+01:00, or choose a valid timezone in the menu ⋯ → Settings.',
			{ quoted: given },
		);
	}
	const time = inUtc(value, timezone);
	if (time === '') {
		refuse(
			name,
			"isn't a valid date",
			"Pick a date, or enter one in ISO 8601, e.g. 2030-01-31T09:30 in the workflow's timezone.",
			{ quoted: given },
		);
	}
	if (Date.now() - Date.parse(time) > tolerance) {
		refuse(
			name,
			`is in the past (in UTC ${time})`,
			'Enter a later time, or leave it empty to send now.',
			{ quoted: given },
		);
	}
	return time;
}

/** @returns `''` if it isn't a date */
function inUtc(value: unknown, timezone = 'UTC'): string {
	if (!isUnambiguous(value)) return '';
	try {
		const utc = tryToParseDateTime(value, timezone).toUTC().toISO() ?? '';
		// Beyond the year 9999, ISO 8601 writes a sign before the year.
		return /^\d{4}-/.test(utc) ? utc : '';
	} catch {
		return '';
	}
}
