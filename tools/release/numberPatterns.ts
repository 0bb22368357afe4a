/**
 * The numbers that a pattern matches: for each beginning of at most so many digits, the lengths of the numbers that
 * begin so, as bits: 2 ** length.
 */
export type Numbers = Map<string, number>;

/**
 * Reads a pattern of libphonenumber's metadata, which has only digits, `\d`, classes, groups, `|`, `?`, `{m}` and `{m,n}`.
 *
 * @param depth how many digits a beginning has at most
 * @throws if the pattern has anything else
 */
export function numbersOf(pattern: string, depth: number): Numbers {
	const tokens = pattern.match(/\\d|\[[\d-]+\]|\{[\d,]+\}|\(\?:|[()|?]|\d|./g) ?? [];
	let position = 0;

	const alternatives = (): Numbers => {
		const numbers = sequence();
		while (tokens[position] === '|') {
			position += 1;
			include(numbers, sequence());
		}
		return numbers;
	};

	const sequence = (): Numbers => {
		let numbers = empty();
		while (position < tokens.length && !/^[|)]$/.test(tokens[position]!)) {
			const one = atom();
			const [least, most] = repetitions();
			numbers = repeated(numbers, one, least, most);
		}
		return numbers;
	};

	const atom = (): Numbers => {
		const token = tokens[position++]!;
		if (token === '(' || token === '(?:') {
			const numbers = alternatives();
			position += 1;
			return numbers;
		}
		if (!/^(\d|\\d|\[.*\])$/.test(token)) throw new Error(`Unexpected ${token} in ${pattern}`);
		const digits = [...'0123456789'].filter((digit) => new RegExp(token).test(digit));
		return new Map(digits.map((digit) => [digit, 2]));
	};

	const repetitions = (): [number, number] => {
		const token = tokens[position] ?? '';
		if (token !== '?' && !token.startsWith('{')) return [1, 1];
		position += 1;
		const [least = 0, most = least] = (token.match(/\d+/g) ?? [0, 1]).map(Number);
		return [least, most];
	};

	const repeated = (before: Numbers, one: Numbers, least: number, most: number) => {
		let now = before;
		const all: Numbers = least === 0 ? new Map(before) : new Map();
		for (let times = 1; times <= most; times += 1) {
			now = joined(now, one, depth);
			if (times >= least) include(all, now);
		}
		return all;
	};

	return alternatives();
}

/** No digits at all: where a sequence begins. */
const empty = (): Numbers => new Map([['', 1]]);

/** Adds other numbers to these. */
export function include(numbers: Numbers, others: Numbers): void {
	for (const [beginning, lengths] of others) add(numbers, beginning, lengths);
}

function add(numbers: Numbers, beginning: string, lengths: number) {
	numbers.set(beginning, (numbers.get(beginning) ?? 0) | lengths);
}

/** Each of the first followed by each of the second. */
function joined(first: Numbers, second: Numbers, depth: number): Numbers {
	const numbers: Numbers = new Map();
	const whatever = new Map([['', [...second.values()].reduce((some, more) => some | more, 0)]]);
	for (const [beginning, lengths] of first) {
		// Digits after a whole beginning only make the number longer.
		for (const [next, others] of beginning.length === depth ? whatever : second) {
			add(numbers, (beginning + next).slice(0, depth), sums(lengths, others));
		}
	}
	return numbers;
}

function sums(lengths: number, others: number) {
	let all = 0;
	for (let length = 0; others >> length > 0; length += 1) {
		if ((others >> length) & 1) all |= lengths << length;
	}
	return all;
}

/** The lengths that are set, the shortest first. */
export function lengthsOf(bits: number): number[] {
	return [...Array(31).keys()].filter((length) => bits & (1 << length));
}
