import type { Parameter } from '../../runtime/engine/Parameter';
import { optionalText, requiredText } from '../../runtime/input/text';
import { nameAndValue, type NameAndValue } from '../../runtime/node/parameters';

export const queryParameters: Parameter = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	description: 'Additional query parameters to send',
	options: [{ name: 'parameter', displayName: 'Parameter', values: nameAndValue('page', '2') }],
	check: parseQueryParameters,
};

export type QueryParameters = Array<[name: string, value: string]>;

/** One without a value is left out. @throws InvalidInput if one has no name, or a value that is not text */
function parseQueryParameters(form: unknown): QueryParameters {
	const { parameter = [] } = form as { parameter?: NameAndValue[] };
	return parameter
		.map(({ name, value }, index): [string, string] => {
			const which = `of query parameter ${index + 1}`;
			const labelled = (displayName: string) => ({ ...queryParameters, displayName, which });
			const text = value === false ? 'false' : optionalText(value, labelled('Value'));
			return [requiredText(name, labelled('Name')), text];
		})
		.filter(([, value]) => value !== '');
}
