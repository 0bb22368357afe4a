import type { Listener } from './listener';

/** The ways in which the service can be down for a time. The README says what each does. */
const outageKinds = ['refused', '503', 'reset', 'silence'] as const;

export type OutageKind = (typeof outageKinds)[number];

/** An outage from now on, instead of a running one; 0 seconds end it. */
export type OutageOrder = { kind: OutageKind; seconds: number } | { kind?: OutageKind; seconds: 0 };

/** The longest outage, in seconds: a day. */
const longestOutage = 86_400;

/** The outages of the service: at most one at a time. */
export class Outages {
	private current: { kind: OutageKind; endsAt: number; timer: NodeJS.Timeout } | undefined;

	/**
	 * Settles when nobody is just connecting, who would be reset: connections are refused from then
	 * on. Answers wait for it, because clients connect again when they have got one.
	 */
	private refusing: Promise<void> | undefined;

	/** @param listener closed while connections are refused */
	constructor(private readonly listener: Listener) {}

	/** The running outage. */
	get kind(): OutageKind | undefined {
		return this.current?.kind;
	}

	/** The running outage, and how many seconds are left. */
	state(): { kind: OutageKind | null; secondsLeft: number } {
		if (!this.current) return { kind: null, secondsLeft: 0 };
		const { kind, endsAt } = this.current;
		return { kind, secondsLeft: Math.max(0, Math.round(endsAt - performance.now()) / 1000) };
	}

	/**
	 * Begins an outage, or ends the one there is. Settles when that has taken effect.
	 *
	 * @param order as it came over HTTP
	 * @throws Error with a sentence for the sender where it is none
	 */
	async order(order: unknown): Promise<void> {
		const { kind, seconds } = (order ?? {}) as Partial<OutageOrder>;
		if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= longestOutage)) {
			throw new Error(`"seconds" must be a number from 0 to ${longestOutage}, in a JSON body`);
		}
		const known = outageKinds.find((it) => it === kind);
		if (seconds > 0 && !known) {
			throw new Error(`"kind" must be one of ${outageKinds.join(', ')}`);
		}
		clearTimeout(this.current?.timer);
		this.current = undefined;
		if (known && seconds > 0) {
			const timer = setTimeout(() => void this.order({ seconds: 0 }), seconds * 1000);
			this.current = { kind: known, endsAt: performance.now() + seconds * 1000, timer };
		}
		if (this.kind === 'refused') await this.refuse();
		else await this.listener.open();
	}

	/** Holds back an answer while an outage is about to refuse connections. */
	async beforeAnswer(): Promise<void> {
		await this.refusing;
	}

	/** Nothing begins or ends any more. */
	stop(): void {
		clearTimeout(this.current?.timer);
		this.listener.close();
	}

	private async refuse(): Promise<void> {
		this.refusing ??= this.listener.untilQuiet().then(() => {
			this.refusing = undefined;
			if (this.kind === 'refused') this.listener.close();
		});
		await this.refusing;
	}
}
