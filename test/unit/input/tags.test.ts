import { parseTags } from '../../../nodes/Messenger/input/tags';
import { refusalOf } from '../../support/refusal';

const tagsName = { name: 'tags', displayName: 'Tags' };

describe('tags', () => {
	it.each([
		['welcome', ['welcome']],
		['welcome, spring', ['welcome', 'spring']],
		[' welcome ,, spring ,', ['welcome', 'spring']],
		[
			['welcome', ' spring ', '', null],
			['welcome', 'spring'],
		],
		[['a, b'], ['a, b']],
		[
			[1, true],
			['1', 'true'],
		],
		[2026, ['2026']],
		['', []],
		[' , ', []],
		[[], []],
		[null, []],
		[undefined, []],
	])('%j are the list %j', (value, tags) => {
		expect(parseTags(value, tagsName)).toEqual(tags);
	});

	it('may not be an object', () => {
		expect(refusalOf(() => parseTags({ a: 1 }, tagsName))).toEqual({
			parameter: 'tags',
			message: "'Tags' is an object",
			advice: 'Enter text with commas between the tags, or a list of texts.',
		});
	});

	it.each([[[{ a: 1 }]], [['a', ['b']]]])(
		'may not be the list %j, which holds no text',
		(value) => {
			expect(refusalOf(() => parseTags(value, tagsName))).toEqual({
				parameter: 'tags',
				message: "'Tags' isn't text",
				advice: 'Enter a single value, not an object or a list.',
			});
		},
	);
});
