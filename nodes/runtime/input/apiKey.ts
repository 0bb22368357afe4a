import { refuse } from './InvalidInput';
import { apiKeyShape, longestKey, trimmedKey } from './keyMask';

const name = { name: 'apiKey', displayName: 'API Key', which: 'of the credential' };

/**
 * @returns the key without white space around it
 * @throws InvalidInput if no header can carry the value as a key; never with the key in it
 */
export function checkedApiKey(value: unknown): string {
	const apiKey = trimmedKey(value);
	if (apiKey === '') refuse(name, 'is empty', 'Enter the key in the credential.');
	if (apiKey.length > longestKey) {
		refuse(
			name,
			`is longer than ${longestKey} characters`,
			'Copy the key again, and nothing else.',
		);
	}
	if (!apiKeyShape.test(apiKey)) {
		refuse(
			name,
			'contains a space, a line break or another character that a key cannot have',
			'Copy the key again, and nothing else.',
		);
	}
	return apiKey;
}
