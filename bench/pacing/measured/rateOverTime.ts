import type { Answer } from './eventRun';

/** Milliseconds that are counted together. */
const slot = 500;

export interface RateSlot {
	/** Seconds since the first request, at the middle of the slot. */
	second: number;
	/** Requests accepted a second. */
	accepted: number;
	/** Requests refused, not a second but in all. */
	refused: number;
}

/** What a journal says of the rate, one slot after the other from the first request to the last. */
export function rateOverTime(answers: Answer[]): RateSlot[] {
	const last = Math.max(0, ...answers.map(({ after }) => after));
	const slots = Array.from({ length: Math.floor(last / slot) + 1 }, (_, index) => ({
		second: ((index + 0.5) * slot) / 1000,
		accepted: 0,
		refused: 0,
	}));
	for (const { after, status } of answers) {
		const entry = slots[Math.floor(after / slot)]!;
		if (status === 429) entry.refused += 1;
		else entry.accepted += 1000 / slot;
	}
	return slots;
}
