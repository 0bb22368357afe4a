import type { DeclarativeRestApiSettings, IHttpRequestMethods } from 'n8n-workflow';

/** One of the service's endpoints (docs/service-interface.md, "Endpoints"). */
export interface Endpoint {
	method: IHttpRequestMethods;
	/** Path below the credential's Base URL, with its leading slash. */
	url: string;
	/** Whether a request changes nothing at the service, and so may be repeated after a failure. */
	readOnly: boolean;
	/** Bytes: a response larger than this is cut off. */
	maxResponseSize: number;
}

const megabyte = 1024 * 1024;

/** Responses about one record, and about all of them. */
const record = { maxResponseSize: megabyte };
const list = { maxResponseSize: 4 * megabyte };

export const endpoints = {
	sendCampaign: { method: 'POST', url: '/webhook/campaign', readOnly: false, ...record },
	verifyEmail: { method: 'POST', url: '/webhook/email/verify', readOnly: true, ...record },
	findContact: { method: 'GET', url: '/webhook/contact/find', readOnly: true, ...record },
	getLists: { method: 'GET', url: '/webhook/lists', readOnly: true, ...list },
	getVariables: { method: 'GET', url: '/webhook/customfields', readOnly: true, ...list },
	sendEvent: { method: 'POST', url: '/webhook/event/send', readOnly: false, ...record },
} as const satisfies Record<string, Endpoint>;

/**
 * What every request has in common. A redirect would take the API key to another origin, and a POST would lose
 * its body. As a stream the node itself judges a response of any status, and bounds its size.
 */
export const requestDefaults = {
	headers: { Accept: 'application/json' },
	disableFollowRedirect: true,
	ignoreHttpStatusErrors: true,
	encoding: 'stream',
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
