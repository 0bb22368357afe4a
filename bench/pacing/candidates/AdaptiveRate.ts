import { Candidate } from './Candidate';

const decrease = 0.7;
const steepness = 0.4;
const slowest = 0.5;
const measuredFor = 500;
const smoothing = 0.8;

/**
 * The adaptive retry mode of the AWS SDKs: from the first refusal on a token bucket whose rate
 * follows CUBIC, starting from the rate measured over half seconds, and at most twice that.
 */
export class AdaptiveRate extends Candidate {
	private rate = Infinity;

	private tokens = 0;

	private filledAt = 0;

	private highest = 0;

	private refusedAt = 0;

	private measured = 0;

	private measuredUntil = 0;

	private answers = 0;

	protected window(maxConcurrency: number): number {
		return maxConcurrency;
	}

	protected delay(): number {
		if (this.rate === Infinity) return 0;
		this.fill();
		return this.tokens >= 1 ? 0 : ((1 - this.tokens) / this.rate) * 1000;
	}

	protected onSent(): void {
		this.tokens -= 1;
	}

	protected onAccepted(): void {
		this.measure();
		if (this.rate === Infinity) return;
		const plateau = Math.cbrt((this.highest * (1 - decrease)) / steepness);
		const seconds = (this.clock.now() - this.refusedAt) / 1000;
		const rate = this.highest + steepness * (seconds - plateau) ** 3;
		this.changeRate(Math.min(rate, 2 * this.measured));
	}

	protected onRefused(): void {
		this.measure();
		this.highest = this.measured === 0 ? this.answers : Math.min(this.rate, this.measured);
		this.refusedAt = this.clock.now();
		this.changeRate(this.highest * decrease);
		this.tokens = 0;
	}

	private changeRate(rate: number): void {
		this.fill();
		this.rate = Math.max(slowest, rate);
	}

	private fill(): void {
		const now = this.clock.now();
		const flowedIn = ((now - this.filledAt) / 1000) * this.rate;
		this.tokens = Math.min(Math.max(1, this.rate), this.tokens + flowedIn);
		this.filledAt = now;
	}

	private measure(): void {
		this.answers += 1;
		const now = this.clock.now();
		const seconds = (now - this.measuredUntil) / 1000;
		if (seconds * 1000 < measuredFor) return;
		this.measured = smoothing * (this.answers / seconds) + (1 - smoothing) * this.measured;
		this.answers = 0;
		this.measuredUntil = now;
	}
}
