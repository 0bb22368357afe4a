import { counted, joined } from '../response/wording';
import type { Failure } from '../response/Failure';

/** Some of what is wrong, in the order of the items. */
type Group = [Failure, ...Failure[]];

/**
 * The words of an error of many items with bad input: how many there are of each kind, and what to do about most.
 *
 * @param failures what is wrong with each, first the one that the title names
 */
export function adviceOnAll(failures: Group): string[] {
	const [named] = failures;
	const groups = byFrequency(
		failures,
		({ refusal }) => refusal && `${refusal.label} ${refusal.words}`,
	);
	const counts = failures.length > 1 ? countsOf(groups) : '';
	if (counts === '') return [joined(named.description, named.ofRequest)];
	const [largest] = groups;
	// Those of one kind may still need different corrections.
	const [{ description }] = byFrequency(largest, (failure) => failure.description)[0]!;
	const isForNamed = description === named.description;
	return [counts, isForNamed ? description : `For the ${largest.length}: ${description}`];
}

/** Such as `12 without a country code, 3 empty.`, with labels where several parameters are concerned; `''` if no kind is known. */
function countsOf(groups: Group[]): string {
	const known = groups.filter(([{ refusal }]) => refusal !== undefined);
	if (known.length === 0) return '';
	const labels = new Set(known.map(([{ refusal }]) => refusal!.label));
	const sentences = [...labels].map((label) => {
		const ofLabel = known.filter(([{ refusal }]) => refusal!.label === label);
		const counts = ofLabel.map((group) => `${group.length} ${group[0].refusal!.words}`).join(', ');
		return `${labels.size > 1 ? `${label}: ` : ''}${counts}.`;
	});
	const rest = groups.find(([{ refusal }]) => refusal === undefined)?.length ?? 0;
	if (rest > 0) sentences.push(`${counted(rest, 'other')}.`);
	return sentences.join(' ');
}

/** Groups with the same key, the largest first; of equal ones the one that begins earlier. */
function byFrequency(failures: Group, keyOf: (failure: Failure) => string | undefined) {
	const groups = new Map<string | undefined, Group>();
	for (const failure of failures) {
		const key = keyOf(failure);
		const group = groups.get(key);
		if (group) group.push(failure);
		else groups.set(key, [failure]);
	}
	return [...groups.values()].sort((one, other) => other.length - one.length) as [
		Group,
		...Group[],
	];
}
