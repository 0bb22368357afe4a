import { tryToParseDateTime } from 'n8n-workflow';

import { refuse, words, type ParameterName } from './InvalidInput';
import { isDate } from './json';
import { isEmpty } from './text';

/**
 * ISO 8601: a calendar day, then nothing or a time of day, with an offset or without. No place is
 * further than 14 hours from UTC, and nobody counts beyond nanoseconds.
 */
const shape =
	/^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;

/**
 * n8n's parser falls back to JavaScript's, which makes something of nearly any text: "soon 1" is
 * the year 2001, February 30 is March 2, and "09:30 PM" is a time in the zone of the server. A
 * campaign at a guessed time cannot be taken back.
 */
function isUnambiguous(value: unknown): boolean {
	if (typeof value !== 'string') return isDate(value);
	const day = shape.exec(value.trim())?.[1];
	// A date that no calendar has is rolled over to another, or invalid and null as JSON.
	return day !== undefined && String(new Date(day).toJSON()).startsWith(day);
}

/**
 * A time as the service takes it (docs/service-interface.md, `scheduled_at`).
 *
 * @param value ISO 8601 text, or the date object that an expression gives
 * @param timezone IANA name of the zone in which a value without an offset is read
 * @returns ISO 8601 in UTC ending in `Z`; `''` where none was given
 * @throws InvalidInput where the value is no date
 */
export function optionalDateTime(value: unknown, timezone: string, name: ParameterName): string {
	if (isEmpty(value)) return '';
	try {
		const utc = isUnambiguous(value) && tryToParseDateTime(value, timezone).toUTC().toISO();
		// Beyond the year 9999, ISO 8601 writes a sign before the year.
		if (utc && /^\d{4}-/.test(utc)) return utc;
	} catch {
		// Refused below, in words that name the parameter.
	}
	refuse(
		name,
		words`isn't a valid date: "${value}"`,
		'Pick a date, or enter one in ISO 8601, e.g. 2030-01-31T09:30:00Z.',
	);
}

/** Milliseconds that a time may lie in the past: clocks differ, and a run takes its time. */
const tolerance = 60_000;

/**
 * As {@link optionalDateTime}, for a time at which something is to happen.
 *
 * @throws InvalidInput where the time is more than a minute in the past, too
 */
export function optionalFutureTime(value: unknown, timezone: string, name: ParameterName): string {
	const time = optionalDateTime(value, timezone, name);
	if (Date.parse(time) < Date.now() - tolerance) {
		refuse(
			name,
			words`is in the past: "${value}"`,
			'Enter a later time, or leave it empty to send at once.',
		);
	}
	return time;
}
