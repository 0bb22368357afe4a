import { refuse, type ParameterName } from './InvalidInput';
import { optionalText } from './text';

/** Of these, an address has none: not even the joiners that scripts need. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** As {@link optionalText}, without invisible marks. */
export function emailText(value: unknown, name: ParameterName): string {
	return optionalText(value, name).replace(unseen, '').trim();
}

/**
 * True for `local@domain`, both parts filled, without white space and what separates several addresses. The domain
 * has a dot and no empty label; a quote or a bracket at its end is left from a list or from JSON.
 */
export function isEmailAddress(text: string): boolean {
	return /^[^\s@,;<>():]+@[^\s@,;<>():'"\]}.]+(?:\.[^\s@,;<>():'"\]}.]+)+$/.test(text);
}

/** As {@link emailText}, and refuses what is not an email address. */
export function optionalEmailAddress(value: unknown, name: ParameterName): string {
	const text = emailText(value, name);
	if (text === '' || isEmailAddress(text)) return text;
	const advice = 'Enter one address in the form name@domain, e.g. nathan@example.com.';
	refuse(name, "isn't a valid email address", advice, { quoted: text, kind: 'malformed' });
}
