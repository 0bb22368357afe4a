import type { DeclarativeRestApiSettings } from 'n8n-workflow';

import { InvalidInput } from '../input/InvalidInput';
import { checkInputs } from '../response/phrases';
import type { Endpoint } from '../Service';

/** Of every request. A redirect would take the API key to another origin, and a POST would lose its body. */
export const requestDefaults = {
	headers: { Accept: 'application/json' },
	disableFollowRedirect: true,
} as const satisfies DeclarativeRestApiSettings.HttpRequestOptions;

/** One request of an operation, before the base URL, the headers and the key are added. */
export interface ServiceRequest {
	endpoint: Endpoint;
	/** In order; a name may come more than once. */
	query?: Array<[name: string, value: string]>;
	/** JSON, as text: the HTTP client would copy an object key by key, and lose one such as __proto__. */
	body?: string;
}

/** The address of a request below the Base URL, query included. */
export function relativeAddress({ endpoint, query = [] }: ServiceRequest): string {
	if (query.length === 0) return endpoint.url;
	return `${endpoint.url}?${new URLSearchParams(query).toString()}`;
}

/** Bytes: what servers usually take (Q6). */
const longestAddress = 16_384;

/**
 * @param path of the Base URL, before the endpoint's
 * @param inputsToCheck labels in quotes, or other words
 * @throws InvalidInput if the path and the query are too long
 */
export function checkAddress(
	path: string,
	request: ServiceRequest,
	inputsToCheck: readonly string[],
): void {
	if (path.length + relativeAddress(request).length <= longestAddress) return;
	throw new InvalidInput(
		undefined,
		() => `The address of the request is longer than ${longestAddress.toLocaleString('en')} bytes`,
		() => checkInputs(inputsToCheck),
	);
}
