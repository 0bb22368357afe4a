/** The service has blocked the key (403), so the request was not sent. */
export class BlockedError extends Error {
	constructor() {
		super('Not sent, because the service has temporarily blocked this key');
	}
}
