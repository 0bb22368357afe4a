import { refuse } from './InvalidInput';

const name = { name: 'apiKey', displayName: 'API Key', which: 'of the credential' };

/**
 * An API key can be sent in a header only if it is visible ASCII text; a line break in it would
 * begin another header.
 *
 * @throws InvalidInput, never with the key in it
 */
export function checkedApiKey(value: unknown): string {
	if (typeof value !== 'string' || value === '') {
		refuse(name, 'is empty', 'Enter the key in the credential.');
	}
	if (!/^[\x21-\x7e]+$/.test(value)) {
		refuse(
			name,
			'contains a space, a line break or another character that a key cannot have',
			'Copy the key again, without anything before or after it.',
		);
	}
	return value;
}
