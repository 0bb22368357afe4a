import { checkedApiKey } from '../../../nodes/Messenger/input/apiKey';
import { refusalOf } from '../../support/refusal';

describe('an API key', () => {
	it.each(['k', 'sk_live-0123.456~+/=', '!~'])(
		'may be %s, and white space around it does not matter',
		(key) => {
			for (const given of [key, ` ${key}`, `${key}\n`, `\t\u00a0${key}\r\n\ufeff`]) {
				expect(checkedApiKey(given)).toBe(key);
			}
		},
	);

	it.each([[''], [' \n'], [undefined], [null], [42]])('may not be missing: %j', (key) => {
		expect(refusalOf(() => checkedApiKey(key))).toEqual({
			parameter: 'apiKey',
			message: "'API Key' of the credential is empty",
			advice: 'Enter the key in the credential.',
		});
	});

	it.each([
		'secret\r\nX-Evil: 1',
		'sec\rret',
		// It becomes a line break in Latin-1.
		'sec\u010aret',
		'sec ret',
		' sec ret ',
		'\u200bsecret',
		'secrét',
		'secret\u007f',
		'secret\0',
	])('may not be %j, and the refusal does not hold it', (key) => {
		const refusal = refusalOf(() => checkedApiKey(key));
		expect(refusal).toEqual({
			parameter: 'apiKey',
			message:
				"'API Key' of the credential contains a space, a line break or another character that a key cannot have",
			advice: 'Copy the key again, and nothing else.',
		});
	});
});
