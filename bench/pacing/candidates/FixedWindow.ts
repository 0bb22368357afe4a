import { Candidate } from './Candidate';

/** As many requests in flight as allowed, and exponential backoff: what most HTTP clients do. */
export class FixedWindow extends Candidate {
	protected window(maxConcurrency: number): number {
		return maxConcurrency;
	}

	protected delay(): number {
		return 0;
	}

	protected onSent(): void {}

	protected onAccepted(): void {}

	protected onRefused(): void {}
}
