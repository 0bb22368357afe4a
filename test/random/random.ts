import fc from 'fast-check';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { Messenger } from '../../nodes/Messenger/Messenger.node';
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

/** Whatever an expression may return where a single value is expected. */
const anyValue = fc.oneof(
	{ weight: 4, arbitrary: nearlyRightText },
	{ weight: 2, arbitrary: anyText },
	{ weight: 2, arbitrary: fc.constantFrom(null, undefined, true, 0, -1, 1e21, 12345678) },
	{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** The signs that people put between the digits of a phone number, and that copying leaves there. */
const gap = fc.oneof(
	{ weight: 9, arbitrary: fc.constant('') },
	{ weight: 4, arbitrary: fc.constantFrom(' ', '-', '.', ' (', ') ', '\u00a0', '\u200e') },
);

/** A phone number as the contract has it, of some countries, its digits parted in any place. */
const phoneNumber = fc
	.tuple(
		fc.constantFrom('1415', '4477', '49151', '39348', '5511'),
		fc.array(fc.tuple(gap, fc.nat({ max: 9 })), { minLength: 7, maxLength: 8 }),
	)
	.map(([first, rest]) => `+${first}${rest.flat().join('')}`);

const filledText = fc
	.string({ minLength: 1, unit: 'grapheme' })
	.filter((text) => text.trim() !== '');

const tag = fc.oneof(fc.string(), fc.array(fc.string()));

/** Mostly in the future: a campaign in the past is refused. */
const time = fc.oneof(
	fc
		.date({ noInvalidDate: true, min: new Date('2030'), max: new Date('2100') })
		.map((date) => date.toISOString()),
	fc.constantFrom('2030-01-31', '2030-01-31 09:30', '2030-06-30T23:59:59.5+02:00'),
);

/** JSON as an expression returns it, or as text. */
const asTextOrValue = (json: fc.Arbitrary<unknown>) =>
	fc.oneof(
		json,
		json.map((value) => JSON.stringify(value)),
	);

const recipient = fc.record(
	{ messenger_number: phoneNumber, name: fc.string(), other: fc.jsonValue({ maxDepth: 3 }) },
	{ requiredKeys: ['messenger_number'] },
);

/** Good values of a parameter by its name. All others are texts. */
const goodValues: Record<string, fc.Arbitrary<unknown>> = {
	...{ fromNumber: phoneNumber, messengerNumber: phoneNumber, testNumber: phoneNumber },
	...{ contactMessengerNumber: phoneNumber, email: fc.emailAddress() },
	contactEmail: fc.emailAddress(),
	defaultCountry: fc.constantFrom('US', '+49', ''),
	limit: fc.integer({ min: 1 }),
	returnAll: fc.boolean(),
	recipientsPerRequest: fc.integer({ min: 1, max: 40 }),
	tags: tag,
	scheduledAt: time,
	recipientsJson: asTextOrValue(fc.array(recipient, { minLength: 1, maxLength: 3 })),
	dataJson: asTextOrValue(fc.dictionary(anyText, fc.jsonValue({ maxDepth: 3 }))),
};

/** The node's input: parameters, whose expressions read the items, and the items. */
export interface NodeInput {
	parameters: INodeParameters;
	items: IDataObject[];
}

/** Parameters that refuse or change every item, or only say how requests are sent. */
const fixed = [
	'resource',
	'operation',
	'requestOptions',
	'includeInputFields',
	'emailParameter',
	'maxRecipients',
];

const { properties } = new Messenger().description;

/** Random parameters of an operation, as its description has them, with a number of random items. */
export function nodeInput({ resource, operation }: Case, count: number): fc.Arbitrary<NodeInput> {
	const fields: Record<string, fc.Arbitrary<unknown>> = {};

	/** A parameter reads the item's field of its own name: mostly a good value, and otherwise any. */
	function reads(name: string, path: string) {
		const good = goodValues[name] ?? filledText;
		fields[path] = fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: anyValue });
		return fc.constant(`={{ $json.${path} }}`);
	}

	function valueOf(parameter: INodeProperties, path: string): fc.Arbitrary<unknown> {
		const { name, type, options = [] } = parameter;
		if (type === 'options') {
			return fc.constantFrom(...options.map((option) => (option as { value: string }).value));
		}
		if (type === 'collection') {
			return fc.record(valuesOf(options as INodeProperties[], path), { requiredKeys: [] });
		}
		if (type !== 'fixedCollection') return reads(name, path);
		const groups = options.map((group): [string, fc.Arbitrary<unknown>] => {
			const rows = [1, 2].map((row) =>
				fc.record(valuesOf((group as { values: INodeProperties[] }).values, `${path}${row}`)),
			);
			return [
				group.name,
				fc.subarray([0, 1]).chain((kept) => fc.tuple(...kept.map((at) => rows[at]!))),
			];
		});
		return fc.record(Object.fromEntries(groups));
	}

	function valuesOf(parameters: INodeProperties[], path = '') {
		const known = parameters.filter(({ name, type }) => !fixed.includes(name) && type !== 'notice');
		return Object.fromEntries(
			known.map((parameter) => [parameter.name, valueOf(parameter, `${path}_${parameter.name}`)]),
		);
	}

	const own = properties.filter(
		({ displayOptions: { show } = {} }) =>
			(show?.resource?.includes(resource) ?? true) &&
			(show?.operation?.includes(operation) ?? true),
	);
	const parameters = fc
		.record(valuesOf(own))
		.map((given) => ({ ...given, resource, operation }) as INodeParameters);
	const items = fc.array(fc.record(fields) as fc.Arbitrary<IDataObject>, {
		...{ minLength: count, maxLength: count, size: 'max' },
	});
	return fc.record({ parameters, items });
}
