import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../input/choice';
import { requiredEmailAddress } from '../../input/emailAddress';
import { refuse, words } from '../../input/InvalidInput';
import { isObject } from '../../input/json';
import { requiredText } from '../../input/text';
import { defineOperation } from '../../run/operation';
import { endpoints } from '../../http/endpoints';
import { dataObject } from '../../response/forms';
import { parseQueryParameters, queryParameters, type QueryParameters } from '../queryParameters';

interface SentContact {
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
	routing: { send: { type: 'query', property: 'email' } },
};

const emailParameter: INodeProperties = {
	displayName: 'Email Parameter',
	name: 'emailParameter',
	type: 'string',
	default: 'email',
	routing: { send: { type: 'query', property: 'options.emailParameter' } },
	description:
		'Name of the query parameter for the address. Change it only if your service uses another.',
};

const whenNotFound: INodeProperties = {
	displayName: 'When Not Found',
	name: 'whenNotFound',
	type: 'options',
	default: 'error',
	description: 'What to do when no contact has this email address',
	routing: { send: { type: 'query', property: 'options.whenNotFound' } },
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

function notFoundItems({ email: address, options }: SentContact): IDataObject[] | undefined {
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

export const find = defineOperation<SentContact>({
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
	whenRefused: (status, body, sent) => {
		// A bare 404 may also come from a wrong Base URL.
		const isAnswer = saysNotFound(body);
		if (status !== 404 && !isAnswer) return undefined;
		return {
			items: notFoundItems(sent),
			message: isAnswer ? words`Contact not found: "${String(sent.email).trim()}"` : undefined,
			advice: `${isAnswer ? '' : "Check 'Email', and 'Base URL' in the credential. "}Set 'When Not Found' in the options to continue without an error.`,
			isAnswer,
		};
	},
	parameters: [
		email,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [emailParameter, queryParameters, whenNotFound],
		},
	],
});
