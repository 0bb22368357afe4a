import { asSentence, checkInputs, counted, cut } from '../../../nodes/runtime/response/phrases';
import { outcomes } from '../../support/refusal';

it('what to check first is what the service seems to name', () => {
	const inputs = ['the Sender', 'Template Name', 'Template Language', 'the recipients'];
	const said = ['No such template', 'TEMPLATE_LANGUAGE is unknown', 'recipient 1 is bad'];
	// Short words, such as "the", say nothing.
	const check = (words?: string) => checkInputs(Object.freeze(inputs), words);
	expect(outcomes(check, [undefined, 'the other', ...said])).toMatchSnapshot();
});

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
