import { tryToParseDateTime } from 'n8n-workflow';

import { quoted, refuse, type ParameterName } from './InvalidInput';
import { isEmpty } from './text';

/** A calendar day at the beginning of a text, then nothing or a time of day. */
const beginsWithDay = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/;

/**
 * n8n's parser falls back to JavaScript's, which makes something of nearly any text ("soon 1" is
 * the year 2001, February 30 is March 2). A campaign at a guessed time cannot be taken back.
 */
function isUnambiguous(value: unknown): boolean {
	if (typeof value !== 'string') return true;
	const [, year, month, day] = beginsWithDay.exec(value.trim()) ?? [];
	return (
		new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
	);
}

/**
 * A time as the service takes it (service interface, `scheduled_at`).
 *
 * @param value text that begins with year-month-day, or the date object that an expression gives
 * @param timezone IANA name of the zone in which a value without an offset is read
 * @returns ISO 8601 in UTC ending in `Z`; `''` where none was given
 * @throws InvalidInput where the value is no date
 */
export function optionalDateTime(value: unknown, timezone: string, name: ParameterName): string {
	if (isEmpty(value)) return '';
	try {
		const utc = isUnambiguous(value) && tryToParseDateTime(value, timezone).toUTC().toISO();
		if (utc) return utc;
	} catch {
		// Refused below, in words that name the parameter.
	}
	refuse(
		name,
		`is not a date: ${quoted(value)}`,
		'Pick a date, or give one in ISO 8601 such as 2030-01-31T09:30:00Z.',
	);
}
