import type { DeclarativeRestApiSettings } from 'n8n-workflow';

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

export function relativeAddress({ endpoint, query = [] }: ServiceRequest): string {
	if (query.length === 0) return endpoint.url;
	return `${endpoint.url}?${new URLSearchParams(query).toString()}`;
}
