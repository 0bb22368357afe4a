import { inspect } from 'node:util';

import { excerpt, InvalidInput } from '../../nodes/runtime/input/InvalidInput';
import { unmasked, type Mask } from '../../nodes/runtime/input/keyMask';

interface Refusal {
	parameter: string | undefined;
	message: string;
	advice: string;
}

/** The refusal that a check ends with. Fails where it accepts, or throws anything else. */
export function refusalOf(check: () => unknown, mask: Mask = unmasked): Refusal {
	const outcome = outcomeOf(check, mask);
	if ('refusal' in outcome) return outcome.refusal;
	throw new Error(`Not refused, but accepted as ${shown(outcome.result)}`);
}

/**
 * A snapshot's table of what a function makes of values, a row for each outcome: what they become, or of a
 * refusal parameter | message | advice; and behind an arrow the values.
 */
export function outcomes<Value>(
	check: (value: Value) => unknown,
	values: Value[],
	mask: Mask = unmasked,
): string {
	const rows = new Map<string, string[]>();
	for (const value of values) {
		const outcome = outcomeOf(() => check(value), mask);
		let row: string = 'result' in outcome ? shown(outcome.result) : '';
		if ('refusal' in outcome) {
			const { parameter, message, advice } = outcome.refusal;
			const said = message.replace(/"(.*)"/, (quoted, text) =>
				text === excerpt(value, mask) ? '"{value}"' : quoted,
			);
			row = [parameter ?? '', said, advice].join(' | ');
		}
		rows.set(row, [...(rows.get(row) ?? []), shown(value)]);
	}
	return [...rows].map(([row, those]) => [row, ...those].join('\n    ← ')).join('\n');
}

function outcomeOf(check: () => unknown, mask: Mask): { result: unknown } | { refusal: Refusal } {
	try {
		return { result: check() };
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		const { parameter, advice } = error;
		return { refusal: { parameter, message: error.shown(mask), advice } };
	}
}

/** A value as code on one line, with what nobody would see in it. */
function shown(value: unknown) {
	const text = inspect(value, { breakLength: Infinity, maxStringLength: 100, maxArrayLength: 4 });
	return text.replace(/[^ -~]/gu, (unseen) => `\\u{${unseen.codePointAt(0)?.toString(16)}}`);
}
