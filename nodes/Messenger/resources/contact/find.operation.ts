import type { IDataObject } from 'n8n-workflow';

import { exchange } from '../../exchange';
import { requiredEmailAddress } from '../../input/emailAddress';
import { quoted, refuse } from '../../input/InvalidInput';
import { isObject } from '../../input/json';
import { parseQueryParameters, type QueryParameters } from '../../input/queryParameters';
import { requiredText } from '../../input/text';
import type { ItemContext, Operation } from '../../operation';
import { endpoints } from '../../request/service';
import { dataObject } from '../../response/forms';
import { queryParametersOption } from '../queryParameters';
import { query } from '../sent';

interface Options {
	whenNotFound?: 'error' | 'empty' | 'item';
	emailParameter?: string;
	queryParameters?: QueryParameters;
}

const email = { parameter: 'email', label: 'Email' };

const optionsOf = (context: ItemContext) => context.getNodeParameter('options', {}) as Options;

/** `{ success: false, message: "Contact not found" }` under any status, or a 404 (node contract). */
function isNotFound(status: number, body: unknown): boolean {
	return (
		status === 404 ||
		(isObject(body) && body.success === false && body.message === 'Contact not found')
	);
}

function notFoundItems(context: ItemContext): IDataObject[] | undefined {
	const { whenNotFound = 'error' } = optionsOf(context);
	if (whenNotFound === 'error') return undefined;
	if (whenNotFound === 'empty') return [];
	const address = context.getNodeParameter('email') as string;
	return [{ found: false, email: address.trim() }];
}

/** Which of two addresses the service would look for is not known. */
function refuseRepeated(parameter: string): never {
	refuse(
		{ parameter: 'queryParameters', label: 'Query Parameters' },
		`hold ${quoted(parameter)} again, which carries the Email`,
		'Take it out: the Email is sent by itself.',
	);
}

export const find: Operation = {
	menu: {
		name: 'Find',
		value: 'find',
		action: 'Find a contact',
		description: 'Look up a contact by email address',
		routing: {
			request: endpoints.findContact,
			send: { paginate: true },
			operations: {
				pagination: exchange({
					readOnly: true,
					inputsToCheck: 'Check the Email (email) and the Options.',
					toRequest: (sent, context) => {
						const { emailParameter, queryParameters } = optionsOf(context);
						const address = requiredEmailAddress(query(sent).email, email);
						const parameter = requiredText(emailParameter ?? 'email', {
							parameter: 'emailParameter',
							label: 'Email Parameter',
						});
						const others = parseQueryParameters(queryParameters);
						if (others.some(([name]) => name === parameter)) refuseRepeated(parameter);
						return {
							method: endpoints.findContact.method,
							path: endpoints.findContact.url,
							query: [[parameter, address], ...others],
						};
					},
					toItems: (body, context) => {
						const contact = dataObject(body);
						if (optionsOf(context).whenNotFound !== 'item') return contact;
						return contact?.map((fields) => ({ ...fields, found: true }));
					},
					whenRefused: (status, body, context) =>
						isNotFound(status, body) ? notFoundItems(context) : undefined,
					adviceOnRefusal: (status, body) =>
						isNotFound(status, body)
							? 'No contact has this email address. Set When Not Found in the Options to go on without an error.'
							: undefined,
				}),
			},
		},
	},
	parameters: [
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'nathan@example.com',
			description: 'The address by which the contact is known to the service',
			routing: { send: { type: 'query', property: 'email' } },
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Email Parameter',
					name: 'emailParameter',
					type: 'string',
					default: 'email',
					description:
						'Name of the query parameter that carries the address. The service does not document it; change it only if your service uses another.',
				},
				queryParametersOption,
				{
					displayName: 'When Not Found',
					name: 'whenNotFound',
					type: 'options',
					default: 'error',
					description: 'What to do when the service knows no such contact',
					options: [
						{
							name: 'Fail',
							value: 'error',
							description: 'Stop with an error that names the item',
						},
						{
							name: 'Give an Item',
							value: 'item',
							description: 'Output an item with "found": false; a contact then has "found": true',
						},
						{
							name: 'Give Nothing',
							value: 'empty',
							description: 'Output no item for this input item',
						},
					],
				},
			],
		},
	],
};
