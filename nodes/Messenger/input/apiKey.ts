import { refuse } from './InvalidInput';
import { apiKeyShape } from './keyMask';

const name = { name: 'apiKey', displayName: 'API Key', which: 'of the credential' };

/** @throws InvalidInput where no header can carry the value as a key; never with the key in it */
export function checkedApiKey(value: unknown): string {
	if (typeof value !== 'string' || value === '') {
		refuse(name, 'is empty', 'Enter the key in the credential.');
	}
	if (!apiKeyShape.test(value)) {
		refuse(
			name,
			'contains a space, a line break or another character that a key cannot have',
			'Copy the key again, without anything before or after it.',
		);
	}
	return value;
}
