/** The findings of one part of the benchmarks, ready to be printed and kept. */
export interface Section {
	/** By which it is chosen on the command line. */
	name: string;
	title: string;
	/** The method of all rows, in a sentence or two. */
	method: string;
	rows: Array<Record<string, string>>;
	bars: Bar[];
}

/** A target of the package: the value must not be higher. */
export interface Bar {
	claim: string;
	value: number;
	limit: number;
}

export const isHeld = ({ value, limit }: Bar) => value <= limit;

/** Says on the error output what is being done, so that the tables can be piped elsewhere. */
export function progress(text: string): void {
	console.error(`… ${text}`);
}
