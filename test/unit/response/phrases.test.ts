import { asSentence, counted, cut } from '../../../nodes/runtime/response/phrases';
import { outcomes } from '../../support/refusal';

it('a text that others follow is a sentence', () => {
	expect(outcomes(asSentence, ['No', 'No.', 'Why?', 'No!', 'x…', 'Why? No'])).toMatchSnapshot();
});

it('a number of things, and a title that others follow', () => {
	expect([0, 1, 2].map((count) => counted(count, 'item'))).toEqual([
		'0 items',
		'1 item',
		'2 items',
	]);
	expect(cut('a'.repeat(300), 50)).toBe(`${'a'.repeat(150)}…`);
});
