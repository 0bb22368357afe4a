import type { INodeExecutionData, IPairedItemData, NodeApiError } from 'n8n-workflow';

import type { Entry } from './Service';

type State = 'accepted' | 'uncertain' | 'failed' | 'not sent' | 'duplicate';

/** One try of the node: the first, one more by Retry On Fail, or one of n8n's Retry. */
export interface Try {
	name: string;
	resendUncertain: boolean;
	/** The node's words at its end: about its items, and as an error. */
	states: Map<number, State>;
	words?: string;
	/** Its part of the journal. */
	from: number;
	to: number;
}

type Report = Pick<Try, 'states' | 'words'>;

export function reportOfOutput(output: INodeExecutionData[]): Report {
	const states = new Map<number, State>();
	for (const { json, pairedItem } of output) {
		const { details, success } = json as { details?: { state: State }; success?: boolean };
		const isDuplicate = json.send_status === 'duplicate';
		const state = details?.state ?? (isDuplicate ? 'duplicate' : success && 'accepted');
		if (state) states.set((pairedItem as IPairedItemData).item, state);
	}
	return { states };
}

export function reportOfError({ message, description, context }: NodeApiError): Report {
	const run = (context?.run ?? {}) as Record<string, number[]>;
	const states = new Map<number, State>();
	for (const [ended, items] of Object.entries(run)) {
		const state = ended === 'notSent' ? 'not sent' : (ended as State);
		for (const item of items) states.set(item, state);
	}
	return { states, words: `${message} | ${description}` };
}

/**
 * Names what is not true of the last of an execution's tries, by the service's journal.
 *
 * @param numbers of the items; two items with the same number are duplicates
 * @param readOnly true if a request may arrive twice, and none is ever uncertain
 */
export function violationsOf(
	numbers: string[],
	tries: Try[],
	journal: Entry[],
	readOnly: boolean,
): string[] {
	const last = tries.at(-1) as Try;
	const broken = new Map<string, number[]>();
	const check = (item: number, isTrue: boolean, rule: string) => {
		if (!isTrue) broken.set(rule, [...(broken.get(rule) ?? []), item]);
	};
	let isAnyProcessed = false;

	for (const [item, number] of numbers.entries()) {
		const sent = (from: number, to: number) =>
			journal.slice(from, to).filter((entry) => entry.number === number);
		const processed = (from: number, to: number) =>
			sent(from, to).filter(({ isProcessed }) => isProcessed).length;
		const [before, now] = [processed(0, last.from), processed(last.from, last.to)];
		const isProcessed = before + now > 0;
		const isSecond = numbers.indexOf(number) < item;

		// An error does not name the duplicates of what was accepted.
		const state = last.states.get(item) ?? (isSecond ? 'duplicate' : undefined);
		const isGood = state === 'accepted' || state === 'duplicate';
		const isBad = state === 'failed' || state === 'not sent';
		const what = isSecond ? 'a duplicate called' : 'called';
		check(item, state !== undefined, 'nothing is said of an item');
		check(item, !isGood || isProcessed, `called ${state}, but not processed`);
		const isSent = sent(last.from, last.to).length > 0;
		check(item, isSecond || state !== 'not sent' || !isSent, 'called not sent, but sent');
		check(item, !readOnly || state !== 'uncertain', 'called uncertain, but only read');
		if (readOnly) continue;
		isAnyProcessed ||= isProcessed;
		check(item, !isBad || !isProcessed, `${what} ${state}, but processed`);
		if (isSecond) continue;

		const said = tries
			.slice(0, -1)
			.flatMap(({ states }) => [...states].filter(([one]) => numbers[one] === number))
			.map(([, state]) => state);
		const mayBeRepeated = last.resendUncertain && said.includes('uncertain');
		check(item, now <= 1, 'processed twice in one try');
		check(item, before === 0 || now === 0 || mayBeRepeated, 'processed twice in two tries');
		check(item, !isSent || !said.includes('accepted'), 'called accepted, but sent again');
		check(
			item,
			!isSent || last.resendUncertain || !said.includes('uncertain'),
			'called uncertain, but sent again without Send Again If Unsure',
		);
	}
	const found = [...broken].map(([rule, items]) => `${last.name}: items ${items.join()} ${rule}`);
	if (isAnyProcessed && last.words?.includes('Nothing was sent.')) {
		found.push(`${last.name}: said "Nothing was sent.", but something was processed`);
	}
	return found;
}
