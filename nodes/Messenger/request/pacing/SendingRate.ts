import { AcceptanceRecord } from './AcceptanceRecord';
import { approaching, searching, type RateGrowth } from './rateGrowth';

/** How much of the service's burst is used up after a pause: first it is only guessed, then measured. */
const shareOfGuessedBurst = 0.6;
const shareOfMeasuredBurst = 0.9;

/**
 * The part of the opening in which the service's bucket was not full, so that something flowed in:
 * in the first third or so, slow start is slower than the limit.
 */
const inflowShareOfOpening = 0.65;

/** Enough for burst and limit, each told by the other, to come within a percent of each other. */
const estimates = 4;

/** Milliseconds without a request after which the service's token bucket may be full again. */
const rest = 1000;

/**
 * How fast requests leave. Until the first refusal as fast as they come; from then on by a token
 * bucket of our own, as the service's is thought to be: credit gathers at the rate up to a burst,
 * and each request costs one. So what a pause (or a late timer) has kept back is sent after it,
 * before the service's own bucket overflows.
 *
 * All times are milliseconds of one clock.
 */
export class SendingRate {
	private growth: RateGrowth | undefined;

	/** Seconds for which requests have had to wait for credit since the last refusal. */
	private waited = 0;

	private isAwaited = false;

	private credit = 0;

	private countedAt = 0;

	/** What a full bucket of the service is thought to hold. */
	private burst = 1;

	/** Seconds, one at most, in which the burst was used up for the first time. */
	private opening = 0;

	/** Requests left to send on the credit of the pause. */
	private savedUp = 0;

	private isResuming = false;

	private restingSince: number | undefined;

	private readonly record = new AcceptanceRecord();

	private resumeTime = 0;

	/** @param now when the first request comes */
	constructor(now: number) {
		this.record.begin(now);
	}

	/** When the latest pause ends or ended. */
	get pausedUntil(): number {
		return this.resumeTime;
	}

	/** Gives how long the next request has to wait: 0 when it may leave now. */
	delay(now: number): number {
		this.wakeUp(now);
		if (now < this.resumeTime) return this.resumeTime - now;
		if (this.growth === undefined) return 0;
		this.count(now);
		if (this.credit >= 1) return 0;
		this.isAwaited = true;
		return ((1 - this.credit) / this.growth(this.waited)) * 1000;
	}

	/** One request leaves. Gives whether it does so on credit that a pause has left. */
	spend(): boolean {
		this.credit -= 1;
		this.savedUp -= 1;
		return this.savedUp > 0;
	}

	/** A request that was to leave has not. */
	refund(): void {
		this.credit += 1;
		this.savedUp += 1;
	}

	/** The service has accepted a request. */
	accepted(now: number): void {
		this.record.add(now);
	}

	/**
	 * The service has accepted a request that was sent before the one that it refused last, though
	 * the answer has come only now: that was before its bucket was empty, and part of the burst.
	 */
	acceptedBeforeRefusal(): void {
		if (this.opening > 0) this.burst += 1;
	}

	/**
	 * The service has refused a request that was sent at this rate: pauses, and slows down.
	 *
	 * @param pause milliseconds
	 * @param onSavedCredit what `spend` gave for the request: then its burst was too large, and
	 *   nothing can be said of the rate
	 */
	refused(now: number, pause: number, onSavedCredit: boolean): void {
		this.count(now);
		if (this.growth === undefined) {
			this.burst = Math.max(1, this.record.inLastSecond(now));
			this.opening = Math.min(1, this.record.seconds(now));
			this.slowDown(searching(this.burst));
		} else if (!this.record.isEmpty) {
			const rate = this.growth(this.waited);
			const limit = onSavedCredit ? rate : Math.min(rate, this.limit(now) ?? rate);
			this.slowDown(approaching(limit, pause / 1000));
		}
		if (onSavedCredit) this.burst = Math.max(1, this.burst / 2);
		// Where nothing was accepted, the pause alone decides when to try again.
		this.credit = this.record.isEmpty ? 1 : 0;
		if (!this.record.isEmpty) this.record.begin(now);
		this.pauseUntil(now + pause);
	}

	/** Lets no request leave before the given time. */
	pauseUntil(time: number): void {
		if (time <= this.resumeTime) return;
		this.resumeTime = time;
		this.record.resumeAt(this.resumeTime);
		this.isResuming = true;
	}

	/** No request waits any more: until one does, the rate has nothing to prove. */
	noneWaits(now: number, inFlight: number): void {
		this.count(now);
		if (inFlight === 0) this.restingSince = now;
	}

	private wakeUp(now: number): void {
		if (this.restingSince !== undefined && now - this.restingSince >= rest) {
			this.record.begin(this.restingSince, now);
			this.isResuming = true;
		}
		this.restingSince = undefined;
	}

	private limit(now: number): number | undefined {
		let limit = this.record.limit(this.burst, now);
		if (this.opening === 0) return limit;
		// The first burst was counted together with what flowed in meanwhile, which the limit tells.
		const counted = this.burst;
		for (let estimate = 0; limit !== undefined && estimate < estimates; estimate += 1) {
			this.burst = Math.max(1, counted - limit * this.opening * inflowShareOfOpening);
			limit = this.record.limit(this.burst, now);
		}
		if (limit !== undefined) this.opening = 0;
		return limit;
	}

	private slowDown(growth: RateGrowth): void {
		this.growth = growth;
		this.waited = 0;
		this.isAwaited = false;
	}

	/** Adds the credit that has gathered since the last time. */
	private count(now: number): void {
		const seconds = (now - this.countedAt) / 1000;
		this.countedAt = now;
		if (this.growth === undefined) return;
		const before = this.growth(this.waited);
		if (this.isAwaited) this.waited += seconds;
		this.isAwaited = false;
		const mean = (before + this.growth(this.waited)) / 2;
		const share = this.opening === 0 ? shareOfMeasuredBurst : shareOfGuessedBurst;
		const most = Math.max(1, this.burst * share);
		this.credit = Math.min(most, this.credit + mean * seconds);
		if (this.isResuming && now >= this.resumeTime) {
			this.savedUp = Math.floor(this.credit);
			this.isResuming = false;
		}
	}
}
