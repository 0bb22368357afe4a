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

export const string = (name: string, more: Partial<ContractParameter> = {}): ContractParameter => ({
	name,
	type: 'string',
	default: '',
	...more,
});

export const required = (name: string, more: Partial<ContractParameter> = {}) =>
	string(name, { required: true, ...more });

export const options = (name: string, values: string[], value: string): ContractParameter => ({
	name,
	type: 'options',
	values,
	default: value,
});

export const collection = (name: string, holds: ContractParameter[]): ContractParameter => ({
	name,
	type: 'collection',
	default: {},
	holds,
});

export const fixedCollection = (
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

export const number = (name: string, value: number, minValue = 1): ContractParameter => ({
	name,
	type: 'number',
	default: value,
	minValue,
});

/** What all that campaigns have in common begins with: send mode, sender and template. */
export const campaign = [
	options('sendMode', ['send', 'previewManual', 'testManual', 'preview'], 'previewManual'),
	required('testNumber'),
	required('fromNumber'),
	required('templateName'),
	required('templateLanguage', { default: 'en' }),
];

export const additionalFields = collection('additionalFields', [
	{ name: 'scheduledAt', type: 'dateTime', default: '' },
	string('tags'),
]);

export const queryParameters = fixedCollection('queryParameters', {
	parameter: [string('name'), string('value')],
});
