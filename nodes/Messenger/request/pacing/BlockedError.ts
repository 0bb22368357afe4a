/** The service has blocked the key (403), so the request was not sent. */
export class BlockedError extends Error {
	/** @param notSent how many requests of the run were not sent, this one included */
	constructor(readonly notSent: number) {
		super('Not sent, because the service has temporarily blocked this key');
	}
}
