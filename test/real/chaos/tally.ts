/** What became of events, by their names. */
export interface Tally {
	/** How many arrived, each counted once. */
	delivered: number;
	/** How many did not. */
	missing: number;
	/** How many arrivals were one too many. */
	twice: number;
	/** Of how many the node, or the outbox, says that they may have been accepted. */
	inDoubt: number;
	/** How many of the missing nobody calls in doubt: lost without a word, or still to be sent. */
	unnamed: number;
}

/** @param arrived in the order of arrival; those that are not wanted do not count */
export function tally(wanted: string[], arrived: string[], inDoubt: string[]): Tally {
	const isWanted = new Set(wanted);
	const isInDoubt = new Set(inDoubt);
	const own = arrived.filter((name) => isWanted.has(name));
	const once = new Set(own);
	const missing = wanted.filter((name) => !once.has(name));
	return {
		delivered: once.size,
		missing: missing.length,
		twice: own.length - once.size,
		inDoubt: isInDoubt.size,
		unnamed: missing.filter((name) => !isInDoubt.has(name)).length,
	};
}
