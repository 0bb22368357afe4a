export interface ServiceResponse {
	kind: 'response';
	status: number;
	headers: Record<string, string | undefined>;
	/** The body as text, decompressed; empty where it has too many bytes to be read to its end. */
	body: string;
	/** Why it is not parsed, such as `more than 1 MB`. */
	excess?: string;
}

export interface NoResponse {
	kind: 'no response';
	/** The network's (`ECONNREFUSED`, …), if any, or one of {@link ownCodes}. */
	code?: string;
	/** Node's own words. */
	reason: string;
	/** False where the request definitely did not reach the service. */
	requestLeft: boolean;
	/** True if a proxy could not be reached, or did not open a connection to the service. */
	isAtProxy?: boolean;
}

export type SendResult = ServiceResponse | NoResponse;
