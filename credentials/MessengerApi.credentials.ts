import {
	UserError,
	type IAuthenticate,
	type Icon,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

import { checkedApiKey } from '../nodes/Messenger/input/apiKey';
import { checkedBaseUrl, isLoopback, parsedUrl } from '../nodes/Messenger/input/baseUrl';
import { InvalidInput } from '../nodes/Messenger/input/InvalidInput';

/**
 * The Base URL's host, for n8n's own check of where other nodes may send the key. A Base URL
 * without one gives a name that never exists: n8n takes an empty list for a mistake of the node.
 */
const allowedDomains =
	'={{ String($self.baseUrl).match(/^\\s*https?:\\/\\/(\\[[\\da-f:]+\\]|[\\w.-]+)(?=[:\\/\\s]|$)/i)?.[1]' +
	' ?? "no-base-url.invalid" }}';

/** The credential's Base URL and key, checked as a run checks them; never with the key in an error. */
function checked({ baseUrl, apiKey, allowHttp }: ICredentialDataDecryptedObject) {
	try {
		return {
			baseUrl: new URL(checkedBaseUrl(baseUrl, allowHttp === true)),
			apiKey: checkedApiKey(apiKey),
		};
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		throw new UserError(error.message, { description: error.advice });
	}
}

/** A request in n8n's form, or with the older names that the HTTP Request node still uses. */
type AnyRequest = Omit<IHttpRequestOptions, 'url'> & {
	url?: string;
	uri?: string;
	rejectUnauthorized?: boolean;
};

/** Whether all that names an address in a request names one with the Base URL's scheme, host and port. */
function leadsTo(baseUrl: URL, { uri, url, baseURL }: AnyRequest): boolean {
	const given = [uri, url].filter((address) => address !== undefined && address !== '');
	return (given.length === 0 ? [''] : given).every(
		(address) => parsedUrl(String(address), baseURL)?.origin === baseUrl.origin,
	);
}

/** Whether a proxy of the request's own could read the key. */
function proxyCouldRead(baseUrl: URL, request: AnyRequest): boolean {
	if (!request.proxy) return false;
	const acceptsAnyCertificate =
		request.skipSslCertificateValidation === true ||
		request.rejectUnauthorized === false ||
		request.agentOptions?.ca !== undefined;
	return baseUrl.protocol === 'https:' ? acceptsAnyCertificate : isLoopback(baseUrl.hostname);
}

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
			placeholder: 'e.g. https://api.example.com',
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
		{
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'hidden',
			default: 'domains',
		},
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'hidden',
			default: allowedDomains,
		},
	];

	/**
	 * Puts the key into a request to the Base URL, and into no other: whoever may use the credential
	 * in another node, but not see it, must not get the key by pointing that node elsewhere. Nothing
	 * here is evaluated again for each request, as an expression would be.
	 *
	 * @returns the request with its header, which n8n keeps at the host in a redirect too
	 * @throws UserError where the request leads elsewhere, a proxy could read the key, or the
	 * credential breaks its rules
	 */
	authenticate: IAuthenticate = async (credentials, request) => {
		const { baseUrl, apiKey } = checked(credentials);
		if (!leadsTo(baseUrl, request)) {
			throw new UserError(`The Messenger API credential can only be used at ${baseUrl.origin}`);
		}
		if (proxyCouldRead(baseUrl, request)) {
			throw new UserError('The proxy could read the API key', {
				description:
					'Remove the proxy, or turn off what makes its connection readable: Ignore SSL Issues, a certificate of your own, or http to this machine.',
			});
		}
		return {
			...request,
			allowedDomains: baseUrl.hostname,
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { ...request.headers, Authorization: `Bearer ${apiKey}` },
		};
	};
}
