import type { DeclarativeRestApiSettings, IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** The service's six endpoints (service interface, "Endpoints"), relative to the credential's Base URL. */
export const endpoints = {
	sendCampaign: { method: 'POST', url: '/webhook/campaign' },
	verifyEmail: { method: 'POST', url: '/webhook/email/verify' },
	findContact: { method: 'GET', url: '/webhook/contact/find' },
	getLists: { method: 'GET', url: '/webhook/lists' },
	getVariables: { method: 'GET', url: '/webhook/customfields' },
	sendEvent: { method: 'POST', url: '/webhook/event/send' },
} as const satisfies Record<string, { method: IHttpRequestMethods; url: string }>;

/**
 * What every request has in common. A redirect is not followed, because the API key must not
 * travel to another origin and a redirected POST loses its body. An answer of any status comes
 * back as a stream, so that the node, and not the HTTP client, judges it and bounds its size.
 */
export const requestDefaults = {
	headers: { Accept: 'application/json' },
	disableFollowRedirect: true,
	ignoreHttpStatusErrors: true,
	encoding: 'stream',
} as const satisfies DeclarativeRestApiSettings.HttpRequestOptions;

/** One request of an operation, before the base URL, the headers and the key are added. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Path below the Base URL, with its leading slash. */
	path: string;
	/** Query parameters in order; a name may come more than once. */
	query?: Array<[name: string, value: string]>;
	body?: IDataObject;
	/** Whether it is only shown, and not sent. */
	preview?: boolean;
}

/**
 * @param baseUrl the credential's Base URL without a trailing slash
 * @returns the absolute address of a request, query included
 */
export function addressOf(baseUrl: string, { path, query = [] }: ServiceRequest): string {
	const address = baseUrl + path;
	return query.length === 0 ? address : `${address}?${new URLSearchParams(query).toString()}`;
}
