import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { anyJson, anyText, anyValue, emailAddress, phoneNumber } from './values';

/** What the node is given: parameters, whose expressions read the items, and the items. */
export interface NodeInput {
	parameters: INodeParameters;
	items: IDataObject[];
}

/** A value that is right three times in four, and otherwise whatever an expression may give. */
const mostly = (right: fc.Arbitrary<unknown>) =>
	fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: anyValue });

const filledText = fc
	.string({ minLength: 1, unit: 'grapheme' })
	.filter((text) => text.trim() !== '');
const optional = (right: fc.Arbitrary<unknown>) =>
	fc.oneof(
		{ weight: 1, arbitrary: fc.constantFrom('', null, undefined) },
		{ weight: 6, arbitrary: right },
		{ weight: 1, arbitrary: anyValue },
	);
/** Mostly in the future: a campaign in the past is refused. */
const time = fc.oneof(
	fc
		.date({ noInvalidDate: true, min: new Date('2010'), max: new Date('2100') })
		.map((date) => date.toISOString()),
	fc.constantFrom('2030-01-31', '2030-01-31 09:30', '2030-06-30T23:59:59.5+02:00'),
);
const recipient = fc.record(
	{
		messenger_number: phoneNumber,
		first_name: optional(fc.string()),
		name: optional(fc.string()),
		email: optional(emailAddress),
		other: anyJson,
	},
	{ requiredKeys: ['messenger_number'] },
);
const recipients = fc.array(recipient, { minLength: 1, maxLength: 3 });
const asTextOrValue = (json: fc.Arbitrary<unknown>) =>
	fc.oneof(
		json,
		json.map((value) => JSON.stringify(value)),
	);

/** Names in an item, each with the values that its parameter may get. */
type Fields = Record<string, fc.Arbitrary<unknown>>;

/** Parameters that read fields of the item: `read('name')` is an expression for `$json.name`. */
const read = (field: string) => `={{ $json.${field} }}`;

/** Chooses which of the fields a collection has; each reads the item's field of its own name. */
const collection = (...names: string[]) =>
	fc
		.subarray(names)
		.map((chosen): INodeParameters => Object.fromEntries(chosen.map((name) => [name, read(name)])));

const campaignFields = {
	fromNumber: mostly(phoneNumber),
	templateName: mostly(filledText),
	templateLanguage: mostly(filledText),
	tags: optional(fc.oneof(fc.string(), fc.array(fc.string()))),
	scheduledAt: optional(time),
};
const campaignParameters = {
	resource: fc.constant('campaign'),
	fromNumber: fc.constantFrom(read('fromNumber'), '+1 415 555 0100'),
	templateName: fc.constantFrom(read('templateName'), 'welcome_message'),
	templateLanguage: fc.constantFrom(read('templateLanguage'), 'en'),
	additionalFields: collection('tags', 'scheduledAt'),
	mode: fc.constantFrom('send', 'send', 'previewManual', 'testManual', 'preview'),
	testNumber: fc.constant('+14155550199'),
};
const recipientFields = {
	firstName: optional(fc.string()),
	name: optional(fc.string()),
	email: optional(emailAddress),
};
const contactEmail = { email: mostly(emailAddress) };
const pair = (field: string) => ({ name: read(`${field}Name`), value: read(`${field}Value`) });
const queryFields = {
	firstName: mostly(filledText),
	firstValue: optional(fc.string()),
	secondName: mostly(filledText),
	secondValue: optional(fc.string()),
};
const queryParameters = fc
	.subarray(['first', 'second'])
	.map((fields): INodeParameters => ({ queryParameters: { parameter: fields.map(pair) } }));
const getMany = (resource: string) => ({
	parameters: fc.record({
		resource: fc.constant(resource),
		operation: fc.constant('getAll'),
		returnAll: fc.boolean(),
		limit: fc.constant(read('limit')),
		options: fc.oneof(fc.constant({}), queryParameters),
	}),
	fields: { limit: mostly(fc.integer({ min: 1 })), ...queryFields } as Fields,
});

/** For every operation: all that its parameters may be, and the fields of the items that they read. */
export const operations: Record<
	string,
	{ parameters: fc.Arbitrary<INodeParameters>; fields: Fields }
> = {
	'campaign: send': {
		parameters: fc.record({
			...campaignParameters,
			operation: fc.constant('send'),
			recipientsInput: fc.constantFrom('fields', 'json'),
			recipients: fc
				.array(
					fc.tuple(collection('firstName', 'name', 'email')).map(([fields]): INodeParameters => ({
						messengerNumber: read('messengerNumber'),
						...fields,
					})),
					{ maxLength: 3, minLength: 1 },
				)
				.map((recipient): INodeParameters => ({ recipient })),
			recipientsJson: fc.constant(read('recipients')),
		}),
		fields: {
			...campaignFields,
			...recipientFields,
			messengerNumber: mostly(phoneNumber),
			recipients: mostly(asTextOrValue(recipients)),
		},
	},
	'campaign: sendToItems': {
		parameters: fc.record({
			...campaignParameters,
			operation: fc.constant('sendToItems'),
			messengerNumber: fc.constant(read('messengerNumber')),
			recipientFields: collection('firstName', 'name', 'email'),
			options: fc.record(
				{
					recipientsPerRequest: fc.integer({ min: 1, max: 40 }),
					duplicates: fc.constantFrom('skip', 'send'),
				},
				{ requiredKeys: [] },
			),
		}),
		fields: { ...campaignFields, ...recipientFields, messengerNumber: mostly(phoneNumber) },
	},
	'email: verify': {
		parameters: fc.record({
			resource: fc.constant('email'),
			operation: fc.constant('verify'),
			email: fc.constant(read('email')),
			options: fc.constantFrom({}, { onMalformed: 'error' }, { onMalformed: 'result' }),
		}),
		fields: contactEmail,
	},
	'contact: find': {
		parameters: fc.record({
			resource: fc.constant('contact'),
			operation: fc.constant('find'),
			email: fc.constant(read('email')),
			options: fc.oneof(
				fc.constantFrom({}, { whenNotFound: 'item' }, { whenNotFound: 'empty' }),
				queryParameters,
			),
		}),
		fields: {
			...contactEmail,
			...queryFields,
			secondName: mostly(fc.constantFrom('email', 'page', 'EMAIL')),
		},
	},
	'list: getAll': getMany('list'),
	'variable: getAll': getMany('variable'),
	'event: send': {
		parameters: fc.record({
			resource: fc.constant('event'),
			operation: fc.constant('send'),
			contactEmail: fc.constantFrom('', read('email')),
			contactMessengerNumber: fc.constantFrom('', read('messengerNumber')),
			contactName: fc.constantFrom('', read('name')),
			eventCode: fc.constantFrom(read('code'), 'order_placed'),
			eventName: fc.constantFrom('', read('name')),
			dataInput: fc.constantFrom('fields', 'json'),
			data: fc
				.subarray(['first', 'second'])
				.map((fields): INodeParameters => ({ field: fields.map(pair) })),
			dataJson: fc.constantFrom('{}', '', read('data')),
		}),
		fields: {
			email: optional(emailAddress),
			messengerNumber: optional(phoneNumber),
			name: optional(fc.string()),
			code: mostly(filledText),
			data: mostly(asTextOrValue(fc.dictionary(anyText, anyJson))),
			...queryFields,
			secondName: mostly(fc.constantFrom('__proto__', 'constructor', 'a')),
			secondValue: anyValue,
		},
	},
};

/** Random parameters of an operation with a number of random items. */
export function nodeInput(operation: string, itemCount: number): fc.Arbitrary<NodeInput> {
	const { parameters, fields } = operations[operation]!;
	return fc.record({
		parameters,
		items: fc.array(fc.record(fields) as fc.Arbitrary<IDataObject>, {
			minLength: itemCount,
			maxLength: itemCount,
			size: 'max',
		}),
	});
}
