import type { Parameter } from '../../../runtime/engine/Parameter';
import { record } from '../../../runtime/Service';
import { choice } from '../../../runtime/input/choice';
import { optionalEmailAddress } from '../../../runtime/input/emailAddress';
import { refuse } from '../../../runtime/input/InvalidInput';
import { isObject } from '../../../runtime/input/json';
import { dataObject } from '../../../runtime/response/parse';
import type { OperationDefinition } from '../../../runtime/run/operation';
import { inQuery, optionsOf, requiredAs } from '../../../runtime/node/parameters';
import { emailField } from '../fields';
import { queryParameters, type QueryParameters } from '../queryParameters';

interface ContactParams {
	query: { email: string };
	options?: { whenNotFound?: string; queryParameters?: QueryParameters };
}

const email: Parameter = {
	...emailField,
	...requiredAs(optionalEmailAddress),
	description: 'Email address of the contact',
	routing: inQuery('email'),
};

const whenNotFound: Parameter = {
	displayName: 'When Not Found',
	name: 'whenNotFound',
	type: 'options',
	default: 'error',
	description: 'What to do when no contact has this email address',
	options: [
		{
			name: 'Return an Error',
			value: 'error',
			description: 'Stop with an error that names the item',
		},
		{
			name: 'Return an Item',
			value: 'item',
			description: 'Return an item with "found": false',
		},
		{ name: 'Return Nothing', value: 'empty', description: 'Return no item for this input item' },
	],
	check: choice,
};

export const find: OperationDefinition<ContactParams> = {
	name: 'Find',
	value: 'find',
	action: 'Find contact',
	description: 'Look up a contact by email address',
	endpoint: { method: 'GET', url: '/webhook/contact/find', readOnly: true, ...record },
	inputsToCheck: ["'Email'", 'the options'],
	about: ({ query }) => ({ subject: query.email }),
	toRequest: ({ query, options }) => {
		const others = options?.queryParameters ?? [];
		if (others.some(([name]) => name === 'email')) {
			// Nobody knows for which of two addresses the service would look.
			refuse(queryParameters, 'contain "email"', 'Remove it: the email is sent automatically.');
		}
		return { query: [['email', query.email], ...others] };
	},
	toItems: (body) => dataObject(body)?.map((fields) => ({ ...fields, found: true })),
	whenRefused: (_, body, { query, options: { whenNotFound: chosen = 'error' } = {} }) => {
		// Only these words say it: a 404 may also come from a wrong Base URL, and a sync would create all contacts again.
		const isNotFound =
			isObject(body) && body.success === false && body.message === 'Contact not found';
		if (!isNotFound) return undefined;
		const items = chosen === 'item' ? [{ found: false, email: query.email }] : [];
		return {
			items: chosen === 'error' ? undefined : items,
			advice: "Set 'When Not Found' in the options to continue without an error.",
			isExpected: true,
		};
	},
	parameters: [email, optionsOf(queryParameters, whenNotFound)],
};
