/** A parameter as saved workflows store it. */
export interface ContractParameter {
	name: string;
	type: string;
	required?: boolean;
	default?: unknown;
	/** The values of an options parameter. */
	values?: string[];
	/** What a collection holds; of a fixedCollection, what each of its groups holds. */
	holds?: ContractParameter[] | Record<string, ContractParameter[]>;
	multiple?: boolean;
	minValue?: number;
}

const string = (name: string, more: Partial<ContractParameter> = {}): ContractParameter => ({
	name,
	type: 'string',
	default: '',
	...more,
});

const required = (name: string, more: Partial<ContractParameter> = {}) =>
	string(name, { required: true, ...more });

const options = (name: string, values: string[], value: string): ContractParameter => ({
	name,
	type: 'options',
	values,
	default: value,
});

const collection = (name: string, holds: ContractParameter[]): ContractParameter => ({
	name,
	type: 'collection',
	default: {},
	holds,
});

const fixedCollection = (
	name: string,
	holds: Record<string, ContractParameter[]>,
	more: Partial<ContractParameter> = {},
): ContractParameter => ({
	name,
	type: 'fixedCollection',
	multiple: true,
	default: {},
	holds,
	...more,
});

const campaign = [
	required('fromNumber'),
	required('templateName'),
	required('templateLanguage', { default: 'en' }),
];

const additionalFields = collection('additionalFields', [
	{ name: 'scheduledAt', type: 'dateTime', default: '' },
	string('tags'),
]);

const mode = [
	options('mode', ['send', 'previewManual', 'preview', 'testManual'], 'send'),
	required('testNumber'),
];

const maxRecipients: ContractParameter = {
	name: 'maxRecipients',
	type: 'number',
	default: 1000,
	minValue: 1,
};

const queryParameters = fixedCollection('queryParameters', {
	parameter: [string('name'), string('value')],
});

const getMany: ContractParameter[] = [
	{ name: 'returnAll', type: 'boolean', default: false },
	{ name: 'limit', type: 'number', default: 50, minValue: 1 },
	collection('options', [queryParameters]),
];

/** The operations of the node and their parameters, in the order of the editor. */
export const contract: Record<string, ContractParameter[]> = {
	'campaign/send': [
		...mode,
		...campaign,
		options('recipientsInput', ['fields', 'json'], 'fields'),
		fixedCollection(
			'recipients',
			{
				recipient: [
					required('messengerNumber'),
					string('firstName'),
					string('name'),
					string('email'),
				],
			},
			{ required: true, default: { recipient: [{}] } },
		),
		{ name: 'recipientsJson', type: 'json', required: true, default: '[]' },
		additionalFields,
		collection('options', [maxRecipients]),
	],
	'campaign/sendToItems': [
		...mode,
		...campaign,
		required('messengerNumber'),
		collection('recipientFields', [string('firstName'), string('name'), string('email')]),
		additionalFields,
		collection('options', [
			options('duplicates', ['send', 'skip'], 'skip'),
			maxRecipients,
			{ name: 'recipientsPerRequest', type: 'number', default: 500, minValue: 1 },
		]),
	],
	'contact/find': [
		required('email'),
		collection('options', [
			string('emailParameter', { default: 'email' }),
			queryParameters,
			options('whenNotFound', ['error', 'item', 'empty'], 'error'),
		]),
	],
	'email/verify': [
		required('email'),
		collection('options', [options('onMalformed', ['error', 'result'], 'error')]),
	],
	'event/send': [
		string('contactEmail'),
		string('contactMessengerNumber'),
		string('contactName'),
		required('eventCode'),
		string('eventName'),
		options('dataInput', ['fields', 'json'], 'fields'),
		fixedCollection('data', { field: [string('name'), string('value')] }),
		{ name: 'dataJson', type: 'json', default: '{}' },
	],
	'list/getAll': getMany,
	'variable/getAll': getMany,
};
