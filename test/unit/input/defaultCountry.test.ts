import { callingCodeOfCountry } from '../../../nodes/runtime/input/defaultCountry';
import { readPhoneNumber } from '../../../nodes/runtime/input/phoneNumber';
import { outcomes, refusalOf } from '../../support/refusal';

const setting = { name: 'defaultCountry', displayName: 'Local Number Country' };

const readIn = (country: unknown, number: string) =>
	readPhoneNumber(
		number,
		{ name: 'messengerNumber', displayName: 'Recipient Number' },
		{ value: country, parameter: setting },
	);

/** The texts between the bars of a template. */
const listOf = (text: string) => text.trim().split(/\s*\|\s+/);

describe('the country of local numbers (I1)', () => {
	it('is two letters, or "+" and a calling code', () => {
		for (const country of ['DE', 'de', 'De', ' DE ', '+49', ' +49']) {
			expect(readIn(country, '0151 2345678')).toBe('+491512345678');
		}
		for (const country of ['GB', 'UK', 'uk', '+44', 'JE']) {
			expect(readIn(country, '07700 900123')).toBe('+447700900123');
		}
		for (const country of ['US', 'CA', '+1', 'PR']) {
			expect(readIn(country, '(415) 555-0123')).toBe('+14155550123');
		}
	});

	it('may be given by its name or three letters, in eight languages', () => {
		const sameAs: Record<string, string> = {
			DE: 'Germany | germany | Deutschland | DEU | deu | Allemagne | Alemania | Germania | Duitsland | Niemcy | Alemanha',
			FR: 'France | Frankreich | Francia | Frankrijk | Francja | França | Franca | FRA',
			CZ: 'Czech Republic | Czechia | Tschechische Republik | Chequia | Tchéquie | Cechia | Czechy',
			US: `USA | United States | United States of America | U.S. | the United States | Vereinigte Staaten | EE. UU. |
				États-Unis | etats unis | Stati Uniti | Verenigde Staten | Stany Zjednoczone | Estados Unidos da América | EUA`,
			GB: 'Great Britain | UK. | U.K. | England | Scotland | Wielka Brytania | Reino Unido | Großbritannien | GBR',
			CI: "Côte d’Ivoire | Cote d'Ivoire | Ivory Coast | Elfenbeinküste",
			TR: 'Türkiye | Turkey | Turcja',
			KR: 'Korea, Republic of | South Korea | Korea Poludniowa | Korea Południowa',
			NL: 'The Netherlands | Holland | Holanda | Niederlande',
			BA: 'Bosnia and Herzegovina | Bosnia & Herzegovina',
			XK: 'XKK | Kosovo',
			SK: 'Slovak Republic',
			TW: 'Taiwan, Province of China',
			MD: 'Moldova (Republic of)',
		};
		const codeOf = (value: string) => callingCodeOfCountry({ value, parameter: setting })?.code;
		for (const [two, names] of Object.entries(sameAs)) {
			for (const name of listOf(names)) expect([name, codeOf(name)]).toEqual([name, codeOf(two)]);
		}
	});

	it('is refused under its own name', () => {
		const countries = [
			...listOf(`
				XX | D | DE-BY | 49 | 4917 | 4 | +4 | +999 | +491 | 0049 | + | +DE | +1 684 | toString |
				__proto__ | 中国 | EU | VS | VK | Congo | Kongo | Korea | Nowhere | null | undefined |
				#N/A | N/A | n. a. | S/D | c/o | s.o. | b.d. | Korea, Democratic People's Republic of | Congo, Democratic Republic of the
			`),
			...[49, { code: 'DE' }],
		];
		const refusals = outcomes<unknown>((country) => readIn(country, '0151 2345678'), countries);
		expect(refusals).toMatchSnapshot();
	});

	it('is not looked at where a number does not need it', () => {
		for (const wrong of ['Nowhere', { code: 'DE' }, NaN]) {
			expect(readIn(wrong, '+49 151 2345678')).toBe('+491512345678');
			expect(readIn(wrong, '')).toBe('');
			const refusal = refusalOf(() => readIn(wrong, 'call me'));
			expect(refusal.parameter).toBe('messengerNumber');
		}
	});
});
