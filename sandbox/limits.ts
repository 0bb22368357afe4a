import { BadRequestBlock } from './badRequestBlock';
import type { ResolvedOptions } from './options';
import { TokenBucket } from './tokenBucket';

/** The rate limit and the block, each if its option is set. */
export class Limits {
	private bucket: TokenBucket | undefined;

	private block: BadRequestBlock | undefined;

	/**
	 * @param options `rate`, `burst`, `blockAfter` and `blockSeconds` of them
	 * @param now a clock that never goes back, in milliseconds
	 */
	constructor(
		private readonly options: ResolvedOptions,
		private readonly now: () => number,
	) {
		this.reset();
	}

	/** Fills the bucket, ends the block and forgets the bad requests. */
	reset(): void {
		const { rate, burst, blockAfter, blockSeconds } = this.options;
		this.bucket = rate ? new TokenBucket(rate, burst ?? Math.max(1, rate), this.now) : undefined;
		this.block = blockAfter ? new BadRequestBlock(blockAfter, blockSeconds, this.now) : undefined;
	}

	/** Why a request is refused at this moment. A blocked request takes nothing from the limit. */
	refusal(): 403 | 429 | undefined {
		if (this.block?.isActive()) return 403;
		return this.bucket?.take() === false ? 429 : undefined;
	}

	countBadRequest(): void {
		this.block?.countBadRequest();
	}
}
