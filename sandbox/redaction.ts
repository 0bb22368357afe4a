/** Replaces a key. */
const mark = '<API key>';

/**
 * Takes a key out of the strings of a JSON text, however JSON or percent-encoding spell it. It
 * does not parse the text as a whole, which may be nested deeper than a recursion can follow.
 */
export function withoutKey(json: string, key: string): string {
	// An escape may stand for any character of the key.
	if (!json.includes(key) && !/[\\%]/.test(json)) return json;
	let cleaned = '';
	let copied = 0;
	for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', copied)) {
		const end = closingQuote(json, start) + 1;
		const literal = json.slice(start, end);
		const text = textWithoutKey(JSON.parse(literal) as string, key);
		cleaned += json.slice(copied, start) + (text === undefined ? literal : JSON.stringify(text));
		copied = end;
	}
	return cleaned + json.slice(copied);
}

function textWithoutKey(text: string, key: string): string | undefined {
	if (text.includes(key)) return text.replaceAll(key, mark);
	if (!text.includes('%')) return undefined;
	const decoded = percentDecoded(text);
	return decoded.includes(key) ? decoded.replaceAll(key, mark) : undefined;
}

function percentDecoded(text: string): string {
	return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
		try {
			return decodeURIComponent(encoded);
		} catch {
			return encoded;
		}
	});
}

/** Where the JSON string that begins at `start` ends: at the first quote that is not escaped. */
function closingQuote(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
		let backslashes = 0;
		while (json[end - 1 - backslashes] === '\\') backslashes += 1;
		if (backslashes % 2 === 0) return end;
	}
}
