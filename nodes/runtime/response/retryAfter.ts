import type { ServiceResponse } from './ServiceResponse';

/** Milliseconds. Anything longer is probably a Unix timestamp or a mistake, and is ignored. */
const longestRetryAfter = 24 * 60 * 60 * 1000;

/**
 * The `Retry-After` header (RFC 9110, 10.2.3): seconds, also with a fraction, or a date.
 *
 * @returns milliseconds to wait; undefined if the header is missing or has no meaning
 */
export function retryAfter({ headers }: ServiceResponse): number | undefined {
	const header = headers['retry-after']?.trim() ?? '';
	const isSeconds = /^\d+(\.\d+)?$/.test(header);
	const wait = isSeconds ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return wait >= 0 && wait <= longestRetryAfter ? wait : undefined;
}
