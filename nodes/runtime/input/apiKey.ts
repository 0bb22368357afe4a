import { refuse } from './InvalidInput';
import { apiKeyShape, longestKey, trimmedKey } from './keyMask';

const name = { name: 'apiKey', displayName: 'API Key', which: 'of the credential' };

/** As {@link trimmedKey}. @throws InvalidInput if no header can carry it; never with the key in it */
export function checkedApiKey(value: unknown): string {
	const apiKey = trimmedKey(value);
	if (apiKey === '') refuse(name, 'is empty', 'Enter the key in the credential.');
	const copyAgain = 'Copy the key again, and nothing else.';
	const tooLong = `is longer than ${longestKey} characters`;
	if (apiKey.length > longestKey) refuse(name, tooLong, copyAgain);
	const misshapen = 'contains a space, a line break or another character that a key cannot have';
	if (!apiKeyShape.test(apiKey)) refuse(name, misshapen, copyAgain);
	return apiKey;
}
