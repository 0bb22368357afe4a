import { KnownService } from '../../../nodes/runtime/limiter/KnownService';
import { Limiter } from '../../../nodes/runtime/limiter/Limiter';
import type { Client, LimiterStop, Slot } from '../../../nodes/runtime/limiter/ClientQueue';
import { judge, type Reader, type Verdict } from '../../../nodes/runtime/response/cause';
import { lookUp, noResponse, response, sendOut } from '../../support/reader';
import { Scenario, type ActingRun, type Answer } from '../../support/Scenario';

/** What such an answer means. */
function verdictOf(answer: Answer, reader: Reader, retryAfter?: number): Verdict {
	const result =
		typeof answer === 'number'
			? response(answer, { success: answer === 200 })
			: noResponse(answer === 'unanswered' ? undefined : answer);
	return { ...judge(result, reader), retryAfter } as Verdict;
}

function wordsOf({ kind, retryAfter, cause, failure }: LimiterStop) {
	const causes = {
		outage: failure?.cause === 'blocked' ? `blocked ${failure.code}` : failure?.code,
		unanswered: 'unanswered',
		'rate limit': '',
	};
	const why = [retryAfter && `asked for ${retryAfter}`, causes[cause]];
	return [kind, ...why].filter((word) => word).join(', ');
}

/** Runs at a limiter. A line says which requests leave or are let go, which runs probe or stop, and what is logged. */
export class LimiterScenario extends Scenario {
	private limiter: Limiter;
	/** Of the requests that have left. */
	private readonly slots = new Map<string, Slot>();

	constructor() {
		super([
			[/^never answered$/, () => (this.limiter = new Limiter(this.clock))],
			[/^is it away$/, () => this.note(String(this.limiter.isOutage))],
			[/^is (\w+) a trial$/, (name) => this.note(String(this.slots.get(name)!.isTrial))],
			[/^the limiter is idle$/, () => this.note(`for ${this.limiter.idleFor()} ms`)],
		]);
		// The longest pauses that chance allows.
		jest.spyOn(this.clock, 'random').mockReturnValue(1);
		this.limiter = new Limiter(
			this.clock,
			Object.assign(new KnownService(), { hasAnswered: true }),
		);
	}

	/** It may wait and send at once as much as it likes, unless it says how long it waits. */
	protected override begin(name: string, maxRetryWait = Infinity): ActingRun {
		const { limiter } = this;
		const client: Client = {
			maxRetryWait,
			stop: (reason) => {
				this.note(`${name} stops (${wordsOf(reason)})`);
				limiter.unregister(client);
			},
			probe: async () => {
				this.note(`${name} probes`);
				await this.clock.sleep(this.probes.take);
				return verdictOf(this.probes.meet, lookUp);
			},
			log: (line) =>
				this.note(`log: ${line.replace(/^the service is |, sending is paused$/g, '')}`),
		};
		limiter.register(client);
		return {
			send: (request, impact) =>
				void limiter.acquire(client, impact).then((slot) => {
					this.note(slot ? request : `${request} is let go`);
					if (!slot) return;
					this.slots.set(request, slot);
					this.onTheirWay.set(request, (answer, retryAfter) =>
						slot.release(verdictOf(answer, sendOut, retryAfter)),
					);
				}),
			end: () => limiter.unregister(client),
		};
	}
}
