import { parseTags } from '../../../nodes/runtime/input/tags';
import { outcomes, refusalOf } from '../../support/refusal';

const tags = (value: unknown) => parseTags(value, { name: 'tags', displayName: 'Tags' });

it('tags are text with commas, or a list of texts', () => {
	const texts = ['welcome', ' welcome ,, spring ,', 2026, ' , ', null, undefined];
	const lists = [['welcome', ' spring ', '', null], ['a, b'], [1, true], []];
	expect(
		outcomes<unknown>(tags, [...texts, ...lists, { a: 1 }, ['a', { name: 'VIP' }]]),
	).toMatchSnapshot();
	for (const value of [['a', ['b']], ['a', NaN], Array(200_000).fill('a')]) {
		expect(refusalOf(() => tags(value)).parameter).toBe('tags');
	}
});
