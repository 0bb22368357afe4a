import { exchange } from '../../exchange';
import { isEmailAddress, requiredEmailAddress } from '../../input/emailAddress';
import { optionalText } from '../../input/text';
import type { Operation } from '../../operation';
import { endpoints } from '../../request/service';
import { dataObject } from '../../response/forms';
import { body } from '../sent';

const email = { parameter: 'email', label: 'Email' };

export const verify: Operation = {
	menu: {
		name: 'Verify',
		value: 'verify',
		action: 'Verify an email',
		description: 'Check whether an email address is valid and safe to use',
		routing: {
			request: endpoints.verifyEmail,
			send: { paginate: true },
			operations: {
				pagination: exchange({
					readOnly: true,
					inputsToCheck: 'Check the Email (email).',
					toRequest: (sent, context) => {
						const given = body(sent).email;
						const isMissing = given === undefined || given === null;
						const address = optionalText(given, email);
						const { onMalformed } = context.getNodeParameter('options', {}) as {
							onMalformed?: string;
						};
						if (onMalformed === 'result' && !isMissing && !isEmailAddress(address)) {
							return [{ email: address, status: 'invalid_format' }];
						}
						return {
							method: endpoints.verifyEmail.method,
							path: endpoints.verifyEmail.url,
							body: { email: requiredEmailAddress(address, email) },
						};
					},
					toItems: dataObject,
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
			description: 'The address to check. A malformed one is refused here and costs no request.',
			routing: { send: { type: 'body', property: 'email' } },
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'On Malformed Address',
					name: 'onMalformed',
					type: 'options',
					default: 'error',
					description: 'What to do with text that is no email address at all',
					options: [
						{
							name: 'Fail',
							value: 'error',
							description: 'Stop with an error that names the item',
						},
						{
							name: 'Give a Result',
							value: 'result',
							description: 'Output the status "invalid_format" for it, without a request',
						},
					],
				},
			],
		},
	],
};
