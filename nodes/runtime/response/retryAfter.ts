import type { ServiceResponse } from './ServiceResponse';

/** Milliseconds. Anything longer is probably a Unix timestamp or a mistake, and is ignored. */
const longestRetryAfter = 24 * 60 * 60 * 1000;

/**
 * The `Retry-After` header (RFC 9110, 10.2.3), also with a fraction of a second. A date is read against the response's
 * own, as clocks may differ.
 *
 * @returns milliseconds to wait; undefined if the header is missing or has no meaning
 */
export function retryAfter({ headers }: ServiceResponse): number | undefined {
	const header = headers['retry-after']?.trim() ?? '';
	const isSeconds = /^\d+(\.\d+)?$/.test(header);
	const wait = isSeconds ? Number(header) * 1000 : untilDate(header, headers.date);
	return wait <= longestRetryAfter ? wait : undefined;
}

/** Such as `Sun, 06 Nov 1994 08:49:37 GMT`; the two obsolete forms are not sent any more. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT/;

/** NaN if it is no date. */
function untilDate(header: string, now = ''): number {
	if (!httpDate.test(header)) return NaN;
	const from = httpDate.test(now) ? Date.parse(now) : Date.now();
	return Math.max(0, Date.parse(header) - from);
}
