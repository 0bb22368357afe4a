/** The ways in which the service can be down for a time. The README says what each does. */
const outageKinds = ['503', 'reset', 'silence'] as const;

export type OutageKind = (typeof outageKinds)[number];

/** An outage from now on, instead of a running one; 0 seconds end it. */
export type OutageOrder = { kind: OutageKind; seconds: number } | { kind?: OutageKind; seconds: 0 };

/** The outages of the service: at most one at a time. */
export class Outages {
	private current: { kind: OutageKind; endsAt: number } | undefined;

	/** The running outage. */
	get kind(): OutageKind | undefined {
		if (!this.current || performance.now() >= this.current.endsAt) return undefined;
		return this.current.kind;
	}

	/**
	 * Begins an outage, or ends the one there is.
	 * @param order as it came over HTTP
	 * @throws Error with a sentence for the sender where it is none
	 */
	order(order: unknown): void {
		const { kind, seconds } = (order ?? {}) as Partial<OutageOrder>;
		const known = outageKinds.find((it) => it === kind);
		if (typeof seconds !== 'number' || (seconds > 0 && !known)) {
			throw new Error(`It needs "seconds", and a "kind" of ${outageKinds.join(', ')}`);
		}
		this.current = known && { kind: known, endsAt: performance.now() + seconds * 1000 };
	}
}
