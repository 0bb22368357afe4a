/**
 * What n8n 2.40's editor makes of texts before it shows them as HTML. Reads a JSON array of texts and
 * writes one of `{ description, hint }`. Apart from Jest, which cannot load the sanitiser's parser.
 */
import { text } from 'node:stream/consumers';
import sanitize from 'sanitize-html';
import { filterXSS } from 'xss';

const attributes = ['href', 'name', 'target', 'title', 'class', 'id', 'style'];
const tags = 'p strong b code a br i ul li em small details summary mark'.split(' ');

/** Every text that is shown as HTML: a hint, a notice, and at last a description too. */
function hint(source) {
	const { allowedTags, allowedAttributes } = sanitize.defaults;
	return sanitize(source, {
		allowedTags: [...allowedTags, 'img', 'input'],
		allowedAttributes: {
			...allowedAttributes,
			a: [...allowedAttributes.a, 'data-*'],
			input: ['type', 'id', 'checked'],
			code: ['class'],
			div: ['class'],
		},
	});
}

/** An error's description: what stands in backticks becomes code, then two sanitisers follow. */
function description(source) {
	const withCode = source.replace(/`(.*?)`/g, '<code>$1</code>');
	return hint(
		filterXSS(withCode, {
			onTagAttr: (_tag, name, value) =>
				attributes.includes(name) || name.startsWith('data-') ? `${name}="${value}"` : undefined,
			onTag: (tag) => (tags.includes(tag) ? undefined : ''),
		}),
	);
}

const sources = JSON.parse(await text(process.stdin));
process.stdout.write(
	JSON.stringify(
		sources.map((source) => ({ description: description(source), hint: hint(source) })),
	),
);
