import type { Given, Parameter } from '../../runtime/engine/Parameter';
import type { ParameterName } from '../../runtime/input/InvalidInput';
import { readPhoneNumber } from '../../runtime/input/phoneNumber';

export const textField = { type: 'string', default: '' } as const;
export const phoneNumberField = { ...textField, hint: 'With "+" and country code' } as const;
export const emailField = {
	displayName: 'Email',
	name: 'email',
	...textField,
	placeholder: 'e.g. nathan@example.com',
} as const;

/** For people who edit a workflow; not for a model that calls a tool. */
export const noticeOf = (displayName: string): Parameter => ({
	displayName,
	name: 'notice',
	type: 'notice',
	default: '',
	displayOptions: { hide: { '@tool': [true] } },
});

/** An option: the country of the numbers of recipients and contacts that have no "+". */
export const defaultCountry: Parameter = {
	displayName: 'Local Number Country',
	name: 'defaultCountry',
	type: 'string',
	default: '',
	placeholder: 'e.g. DE or Germany',
	description:
		'Country of numbers without "+": its name, two letters, or its calling code with "+". An expression may return a different one for each item.',
};

/** A number with "+". */
export const phoneNumber = (value: unknown, name: ParameterName): string =>
	readPhoneNumber(value, name);

/** A number that is read as dialled in {@link defaultCountry} if it has no "+". */
export const personsNumber = (value: unknown, name: ParameterName, { needed }: Given): string =>
	readPhoneNumber(value, name, { value: needed, parameter: defaultCountry });

export const personsNumberField = {
	...textField,
	placeholder: 'e.g. +1 415 555 0123',
	hint: 'With "+" and country code, unless \'Local Number Country\' is set in the options',
	check: personsNumber,
	needs: defaultCountry,
} as const;
