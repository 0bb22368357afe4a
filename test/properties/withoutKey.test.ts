import fc from 'fast-check';

import { withoutKey } from '../../nodes/Messenger/response/withoutKey';
import { htmlText, unicode } from '../support/spellings';

it('a text has no key left in any spelling, however it is mixed', () => {
	const spell = fc.constantFrom<(character: string) => string>(
		(character) => character,
		(character) => unicode(character, /./g),
		(character) => unicode(character, /./g).replace(/[a-f](?=[^]?$)/, (it) => it.toUpperCase()),
		(character) => `%${character.charCodeAt(0).toString(16)}`,
		(character) => `&#${character.charCodeAt(0)};`,
		(character) => `&#x000${character.charCodeAt(0).toString(16)};`,
		htmlText,
	);
	const layer = fc.constantFrom<(text: string) => string>(
		(text) => text,
		(text) => JSON.stringify(text).slice(1, -1),
		(text) => unicode(JSON.stringify(text).slice(1, -1), /[^]/g),
		encodeURIComponent,
		htmlText,
		(text) => text.replaceAll('/', '\\/'),
	);
	const anyKey = fc.oneof(
		fc.constantFrom(
			'sK-1/a"b\\c&d<e>f\'g+h.i=j',
			'a%41b',
			'61=a&amp;b',
			'deadbeef\\u0041x',
			'a\\\\b\\',
			'\\\\a\\',
			'\\',
		),
		fc.stringMatching(/^[\x21-\x7e]{1,12}$/),
	);
	const around = fc.constantFrom('', ' ', ...'100% \\ & &amp C:\\u %2 \\n ; 41'.split(' '));
	fc.assert(
		fc.property(
			anyKey,
			fc.array(spell, { minLength: 12, maxLength: 12 }),
			fc.array(layer, { maxLength: 4 }),
			around,
			around,
			(apiKey, spellings, layers, before, after) => {
				const spelled = [...apiKey]
					.map((character, index) => spellings[index % spellings.length]!(character))
					.join('');
				const text = layers.reduce((inner, wrap) => wrap(inner), spelled);
				expect(withoutKey(before + text + after, apiKey)).toContain('[API key]');
			},
		),
		{ numRuns: 2000 },
	);
});
