import type { INodeProperties } from 'n8n-workflow';

import { endpoints } from '../../http/endpoints';
import { choice } from '../../input/choice';
import { isEmailAddress, requiredEmailAddress } from '../../input/emailAddress';
import { isObject } from '../../input/json';
import { optionalText } from '../../input/text';
import { dataObject } from '../../response/parse';
import { defineOperation } from '../../run/defineOperation';
import { emailField, inParams, optionsOf } from '../fields';

interface EmailParams {
	email?: unknown;
	options?: { onMalformed?: unknown };
}

const email: INodeProperties = {
	...emailField,
	required: true,
	description: 'Email address to verify',
	routing: inParams('email'),
};

const onMalformed: INodeProperties = {
	displayName: 'On Malformed Address',
	name: 'onMalformed',
	type: 'options',
	default: 'error',
	description: "What to do with text that isn't an email address at all",
	options: [
		{
			name: 'Return an Error',
			value: 'error',
			description: 'Stop with an error that names the item',
		},
		{
			name: 'Return a Result',
			value: 'result',
			description: 'Return the status "invalid_format" for it',
		},
	],
};

const returnsResult = ({ options }: EmailParams) => choice(options, onMalformed) === 'result';
const malformed = (address: string) => ({ email: address, status: 'invalid_format' });

export const verify = defineOperation<EmailParams>({
	name: 'Verify',
	value: 'verify',
	action: 'Verify email',
	description: 'Check whether an email address is valid and safe to use',
	endpoint: endpoints.verifyEmail,
	inputsToCheck: ["'Email'"],
	subject: ({ body }) => body?.email,
	toRequest: (params) => {
		const isMissing = params.email === undefined || params.email === null;
		const address = optionalText(params.email, email);
		if (returnsResult(params) && !isMissing && !isEmailAddress(address)) {
			return { output: malformed(address) };
		}
		return { body: { email: requiredEmailAddress(address, email) } };
	},
	toItems: dataObject,
	whenRefused: (status, body, params) => {
		const isMalformed = status === 400 && isObject(body) && body.message === 'Invalid email format';
		return isMalformed && returnsResult(params)
			? { items: [malformed(optionalText(params.email, email))] }
			: undefined;
	},
	parameters: [email, optionsOf(onMalformed)],
});
