/** How HTML names the visible characters of ASCII, each with its name's other forms. */
const entityNames: Record<string, string> = {
	'!': 'excl;',
	'"': 'quot; quot QUOT; QUOT',
	'#': 'num;',
	$: 'dollar;',
	'%': 'percnt;',
	'&': 'amp; amp AMP; AMP',
	"'": 'apos;',
	'(': 'lpar;',
	')': 'rpar;',
	'*': 'ast; midast;',
	'+': 'plus;',
	',': 'comma;',
	'.': 'period;',
	'/': 'sol;',
	':': 'colon;',
	';': 'semi;',
	'<': 'lt; lt LT; LT',
	'=': 'equals;',
	'>': 'gt; gt GT; GT',
	'?': 'quest;',
	'@': 'commat;',
	'[': 'lsqb; lbrack;',
	'\\': 'bsol;',
	']': 'rsqb; rbrack;',
	'^': 'Hat;',
	_: 'lowbar; UnderBar;',
	'`': 'grave; DiacriticalGrave;',
	'{': 'lcub; lbrace;',
	'|': 'verbar; vert; VerticalLine;',
	'}': 'rcub; rbrace;',
};

const entities = new Map(
	Object.entries(entityNames).flatMap(([character, names]) =>
		names.split(' ').map((name) => [name, character] as const),
	),
);

/** What may become the name of an entity, letter by letter. */
const beginnings = new Set(
	[...entities.keys()].flatMap((name) => Array.from(name, (_, index) => name.slice(0, index + 1))),
);

/** What a backslash quotes: no letter and no digit. */
const quotable = /[!-/:-@[-`{-~]/;

/** A character that a text spells, and the position behind its spelling. */
interface Spelled {
	character: string;
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

	/** The code of the character that this escape stands for after all its layers. */
	private readonly codes: Uint8Array;

	constructor(private readonly text: string) {
		this.ends = new Int32Array(text.length);
		this.codes = new Uint8Array(text.length);
		for (let position = text.length; position--;) {
			if (!isMark(text.charAt(position))) continue;
			// Two backslashes as they are were one, whatever follows.
			if (text.startsWith('\\\\', position)) {
				this.ends[position] = this.ends[position + 1] ?? 0;
				this.codes[position] = this.codes[position + 1] ?? 0;
				continue;
			}
			const decoded = this.layersAt(position).at(-1);
			if (decoded === undefined) continue;
			this.ends[position] = decoded.end;
			this.codes[position] = decoded.character.charCodeAt(0);
		}
	}

	/**
	 * All positions behind a spelling of a character that begins at one of several positions.
	 *
	 * @param skipsBackslashes whether any number of backslashes may come first, which quoting doubles
	 */
	endsOf(character: string, positions: Iterable<number>, skipsBackslashes: boolean): Set<number> {
		const ends = new Set<number>();
		const starts = new Set(positions);
		// What is added on the way is visited too, and nothing twice.
		for (const start of starts) {
			const spelled = this.ends[start] ? this.layersAt(start) : [];
			spelled.push({ character: this.text.charAt(start), end: start + 1 });
			for (const { character: found, end } of spelled) {
				if (found === character) ends.add(end);
				else if (skipsBackslashes && found === '\\') starts.add(end);
			}
		}
		return ends;
	}

	/** What the escape of the mark at a position stands for, layer by layer. */
	private layersAt(position: number): Spelled[] {
		const layers: Spelled[] = [];
		let last: Spelled = { character: this.text.charAt(position), end: position + 1 };
		do {
			const decoded = this.escapeOf(last.character, last.end);
			if (decoded === undefined) break;
			layers.push(decoded);
			last = decoded;
		} while (isMark(last.character));
		// What is quoted, another escape included, has been read in all its layers.
		if (last.character === '\\' && quotable.test(this.text.charAt(last.end))) {
			layers.push(this.at(last.end));
		}
		return layers;
	}

	/** The character of an escape, of which the first character has been read. */
	private escapeOf(mark: string, position: number): Spelled | undefined {
		if (mark === '&') return this.entity(position);
		if (mark === '%') return this.number(position, 16, 2) ?? this.numberBehind('u', position, 4);
		return this.numberBehind('u', position, 4) ?? this.numberBehind('x', position, 2);
	}

	private numberBehind(letter: string, position: number, digits: number): Spelled | undefined {
		const { character, end } = this.at(position);
		return character === letter ? this.number(end, 16, digits) : undefined;
	}

	private entity(position: number): Spelled | undefined {
		let next = this.at(position);
		if (next.character === '#') return this.numericEntity(next.end);
		let found: Spelled | undefined;
		for (let name = next.character; beginnings.has(name); name += next.character) {
			const character = entities.get(name);
			if (character !== undefined) found = { character, end: next.end };
			next = this.at(next.end);
		}
		return found;
	}

	private numericEntity(position: number): Spelled | undefined {
		const { character, end } = this.at(position);
		const found =
			character.toLowerCase() === 'x' ? this.number(end, 16) : this.number(position, 10);
		if (found === undefined) return undefined;
		const behind = this.at(found.end);
		return behind.character === ';' ? { ...found, end: behind.end } : found;
	}

	/** The visible character whose number digits write: just so many, or as many as there are. */
	private number(position: number, radix: number, digits?: number): Spelled | undefined {
		let code = 0;
		let end = position;
		for (let count = 0; count !== digits; count++) {
			const next = this.at(end);
			const digit = parseInt(next.character, radix);
			if (Number.isNaN(digit)) {
				if (digits !== undefined) return undefined;
				break;
			}
			code = code * radix + digit;
			end = next.end;
		}
		return code > 0x20 && code < 0x7f ? { character: String.fromCharCode(code), end } : undefined;
	}

	/** The character at a position: what an escape there stands for after all its layers, or itself. */
	private at(position: number): Spelled {
		const code = this.codes[position] || this.text.charCodeAt(position);
		return { character: String.fromCharCode(code), end: this.ends[position] || position + 1 };
	}
}

/** Whether a character may begin an escape. */
function isMark(character: string): boolean {
	return character === '\\' || character === '%' || character === '&';
}
