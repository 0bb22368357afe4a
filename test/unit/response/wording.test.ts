import {
	asSentence,
	checkInputs,
	counted,
	cut,
	inSeconds,
	joined,
	times,
} from '../../../nodes/Messenger/response/wording';
import { outcomes } from '../../support/refusal';

it('what to check first is what the service seems to name', () => {
	const inputs = ['the Sender', 'Template Name', 'Template Language', 'the recipients'];
	const said = ['No such template', 'TEMPLATE_LANGUAGE is unknown', 'recipient 1 is bad'];
	// Short words, such as "the", say nothing.
	const check = (words?: string) => checkInputs(Object.freeze(inputs), words);
	expect(outcomes(check, [undefined, 'the other', ...said])).toMatchSnapshot();
});

it('the parts of sentences', () => {
	expect(outcomes(asSentence, ['No', 'No.', 'Why?', 'No!', 'x…', 'Why? No'])).toMatchSnapshot();
	expect(joined('A.', '', 'B.')).toBe('A. B.');
	expect([cut('x'.repeat(200)), cut('x'.repeat(200), 1)]).toEqual([
		'x'.repeat(200),
		`${'x'.repeat(199)}…`,
	]);
	expect([0, 1250, 60_000].map(inSeconds)).toEqual(['0 s', '1.3 s', '60 s']);
	expect([1, 2].map(times)).toEqual(['once', '2 times']);
	expect([1, 2].map((count) => counted(count, 'item'))).toEqual(['1 item', '2 items']);
});
