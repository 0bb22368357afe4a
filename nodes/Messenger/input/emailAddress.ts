import { refuse, words, type ParameterName } from './InvalidInput';
import { optionalText, requiredText } from './text';

const shape = /^[^\s@]+@[^\s@]+$/;

/** Whether the service would take this as an address: `local@domain`, both filled, no white space. */
export function isEmailAddress(text: string): boolean {
	return shape.test(text);
}

/**
 * An email address (docs/node-contract.md, "Checked before anything is sent").
 *
 * @returns the address as given, without white space around it; `''` where none was given
 * @throws InvalidInput where it is not `local@domain`
 */
export function optionalEmailAddress(value: unknown, name: ParameterName): string {
	const text = optionalText(value, name);
	if (text !== '' && !isEmailAddress(text)) {
		refuse(
			name,
			words`isn't a valid email address: "${text}"`,
			'Enter one address in the form name@domain, e.g. nathan@example.com.',
		);
	}
	return text;
}

/** As {@link optionalEmailAddress}, and refuses an empty value. */
export function requiredEmailAddress(value: unknown, name: ParameterName): string {
	return optionalEmailAddress(requiredText(value, name), name);
}
