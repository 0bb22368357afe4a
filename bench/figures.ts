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

/** The median with the range behind it. */
export function withRange({ median, least, most }: Figure, show: (value: number) => string) {
	return least === most ? show(median) : `${show(median)} (${show(least)} to ${show(most)})`;
}

export const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;
export const wholeMilliseconds = (value: number) => `${Math.round(value)} ms`;
export const times = (value: number) => `${value.toFixed(2)} ×`;
