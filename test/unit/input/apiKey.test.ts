import { checkedApiKey } from '../../../nodes/runtime/input/apiKey';
import { outcomes } from '../../support/refusal';

it('a key is what a header can carry, without white space around it; a refusal does not repeat it', () => {
	// U+010A becomes a line break in Latin-1.
	const odd = ['\r\nX-Evil: 1', '\r', '\u010a', ' ', '\u200b', 'é', '\u007f', '\0'];
	const good = ['k', 'sk_live-0123.456~+/=', '!~', '\t\u00a0k\r\n\ufeff'];
	const values = [...good, '', ' \n', undefined, null, 42, ...odd.map((part) => `sec${part}ret`)];
	expect(outcomes(checkedApiKey, values)).toMatchSnapshot();
});
