/** The middle of several measurements of the same thing, and how far they lie apart. */
export interface Figure {
	median: number;
	least: number;
	most: number;
}

/** @param values at least one */
export function figure(values: number[]): Figure {
	const sorted = [...values].sort((left, right) => left - right);
	const middle = (sorted.length - 1) / 2;
	return {
		median: (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2,
		least: sorted[0]!,
		most: sorted.at(-1)!,
	};
}

export const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;

/** Milliseconds as seconds: the median and, in brackets, the range. */
export function secondsWithRange({ median, least, most }: Figure): string {
	const [from, to] = [least, most].map((value) => (value / 1000).toFixed(2));
	return from === to ? seconds(median) : `${seconds(median)} (${from}–${to})`;
}

export const wholeMilliseconds = (value: number) => `${Math.round(value)} ms`;
export const times = (value: number) => `${value.toFixed(2)} ×`;
