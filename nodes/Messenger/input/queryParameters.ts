import { optionalText, requiredText } from './text';

/** The form in the editor: `{ parameter: [{ name, value }] }`. */
export interface QueryParameters {
	parameter?: Array<{ name?: unknown; value?: unknown }>;
}

/**
 * Extra query parameters, for what the interface of the service does not show. One left empty is left out.
 *
 * @throws InvalidInput where a parameter has no name, or a value that is not text
 */
export function parseQueryParameters(
	parameters: QueryParameters | undefined,
): Array<[string, string]> {
	return (parameters?.parameter ?? [])
		.map(({ name, value }, index): [string, string] => {
			const labelled = (label: string) => ({
				parameter: 'queryParameters',
				label,
				which: `of query parameter ${index + 1}`,
			});
			return [requiredText(name, labelled('Name')), optionalText(value, labelled('Value'))];
		})
		.filter(([, value]) => value !== '');
}
