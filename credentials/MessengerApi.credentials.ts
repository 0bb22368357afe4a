import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

/**
 * The Base URL for the credential's test, which runs before the node can check it: HTTP to another
 * machine becomes HTTPS unless it is allowed, so that the key never travels readable by mistake.
 */
const testedBaseUrl =
	'={{ $credentials.baseUrl.trim().replace(/\\/+$/, "")' +
	'.replace(/^http:(?!\\/\\/(localhost|127(\\.\\d+){3}|\\[::1\\])(:\\d+)?(\\/|$))/i,' +
	' $credentials.allowHttp ? "http:" : "https:") }}';

/** The service's address and API key, for the Messenger node and for the HTTP Request node alike. */
export class MessengerApi implements ICredentialType {
	name = 'messengerApi';

	displayName = 'Messenger API';

	icon: Icon = {
		light: 'file:../nodes/Messenger/messenger.svg',
		dark: 'file:../nodes/Messenger/messenger.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-messenger/n8n-nodes-messenger#make-the-credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'https://api.example.com',
			description:
				'Address of the service, without <code>/webhook</code>. A path prefix is kept, and trailing slashes do not matter.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Sent to the Base URL as a bearer token, and nowhere else',
		},
		{
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the API key over unencrypted HTTP. Only hosts on this machine (localhost) may use HTTP without it.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: '=Bearer {{$credentials.apiKey}}',
			},
		},
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: testedBaseUrl,
			url: '/webhook/lists',
			headers: { Accept: 'application/json' },
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message: 'The service did not accept the API key. Check the API Key and the Base URL.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message:
						'This API key is temporarily blocked after too many bad requests. Wait, then try again.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: 'The service was not found at this address. Check the Base URL.',
				},
			},
		],
	};
}
