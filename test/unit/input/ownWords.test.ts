import { checkJson } from '../../../nodes/Messenger/input/json';
import { keyMask } from '../../../nodes/Messenger/input/keyMask';
import { optionalPhoneNumber } from '../../../nodes/Messenger/input/phoneNumber';
import { optionalText } from '../../../nodes/Messenger/input/text';
import { refusalOf } from '../../support/refusal';

const name = { name: 'field', displayName: 'Field' };

/** A key that hides a word of the node's own would tell which word it is (docs/node-contract.md, C6). */
it.each<[string, () => unknown, key: string, message: string]>([
	[
		'why a number is none',
		() => optionalPhoneNumber('call me', name),
		'letters',
		`'Field' isn't a valid phone number (it has letters): "call me"`,
	],
	[
		'what is no text',
		() => optionalText(() => 1, name),
		'function',
		"'Field' isn't text: a function",
	],
	[
		'what JSON loses',
		() => checkJson({ a: new Map() }, name),
		'Map',
		`'Field' can't be sent as JSON: "a" is a Map`,
	],
])('says %s in its own words, whatever the key', (_, check, key, message) => {
	expect(refusalOf(check, keyMask(key)).message).toBe(message);
});
