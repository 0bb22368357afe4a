import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/max';

/** One number, and what of it is written in one way or the other. */
export interface Written {
	/** Calling code. */
	code: string;
	/** The number without it. */
	number: string;
	/** The digits dialled before it inside the country, if any. */
	trunk: string;
	/** The digits dialled before a calling code there. */
	abroad: string;
}

const rows: Array<[country: CountryCode, trunk: string, abroad: string]> = [
	...(['DE', 'FR', 'GB', 'CH', 'AT', 'NL', 'BE', 'SE', 'FI', 'RO'] as const).map(withZero),
	...(['UA', 'TR', 'IN', 'ZA', 'VN', 'EG', 'NZ', 'AR'] as const).map(withZero),
	...(['ES', 'IT', 'PT', 'DK', 'PL', 'NO'] as const).map(
		(country): [CountryCode, string, string] => [country, '', '00'],
	),
	['US', '1', '011'],
	['RU', '8', '810'],
	['HU', '06', '00'],
	['AU', '0', '0011'],
	['JP', '0', '010'],
	['BR', '0', '0015'],
];

function withZero(country: CountryCode): [CountryCode, string, string] {
	return [country, '0', '00'];
}

export const countries = rows.map(([country, trunk, abroad]) => ({
	country,
	code: String(getCountryCallingCode(country)),
	trunk,
	abroad,
}));

const grouped = (digits: string, sign: string) =>
	digits.replace(/(\d{2,3})(?=\d{4})/g, `$1${sign}`);
const fullWidth = (text: string) =>
	text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** All mean the same number to who reads them in its country. */
export const formatsByName: Record<string, (written: Written) => string> = {
	'+CC N': ({ code, number }) => `+${code}${number}`,
	'+CC N spaced': ({ code, number }) => `+${code} ${grouped(number, ' ')}`,
	'+CC N dashed': ({ code, number }) => `+${code}-${grouped(number, '-')}`,
	'+CC N dotted': ({ code, number }) => `+${code}.${grouped(number, '.')}`,
	'+CC N en dashes': ({ code, number }) => `+${code} ${grouped(number, '–')}`,
	'+CC N no-break': ({ code, number }) => `+${code}\u00a0${grouped(number, '\u202f')}`,
	'+CC (N) N': ({ code, number }) => `+${code} (${number.slice(0, 2)}) ${number.slice(2)}`,
	'(+CC) N': ({ code, number }) => `(+${code}) ${number}`,
	'+CC N/N': ({ code, number }) => `+${code} ${number.slice(0, 2)}/${number.slice(2)}`,
	'+CC (0) N': ({ code, number }) => `+${code} (0) ${grouped(number, ' ')}`,
	'+CC (0)N': ({ code, number }) => `+${code}(0)${number}`,
	'+CC TN': ({ code, trunk, number }) => `+${code} ${trunk}${number}`,
	"'+CC N": ({ code, number }) => `'+${code}${number}`,
	'marks +CC N': ({ code, number }) => `\u202a+${code} ${number}\u202c`,
	'full-width +CC N': ({ code, number }) => fullWidth(`+${code}${number}`),
	'+CCCC N': ({ code, number }) => `+${code}${code}${number}`,
	'00CC N': ({ code, number }) => `00${code}${number}`,
	'00CC N spaced': ({ code, number }) => `00${code} ${grouped(number, ' ')}`,
	'00CC (0) N': ({ code, number }) => `00${code} (0) ${number}`,
	'abroad CC N': ({ abroad, code, number }) => `${abroad} ${code} ${grouped(number, ' ')}`,
	'CC N': ({ code, number }) => `${code}${number}`,
	'CC N spaced': ({ code, number }) => `${code} ${grouped(number, ' ')}`,
	'CC (0) N': ({ code, number }) => `${code} (0) ${number}`,
	'CC N.0': ({ code, number }) => `${code}${number}.0`,
	TN: ({ trunk, number }) => `${trunk}${number}`,
	'TN spaced': ({ trunk, number }) => `${trunk}${grouped(number, ' ')}`,
	'TN dashed': ({ trunk, number }) => `${trunk}${grouped(number, '-')}`,
	'TN/N': ({ trunk, number }) => `${trunk}${number.slice(0, 2)}/${number.slice(2)}`,
	'(TN) N': ({ trunk, number }) => `(${trunk}${number.slice(0, 2)}) ${number.slice(2)}`,
	'T-N': ({ trunk, number }) => `${trunk}-${grouped(number, '-')}`,
	N: ({ number }) => number,
	'N dashed': ({ number }) => grouped(number, '-'),
	'(N) N': ({ number }) => `(${number.slice(0, 3)}) ${number.slice(3)}`,
	'N.0': ({ number }) => `${number}.0`,
	'N ext. 12': ({ trunk, number }) => `${trunk}${number} ext. 12`,
	'+CC N x12': ({ code, number }) => `+${code}${number}x12`,
};
