import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { anyJson, anyValue, emailAddress, phoneNumber } from './values';

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
