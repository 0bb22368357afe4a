/** What one part of the benchmarks found, ready to be printed and kept. */
export interface Section {
	title: string;
	/** How it was measured, in a sentence or two. */
	method: string;
	rows: Array<Record<string, string>>;
	bars: Bar[];
	/** The figures behind the rows. Milliseconds and bytes. */
	data: unknown;
}

/** What the package is held to. */
export interface Bar {
	claim: string;
	value: number;
	limit: number;
	/** `most` where the value must not be higher, `least` where it must not be lower. */
	side: 'most' | 'least';
}

export function isHeld({ value, limit, side }: Bar): boolean {
	return side === 'most' ? value <= limit : value >= limit;
}

/** How much is run. The full scale is what the bars are for; the quick one shows that all works. */
export interface Scale {
	isQuick: boolean;
	/** Measured rounds after the warm-up. */
	rounds: number;
}

export const fullScale: Scale = { isQuick: false, rounds: 5 };
export const quickScale: Scale = { isQuick: true, rounds: 1 };

/** Says on the error output what is being done, so that the tables can be piped elsewhere. */
export function progress(text: string): void {
	console.error(`… ${text}`);
}
