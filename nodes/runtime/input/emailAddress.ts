import { refuse, words, type ParameterName } from './InvalidInput';
import { optionalText, requiredText } from './text';

/** Whether a text is `local@domain`, both parts filled, without white space (I2). */
export function isEmailAddress(text: string): boolean {
	return /^[^\s@]+@[^\s@]+$/.test(text);
}

/**
 * @returns the address without white space around it; `''` where none was given
 * @throws InvalidInput where it is not an email address
 */
export function optionalEmailAddress(value: unknown, name: ParameterName): string {
	const text = optionalText(value, name);
	if (text !== '' && !isEmailAddress(text)) {
		refuse(
			name,
			words`isn't a valid email address: "${text}"`,
			'Enter one address in the form name@domain, e.g. nathan@example.com.',
			'malformed',
		);
	}
	return text;
}

/** As {@link optionalEmailAddress}, and refuses an empty value. */
export function requiredEmailAddress(value: unknown, name: ParameterName): string {
	return optionalEmailAddress(requiredText(value, name), name);
}
