import type { INodeProperties } from 'n8n-workflow';

import { record } from '../../../runtime/Service';
import { choice } from '../../../runtime/input/choice';
import { emailText, optionalEmailAddress } from '../../../runtime/input/emailAddress';
import { refuse, words } from '../../../runtime/input/InvalidInput';
import { isObject } from '../../../runtime/input/json';
import { requiredText } from '../../../runtime/input/text';
import { dataObject } from '../../../runtime/response/parse';
import type { OperationDefinition } from '../../../runtime/run/operation';
import { inQuery, optionsOf } from '../../../runtime/node/parameters';
import { emailField } from '../fields';
import { parseQueryParameters, queryParameters, type QueryParameters } from '../queryParameters';

interface ContactParams {
	query: { email?: unknown };
	options?: { whenNotFound?: unknown; queryParameters?: QueryParameters };
}

const email: INodeProperties = {
	...emailField,
	required: true,
	description: 'Email address of the contact',
	routing: inQuery('email'),
};

const whenNotFound: INodeProperties = {
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
};

export const find: OperationDefinition<ContactParams> = {
	name: 'Find',
	value: 'find',
	action: 'Find contact',
	description: 'Look up a contact by email address',
	endpoint: { method: 'GET', url: '/webhook/contact/find', readOnly: true, ...record },
	inputsToCheck: ["'Email'", 'the options'],
	about: ({ query }, parts) => ({ subject: parts?.query?.[0]?.[1] ?? query.email }),
	toRequest: ({ query: { email: given }, options }) => {
		choice(options, whenNotFound);
		const address = requiredText(given, email, optionalEmailAddress);
		const others = parseQueryParameters(options?.queryParameters);
		if (others.some(([name]) => name === 'email')) {
			// Nobody knows for which of two addresses the service would look.
			refuse(queryParameters, 'contain "email"', 'Remove it: the email is sent automatically.');
		}
		return { query: [['email', address], ...others] };
	},
	toItems: (body) => dataObject(body)?.map((fields) => ({ ...fields, found: true })),
	whenRefused: (status, body, { query: { email: given }, options }) => {
		const isExpected =
			isObject(body) && body.success === false && body.message === 'Contact not found';
		// A bare 404 may also come from a wrong Base URL.
		if (status !== 404 && !isExpected) return undefined;
		const address = emailText(given, email);
		const chosen = choice(options, whenNotFound);
		const items = chosen === 'item' ? [{ found: false, email: address }] : [];
		return {
			items: chosen === 'error' ? undefined : items,
			message: isExpected ? words`Contact not found: "${address}"` : undefined,
			advice: `${isExpected ? '' : "Check 'Email', and 'Base URL' in the credential. "}Set 'When Not Found' in the options to continue without an error.`,
			isExpected,
		};
	},
	parameters: [email, optionsOf(queryParameters, whenNotFound)],
};
