import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../input/choice';
import { requiredEmailAddress } from '../../input/emailAddress';
import { refuse, words } from '../../input/InvalidInput';
import { isObject } from '../../input/json';
import { requiredText } from '../../input/text';
import { defineOperation } from '../../run/defineOperation';
import { endpoints } from '../../http/endpoints';
import { dataObject } from '../../response/parse';
import { parseQueryParameters, queryParameters, type QueryParameters } from '../queryParameters';
import { inQuery, optionsOf } from '../fields';

interface ContactParams {
	email?: unknown;
	options?: {
		whenNotFound?: unknown;
		emailParameter?: unknown;
		queryParameters?: QueryParameters;
	};
}

const email: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. nathan@example.com',
	description: 'Email address of the contact',
	routing: inQuery('email'),
};

const emailParameter: INodeProperties = {
	displayName: 'Email Parameter',
	name: 'emailParameter',
	type: 'string',
	default: 'email',
	routing: inQuery('options.emailParameter'),
	description:
		'Name of the query parameter for the address. Change it only if your service uses another.',
};

const whenNotFound: INodeProperties = {
	displayName: 'When Not Found',
	name: 'whenNotFound',
	type: 'options',
	default: 'error',
	description: 'What to do when no contact has this email address',
	routing: inQuery('options.whenNotFound'),
	options: [
		{
			name: 'Return an Error',
			value: 'error',
			description: 'Stop with an error that names the item',
		},
		{
			name: 'Return an Item',
			value: 'item',
			description:
				'Return an item with "found": false. A contact that is found then has "found": true.',
		},
		{
			name: 'Return Nothing',
			value: 'empty',
			description: 'Return no item for this input item',
		},
	],
};

/** The service's own words for an unknown contact, under any status (docs/node-contract.md). */
function saysNotFound(body: unknown): boolean {
	return isObject(body) && body.success === false && body.message === 'Contact not found';
}

function notFoundItems({ email: address, options }: ContactParams): IDataObject[] | undefined {
	const chosen = choice(options, whenNotFound);
	if (chosen === 'error') return undefined;
	return chosen === 'empty' ? [] : [{ found: false, email: requiredEmailAddress(address, email) }];
}

/** Which of two addresses the service would look for is not known. */
function refuseRepeated(parameter: string): never {
	refuse(
		queryParameters,
		words`contain "${parameter}", which is used for the email`,
		'Remove it: the email is sent automatically.',
	);
}

export const find = defineOperation<ContactParams>({
	name: 'Find',
	value: 'find',
	action: 'Find contact',
	description: 'Look up a contact by email address',
	endpoint: endpoints.findContact,
	inputsToCheck: "Check 'Email' and the options.",
	subject: ({ query }) => query?.[0]?.[1],
	toRequest: ({ email: given, options }) => {
		choice(options, whenNotFound);
		const address = requiredEmailAddress(given, email);
		const parameter = requiredText(
			options?.emailParameter ?? emailParameter.default,
			emailParameter,
		);
		const others = parseQueryParameters(options?.queryParameters);
		if (others.some(([name]) => name === parameter)) refuseRepeated(parameter);
		return { query: [[parameter, address], ...others] };
	},
	toItems: (body, { options }) => {
		const contact = dataObject(body);
		if (choice(options, whenNotFound) !== 'item') return contact;
		return contact?.map((fields) => ({ ...fields, found: true }));
	},
	whenRefused: (status, body, params) => {
		// A bare 404 may also come from a wrong Base URL.
		const isExpected = saysNotFound(body);
		if (status !== 404 && !isExpected) return undefined;
		return {
			items: notFoundItems(params),
			message: isExpected ? words`Contact not found: "${String(params.email).trim()}"` : undefined,
			advice: `${isExpected ? '' : "Check 'Email', and 'Base URL' in the credential. "}Set 'When Not Found' in the options to continue without an error.`,
			isExpected,
		};
	},
	parameters: [email, optionsOf(emailParameter, queryParameters, whenNotFound)],
});
