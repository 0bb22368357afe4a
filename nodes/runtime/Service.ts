import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

export interface Endpoint {
	method: IHttpRequestMethods;
	/** Path below the credential's Base URL, with its leading slash. */
	url: string;
	/** Constants of the body. */
	body?: IDataObject;
	/** True if a request changes nothing, and so may be repeated after a failure. */
	readOnly: boolean;
	/** Bytes: a response larger than this is cut off. */
	maxResponseSize: number;
}

/** For an endpoint of one record, of all of them, or of a write: what came of it must be known, so it may be larger. */
export const record = { maxResponseSize: 1024 * 1024 };
export const list = { maxResponseSize: 4 * 1024 * 1024 };
export const write = { maxResponseSize: 16 * 1024 * 1024 };

/** Everything that the runtime knows of the service that it talks to. */
export interface Service {
	/** For n8n's log. */
	name: string;
	credential: { type: string; displayName: string };
	/** A read-only endpoint that tells whether the service answers and accepts the key. */
	probe: {
		endpoint: Endpoint;
		/** The output items of a good answer; undefined if it has another form. */
		toItems(body: unknown): IDataObject[] | undefined;
	};
	/** True if a JSON object refuses the request, under any status. */
	isRefusal(body: IDataObject, readOnly: boolean): boolean;
	/** True if a JSON object under a 2xx status proves that a write was accepted. */
	isAcceptance(body: IDataObject): boolean;
	/** The service's own words in an error body, the best first. */
	messagesOf(body: IDataObject): unknown[];
	/** The status by which the service blocks a key for a while. */
	blockedStatus: number;
	/** The end of a Base URL that people copy along, and which every endpoint begins with. */
	surplusPath: RegExp;
}
