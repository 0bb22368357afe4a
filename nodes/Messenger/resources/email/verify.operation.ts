import type { Parameter } from '../../../runtime/engine/Parameter';
import { record } from '../../../runtime/Service';
import { choice } from '../../../runtime/input/choice';
import {
	emailText,
	isEmailAddress,
	optionalEmailAddress,
} from '../../../runtime/input/emailAddress';
import { isObject } from '../../../runtime/input/json';
import { required } from '../../../runtime/input/text';
import { dataObject } from '../../../runtime/response/parse';
import type { OperationDefinition } from '../../../runtime/run/operation';
import { inBody, optionsOf } from '../../../runtime/node/parameters';
import { emailField } from '../fields';

interface EmailParams {
	body: { email?: string };
	options?: { onMalformed?: string };
}

const email: Parameter = {
	...emailField,
	required: true,
	description: 'Email address to verify',
	routing: inBody('email'),
	check: emailText,
};

const onMalformed: Parameter = {
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
			description: 'Return the status "invalid_format" for it, and for an empty value',
		},
	],
	check: choice,
};

const returnsResult = ({ options }: EmailParams) => options?.onMalformed === 'result';
const requiredAddress = required(optionalEmailAddress);
const malformed = (address: string) => ({ email: address, status: 'invalid_format' });

export const verify: OperationDefinition<EmailParams> = {
	name: 'Verify',
	value: 'verify',
	action: 'Verify email',
	description: 'Check whether an email address is valid and safe to use',
	endpoint: { method: 'POST', url: '/webhook/email/verify', readOnly: true, ...record },
	inputsToCheck: ["'Email'"],
	about: ({ body }) => ({ subject: body.email }),
	toRequest: (params) => {
		const { email: address = '' } = params.body;
		if (returnsResult(params) && !isEmailAddress(address)) return { output: malformed(address) };
		return { body: { email: requiredAddress(address, email) } };
	},
	adviceForOthers:
		"To check the others, set On Error to 'Continue (using error output)', or 'On Malformed Address' to 'Return a Result'.",
	toItems: dataObject,
	whenRefused: (status, body, params) => {
		const isMalformed = status === 400 && isObject(body) && body.message === 'Invalid email format';
		return isMalformed && returnsResult(params)
			? { items: [malformed(String(params.body.email))] }
			: undefined;
	},
	parameters: [email, optionsOf(onMalformed)],
};
