/** A text with some of its characters as JSON may escape them. */
export function unicode(text: string, characters: RegExp): string {
	return text.replace(
		characters,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** A text as it stands in HTML. */
export function htmlText(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#039;');
}
