import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Case } from '../node/operations/operationCase';

/** fast-check's own `binary` takes a second to get ready, in each process. */
const character = fc.nat(0x10ffff).map(
	(code) => String.fromCodePoint(code),
	(text) => String(text).codePointAt(0)!,
);

/** Any text: every character of Unicode, halves of surrogate pairs among them. */
export const anyText = fc.string({ unit: character, maxLength: 30 });

/** Text made of the characters that the checks look at, so that most of it is nearly right. */
const nearlyRightText = fc.oneof(
	fc.stringMatching(/^\+?[0-9 ]{0,20}$/),
	fc.stringMatching(/^[a-z @.]{0,12}$/),
	fc.stringMatching(
		/^[0-2]\d{3}-[01]\d-[0-3]\d[T ][0-2]\d:[0-6]\d(:[0-6]\d(\.\d{1,9})?)?([zZ]|[+-]\d\d(:?\d\d)?)?$/,
	),
	fc.constantFrom('', ' ', '0', 'null', '[]', '{}', '=1', '__proto__', '{{ 1 }}'),
);

/** The signs that people put between the digits of a phone number, and that copying leaves there. */
const gap = fc.oneof(
	{ weight: 9, arbitrary: fc.constant('') },
	{ weight: 4, arbitrary: fc.constantFrom(' ', '-', '.', ' (', ') ', '\u00a0', '\u200e') },
);

/** A phone number as the contract has it, of some countries, its digits parted in any place. */
export const phoneNumber = fc
	.tuple(
		fc.constantFrom('1415', '4477', '49151', '39348', '5511'),
		fc.array(fc.tuple(gap, fc.nat({ max: 9 })), { minLength: 7, maxLength: 8 }),
	)
	.map(([first, rest]) => `+${first}${rest.flat().join('')}`);

export const emailAddress = fc.oneof(
	fc.emailAddress(),
	fc
		.tuple(fc.stringMatching(/^[^\s@,;<>():]{1,10}$/), fc.stringMatching(/^[^\s@,;<>():]{1,10}$/))
		.map((parts) => parts.join('@')),
);

/** Whatever an expression may give where a single value is due. */
export const anyValue = fc.oneof(
	{ weight: 4, arbitrary: nearlyRightText },
	{ weight: 2, arbitrary: anyText },
	{ weight: 1, arbitrary: fc.constantFrom(null, undefined, true, false, 0, -1, 1e21, 12345678) },
	{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** Any object or list of JSON, with names such as `__proto__`. */
export const anyJson = fc.jsonValue({ maxDepth: 3 });

/** A value that is right three times in four, and otherwise whatever an expression may give. */
export const mostly = (right: fc.Arbitrary<unknown>) =>
	fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: anyValue });

/** The same where nothing needs to be given. */
export const optional = (right: fc.Arbitrary<unknown>) =>
	fc.oneof(
		{ weight: 1, arbitrary: fc.constantFrom('', null, undefined) },
		{ weight: 6, arbitrary: right },
		{ weight: 1, arbitrary: anyValue },
	);

export const filledText = fc
	.string({ minLength: 1, unit: 'grapheme' })
	.filter((text) => text.trim() !== '');

/** JSON as an expression gives it, or as text. */
export const asTextOrValue = (json: fc.Arbitrary<unknown>) =>
	fc.oneof(
		json,
		json.map((value) => JSON.stringify(value)),
	);

/** Mostly in the future: a campaign in the past is refused. */
const time = fc.oneof(
	fc
		.date({ noInvalidDate: true, min: new Date('2010'), max: new Date('2100') })
		.map((date) => date.toISOString()),
	fc.constantFrom('2030-01-31', '2030-01-31 09:30', '2030-06-30T23:59:59.5+02:00'),
);

/** Parameters that read fields of the item: `read('name')` is an expression for `$json.name`. */
export const read = (field: string) => `={{ $json.${field} }}`;

/** Chooses which of the fields a collection has; each reads the item's field of the same name. */
export const collectionOf = (...names: string[]) =>
	fc
		.subarray(names)
		.map((chosen): INodeParameters => Object.fromEntries(chosen.map((name) => [name, read(name)])));

const pair = (field: string) => ({ name: read(`${field}Name`), value: read(`${field}Value`) });

/** Up to two rows of names and values, which read the fields of `rowFields`. */
export const rows = (group: string) =>
	fc
		.subarray(['first', 'second'])
		.map((fields): INodeParameters => ({ [group]: fields.map(pair) }));

export const rowFields = {
	firstName: mostly(filledText),
	firstValue: optional(fc.string()),
	secondName: mostly(filledText),
	secondValue: optional(fc.string()),
};

export const randomQuery = rows('parameter').map((queryParameters): INodeParameters => ({
	queryParameters,
}));

/** The fields of both campaigns. */
export const randomCampaign = {
	fromNumber: fc.constantFrom(read('fromNumber'), '+1 415 555 0100'),
	templateName: fc.constantFrom(read('templateName'), 'welcome_message'),
	templateLanguage: fc.constantFrom(read('templateLanguage'), 'en'),
	additionalFields: collectionOf('tags', 'scheduledAt'),
	sendMode: fc.constantFrom('send', 'send', 'previewManual', 'testManual', 'preview'),
	testNumber: fc.constant('+14155550199'),
};

export const campaignFields = {
	fromNumber: mostly(phoneNumber),
	templateName: mostly(filledText),
	templateLanguage: mostly(filledText),
	tags: optional(fc.oneof(fc.string(), fc.array(fc.string()))),
	scheduledAt: optional(time),
	messengerNumber: mostly(phoneNumber),
	firstName: optional(fc.string()),
	name: optional(fc.string()),
	email: optional(emailAddress),
};

/** Recipients in the service's names. */
export const recipients = fc.array(
	fc.record(
		{
			messenger_number: phoneNumber,
			first_name: optional(fc.string()),
			name: optional(fc.string()),
			email: optional(emailAddress),
			other: anyJson,
		},
		{ requiredKeys: ['messenger_number'] },
	),
	{ minLength: 1, maxLength: 3 },
);

/** The node's input: parameters, whose expressions read the items, and the items. */
export interface NodeInput {
	parameters: INodeParameters;
	items: IDataObject[];
}

/** Random parameters of an operation with a number of random items. */
export function nodeInput(
	{ resource, operation, random }: Case,
	count: { minLength: number; maxLength: number },
): fc.Arbitrary<NodeInput> {
	return fc.record({
		parameters: random.parameters.map((given) => ({ ...given, resource, operation })),
		items: fc.array(fc.record(random.fields) as fc.Arbitrary<IDataObject>, {
			...count,
			size: 'max',
		}),
	});
}
