const [backslash, percent, ampersand, numberSign, semicolon] = [0x5c, 0x25, 0x26, 0x23, 0x3b];

/** How HTML names the visible characters of ASCII, each with its name's other forms. */
const entityNames: Record<string, string> = {
	'!': 'excl',
	'"': 'quot QUOT',
	'#': 'num',
	$: 'dollar',
	'%': 'percnt',
	'&': 'amp AMP',
	"'": 'apos',
	'(': 'lpar',
	')': 'rpar',
	'*': 'ast midast',
	'+': 'plus',
	',': 'comma',
	'.': 'period',
	'/': 'sol',
	':': 'colon',
	';': 'semi',
	'<': 'lt LT',
	'=': 'equals',
	'>': 'gt GT',
	'?': 'quest',
	'@': 'commat',
	'[': 'lsqb lbrack',
	'\\': 'bsol',
	']': 'rsqb rbrack',
	'^': 'Hat',
	_: 'lowbar UnderBar',
	'`': 'grave DiacriticalGrave',
	'{': 'lcub lbrace',
	'|': 'verbar vert VerticalLine',
	'}': 'rcub rbrace',
};

const entities = new Map(
	Object.entries(entityNames).flatMap(([character, names]) =>
		names.split(' ').map((name) => [name, character.charCodeAt(0)] as const),
	),
);

const longestEntityName = Math.max(...[...entities.keys()].map(({ length }) => length));

/** Names that HTML also reads where no semicolon ends them. */
const needsNoSemicolon = /^(amp|lt|gt|quot)$/i;

/** A character that a text spells, by its code, and the position behind its spelling. */
interface Spelled {
	code: number;
	end: number;
}

/**
 * The visible ASCII characters that a text spells by escapes of JSON and JavaScript (`\u003d`,
 * `\x3d`), of URLs (`%3D`, `%u003d`) and of HTML (`&equals;`, `&#61;`, `&#x3d;`), in any number of
 * layers and any mixture: each character of an escape may be escaped itself. The text is read once,
 * from its end, so that an escape's own characters are known when it is reached; no time but its
 * length's is needed for any text.
 */
export class Spellings {
	/** The position behind the escape that begins at each position; 0 where none does. */
	private readonly ends: Int32Array;

	/** The character that this escape stands for after all its layers. */
	private readonly codes: Uint8Array;

	constructor(private readonly text: string) {
		this.ends = new Int32Array(text.length);
		this.codes = new Uint8Array(text.length);
		for (let position = text.length - 1; position >= 0; position--) {
			if (!isMark(text.charCodeAt(position))) continue;
			if (this.isPair(position)) {
				this.ends[position] = this.ends[position + 1] ?? 0;
				this.codes[position] = this.codes[position + 1] ?? 0;
				continue;
			}
			const decoded = this.layersAt(position).at(-1);
			if (decoded === undefined) continue;
			this.ends[position] = decoded.end;
			this.codes[position] = decoded.code;
		}
	}

	/** Whether a position may begin a spelling of a character. */
	mayBegin(code: number, position: number): boolean {
		if (this.text.charCodeAt(position) === code) return true;
		// What an escape spells before its last layer is always a mark.
		return this.ends[position] !== 0 && (this.codes[position] === code || isMark(code));
	}

	/**
	 * How many characters at the beginning of a word stand at a position as they are, up to the first
	 * that may be spelled in another way; undefined where the word cannot stand there.
	 */
	plainLength(word: string, position: number): number | undefined {
		for (let index = 0; index < word.length; index++) {
			const code = this.text.charCodeAt(position + index);
			if (this.ends[position + index]) return index;
			if (code !== word.charCodeAt(index)) return code === backslash ? index : undefined;
		}
		return word.length;
	}

	/**
	 * All positions behind a spelling of a character that begins at a position.
	 *
	 * @param skipsBackslashes whether any number of backslashes may come first, which quoting doubles
	 */
	endsOf(code: number, position: number, skipsBackslashes: boolean): number[] {
		const ends: number[] = [];
		const starts = new Set([position]);
		// What is added on the way is visited too, and nothing twice.
		for (let start of starts) {
			while (skipsBackslashes && this.isPair(start)) start += 1;
			const spelled = this.ends[start] === 0 ? [] : this.layersAt(start);
			spelled.push({ code: this.text.charCodeAt(start), end: start + 1 });
			for (const { code: found, end } of spelled) {
				if (found === code) ends.push(end);
				else if (skipsBackslashes && found === backslash) starts.add(end);
			}
		}
		return ends;
	}

	/** Whether two backslashes stand at a position as they are: they were one, whatever follows. */
	private isPair(position: number): boolean {
		const { text } = this;
		return text.charCodeAt(position) === backslash && text.charCodeAt(position + 1) === backslash;
	}

	/** What the escape at a position stands for, layer by layer. */
	private layersAt(position: number): Spelled[] {
		const layers: Spelled[] = [];
		let code = this.text.charCodeAt(position);
		let end = position + 1;
		if (this.isPair(position)) layers.push({ code, end: ++end });
		while (isMark(code)) {
			const decoded = this.escapeOf(code, end);
			if (decoded === undefined) break;
			layers.push(decoded);
			({ code, end } = decoded);
		}
		return layers;
	}

	/** The character of an escape, of which the first character has been read. */
	private escapeOf(mark: number, position: number): Spelled | undefined {
		if (mark === ampersand) return this.entity(position);
		if (mark === percent) {
			return this.number(position, 16, 2, 2) ?? this.numberBehind('u', position, 4);
		}
		return (
			this.numberBehind('u', position, 4) ??
			this.numberBehind('x', position, 2) ??
			this.quoted(position)
		);
	}

	private numberBehind(letter: string, position: number, digits: number): Spelled | undefined {
		if (this.codeAt(position) !== letter.charCodeAt(0)) return undefined;
		return this.number(this.behind(position), 16, digits, digits);
	}

	/** A backslash also quotes what is no letter or digit, another escape included. */
	private quoted(position: number): Spelled | undefined {
		const code = this.codeAt(position);
		if (!this.ends[position] && (isLetter(code) || digitOf(code) < 10)) return undefined;
		if (!(code > 0x20 && code < 0x7f)) return undefined;
		return { code, end: this.behind(position) };
	}

	private entity(start: number): Spelled | undefined {
		let position = start;
		if (this.codeAt(position) === numberSign) return this.numericEntity(this.behind(position));
		let name = '';
		let found: Spelled | undefined;
		while (name.length < longestEntityName && isLetter(this.codeAt(position))) {
			name += String.fromCharCode(this.codeAt(position));
			position = this.behind(position);
			const code = needsNoSemicolon.test(name) ? entities.get(name) : undefined;
			if (code !== undefined) found = { code, end: position };
		}
		const code = this.codeAt(position) === semicolon ? entities.get(name) : undefined;
		return code === undefined ? found : { code, end: this.behind(position) };
	}

	private numericEntity(position: number): Spelled | undefined {
		const isHex = (this.codeAt(position) | 0x20) === 0x78;
		const found = isHex ? this.number(this.behind(position), 16, 1) : this.number(position, 10, 1);
		if (found === undefined || this.codeAt(found.end) !== semicolon) return found;
		return { code: found.code, end: this.behind(found.end) };
	}

	/** The visible character whose number digits write: at least and at most so many of them. */
	private number(
		position: number,
		radix: number,
		fewest: number,
		most = Infinity,
	): Spelled | undefined {
		let code = 0;
		let count = 0;
		let end = position;
		for (; count < most; count++) {
			const digit = digitOf(this.codeAt(end));
			if (digit >= radix) break;
			// Beyond the last character all numbers are alike.
			code = Math.min(code * radix + digit, 0x110000);
			end = this.behind(end);
		}
		const isVisible = code > 0x20 && code < 0x7f;
		return count < fewest || !isVisible ? undefined : { code, end };
	}

	/** The character at a position: what an escape there stands for after all its layers, or itself. */
	private codeAt(position: number): number {
		return (this.ends[position] && this.codes[position]) || this.text.charCodeAt(position);
	}

	/** The position behind the character at a position. */
	private behind(position: number): number {
		return this.ends[position] || position + 1;
	}
}

function isMark(code: number): boolean {
	return code === backslash || code === percent || code === ampersand;
}

function isLetter(code: number): boolean {
	return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** The value of a digit of any radix up to 16; infinite for anything else. */
function digitOf(code: number): number {
	if (code >= 0x30 && code <= 0x39) return code - 0x30;
	const letter = code | 0x20;
	return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Infinity;
}
