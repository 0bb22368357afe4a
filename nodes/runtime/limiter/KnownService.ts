import type { Verdict } from '../response/cause';
import type { Client } from './ClientQueue';

/** What this process knows about a service and one key, longer than any run or limiter. */
export class KnownService {
	/** True once it got an answer of any status. */
	hasAnswered = false;
	/** True while the last answer to the key was a 401. */
	private isRejected = false;

	/** Logs the first 401 of a key, and again the first after it was accepted. */
	learn({ signal, failure, rejectsKey }: Verdict, { log }: Client): void {
		if (!failure) this.hasAnswered = true;
		if (rejectsKey && !this.isRejected) log("the service didn't accept the API key: status 401");
		if (rejectsKey || signal === 'good') this.isRejected = rejectsKey === true;
	}
}
