import type { Failure } from '../../../nodes/runtime/response/Failure';
import { adviceOnAll } from '../../../nodes/runtime/run/inputAdvice';

/** The faults of an item, each by a letter. */
const problems: Record<string, Pick<Failure, 'description' | 'refusal'>> = {
	c: of("'Number'", 'without a country code', 'Enter "+".'),
	d: of("'Number'", 'without a country code', 'Enter "+49".'),
	e: of("'Number'", 'empty', 'Enter a value.'),
	x: of("'Number'", 'with an extension', 'Enter another.'),
	m: of("'Email'", 'empty', 'Enter a value.'),
	o: { description: 'Check it.' },
};

function of(label: string, words: string, description: string) {
	return { refusal: { label, words }, description };
}

it('an error of many bad inputs counts them by kind, and says what to do about most (R1)', () => {
	const rows = ['c', 'cc', 'cexcexc', 'eccxcx', 'ecc', 'ce', 'cdd', 'mce', 'oco', 'oc', 'oo', 'eo'];
	const said = rows.map((letters) => {
		const failures = [...letters].map((letter): Failure => ({
			...problems[letter]!,
			kind: 'input',
			state: 'not sent',
			message: letter,
		}));
		return [letters, ...adviceOnAll(failures as [Failure, ...Failure[]])].join('\n  ');
	});
	expect(said.join('\n')).toMatchSnapshot();
});
