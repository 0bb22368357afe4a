import { refuse, words, type ParameterName } from './InvalidInput';
import { optionalText, requiredText } from './text';

const shape = /^\+[1-9](?: ?\d){6,14}$/;

/**
 * @returns the number as given, without white space around it; `''` where none was given
 * @throws InvalidInput where it is not a phone number (I1)
 */
export function optionalPhoneNumber(value: unknown, name: ParameterName): string {
	const text = optionalText(value, name);
	if (text !== '' && !shape.test(text)) {
		refuse(
			name,
			words`isn't a valid phone number: "${text}"`,
			'Enter "+", the country code and the number, 7 to 15 digits in all, e.g. +14155550123.',
		);
	}
	return text;
}

/** As {@link optionalPhoneNumber}, and refuses an empty value. */
export function requiredPhoneNumber(value: unknown, name: ParameterName): string {
	return optionalPhoneNumber(requiredText(value, name), name);
}

/** The number without its spaces: how a sender is sent, and how two numbers are compared. */
export function withoutSpaces(phoneNumber: string): string {
	return phoneNumber.replaceAll(' ', '');
}
