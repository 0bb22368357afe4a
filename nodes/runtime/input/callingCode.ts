import { callingCodes } from './callingCodes';

/** A trunk prefix that is dialled only inside the country. It stays among the digits until the country is known. */
export const bracketedZero = '(0)';

/** A country calling code. Its numbers are given without the code here. */
export class CallingCode {
	/** Of all its numbers, the shortest first. */
	readonly lengths: number[];
	private readonly lengthsByBeginning = new Map<string, number[]>();
	private readonly trunk: Prefix;
	private readonly abroad: Prefix;

	/** @param code its digits, which the table has */
	constructor(readonly code: string) {
		const [, kinds = '', trunk = '', abroad = '00'] = callingCodes[code] ?? [];
		const digits = [...'0123456789'];
		const beginnings = [...digits, code, ...digits.map((digit) => code + digit)];
		for (const kind of kinds.split(' ')) {
			const [begins = '', lengths = ''] = kind.split(':');
			for (const beginning of beginnings.filter((some) => new RegExp(`^${begins}$`).test(some))) {
				this.lengthsByBeginning.set(beginning, lengthsFrom(lengths));
			}
		}
		const lengths = new Set([...this.lengthsByBeginning.values()].flat());
		this.lengths = [...lengths].sort((one, other) => one - other);
		this.trunk = new Prefix(trunk, 2);
		// Whatever is dialled there, 00 is written for "+" everywhere.
		this.abroad = new Prefix(`00|${abroad}`, abroad === '00' ? 2 : 8);
	}

	/** True if there are such numbers, by the first digits and the length. */
	has(number: string): boolean {
		return this.lengthsOfAlike(number)?.includes(number.length) ?? false;
	}

	hasLength(number: string): boolean {
		return this.lengths.includes(number.length);
	}

	/** The trunk prefix before a number, where no number of the country begins so; `''` where there is none. */
	trunkBefore(number: string): string {
		if (this.lengthsOfAlike(number) !== undefined) return '';
		const [rest = number] = this.trunk.without(number).slice(-1);
		return number.slice(0, number.length - rest.length);
	}

	/** @returns the number without "(0)" before it; `undefined` where "(0)" has no place in it */
	withoutBracketedZero(number: string): string | undefined {
		if (!number.includes(bracketedZero)) return number;
		const digits = number.slice(bracketedZero.length);
		if (number.lastIndexOf(bracketedZero) !== 0) return undefined;
		if (this.lengthsOfAlike('0') !== undefined) {
			// In Italy 0 is part of the number, but not of every one.
			return digits.startsWith('0') || this.has(digits) ? undefined : `0${digits}`;
		}
		return this.trunk.is('0') ? digits : undefined;
	}

	/** The digits after the prefix for calls abroad, for each such prefix. */
	dialledAbroad(digits: string): string[] {
		return this.abroad.without(digits);
	}

	/** The digits after the trunk prefix, and the digits as they are if the country writes numbers so. */
	dialledInside(digits: string): string[] {
		return this.trunk.without(digits);
	}

	/** The lengths of the numbers with the same beginning; `undefined` where there are none. */
	private lengthsOfAlike(number: string) {
		const first = this.lengthsByBeginning.get(number.charAt(0));
		if (!number.startsWith(this.code)) return first;
		const { length } = this.code;
		return (
			this.lengthsByBeginning.get(number.slice(0, length + 1)) ??
			this.lengthsByBeginning.get(this.code) ??
			first
		);
	}
}

/** @param text such as `5-11` or `7,9` */
function lengthsFrom(text: string): number[] {
	return (text.match(/[^,]+/g) ?? []).flatMap((range) => {
		const [first = 0, last = first] = range.split('-').map(Number);
		return Array.from({ length: last - first + 1 }, (_, index) => first + index);
	});
}

/** The digits dialled before a number. A pattern that also fits nothing says that they may be left out. */
class Prefix {
	private readonly beginning: RegExp;
	private readonly whole: RegExp;

	/** @param longest in digits */
	constructor(
		pattern: string,
		private readonly longest: number,
	) {
		this.beginning = new RegExp(`^(?:${pattern})`);
		this.whole = new RegExp(`^(?:${pattern})$`);
	}

	is(digits: string): boolean {
		return this.whole.test(digits);
	}

	/** The digits after the prefix, for each that they can begin with; the shortest prefix first. */
	without(digits: string): string[] {
		const rests: string[] = [];
		if (!this.beginning.test(digits)) return rests;
		for (let length = 0; length <= this.longest && length < digits.length; length++) {
			if (this.is(digits.slice(0, length))) rests.push(digits.slice(length));
		}
		return rests;
	}
}

const known = new Map<string, CallingCode>();

/** @returns the calling code with which the digits begin; `undefined` where no country has it */
export function callingCodeOf(digits: string): CallingCode | undefined {
	// No code is the beginning of another one.
	for (let length = 1; length <= 3; length++) {
		const code = digits.slice(0, length);
		if (callingCodes[code] !== undefined) return knownCode(code);
	}
	return undefined;
}

function knownCode(code: string) {
	const callingCode = known.get(code) ?? new CallingCode(code);
	known.set(code, callingCode);
	return callingCode;
}
