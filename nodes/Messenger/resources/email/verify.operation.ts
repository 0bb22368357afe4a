import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../../input/choice';
import { isEmailAddress, requiredEmailAddress } from '../../input/emailAddress';
import { isObject } from '../../input/json';
import { optionalText } from '../../input/text';
import { defineOperation } from '../../run/defineOperation';
import { endpoints } from '../../http/endpoints';
import { dataObject } from '../../response/parse';
import { inBody, optionsOf } from '../fields';

interface EmailParams {
	email?: unknown;
	options?: { onMalformed?: unknown };
}

const email: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. nathan@example.com',
	description: 'Email address to verify',
	routing: inBody('email'),
};

const onMalformed: INodeProperties = {
	displayName: 'On Malformed Address',
	name: 'onMalformed',
	type: 'options',
	default: 'error',
	description: "What to do with text that isn't an email address at all",
	routing: inBody('options.onMalformed'),
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

/** What stands for an address that is none (docs/node-contract.md, `email` / `verify`). */
function malformed(address: string) {
	return { email: address, status: 'invalid_format' };
}

/** The service's own words for the same. */
function saysMalformed(status: number, body: unknown): boolean {
	return status === 400 && isObject(body) && body.message === 'Invalid email format';
}

export const verify = defineOperation<EmailParams>({
	name: 'Verify',
	value: 'verify',
	action: 'Verify email',
	description: 'Check whether an email address is valid and safe to use',
	endpoint: endpoints.verifyEmail,
	inputsToCheck: "Check 'Email'.",
	subject: ({ body }) => body?.email,
	toRequest: (params) => {
		const isMissing = params.email === undefined || params.email === null;
		const address = optionalText(params.email, email);
		const givesResult = choice(params.options, onMalformed) === 'result';
		if (givesResult && !isMissing && !isEmailAddress(address)) {
			return [malformed(address)];
		}
		return { body: { email: requiredEmailAddress(address, email) } };
	},
	toItems: dataObject,
	whenRefused: (status, body, params) =>
		choice(params.options, onMalformed) === 'result' && saysMalformed(status, body)
			? { items: [malformed(optionalText(params.email, email))] }
			: undefined,
	parameters: [email, optionsOf(onMalformed)],
});
