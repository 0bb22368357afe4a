import { Candidate } from './Candidate';

/** TCP's AIMD: a window that opens by slow start, halves on a refusal, then grows by one a round. */
export class AdditiveWindow extends Candidate {
	private size = 1;

	private threshold = Infinity;

	protected window(): number {
		return Math.floor(this.size);
	}

	protected delay(): number {
		return 0;
	}

	protected onSent(): void {}

	protected onAccepted(): void {
		if (this.inFlight < Math.floor(this.size)) return;
		this.size += this.size < this.threshold ? 1 : 1 / this.size;
	}

	protected onRefused(): void {
		this.size = Math.max(1, this.size / 2);
		this.threshold = this.size;
	}
}
