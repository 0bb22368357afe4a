import {
	UserError,
	type IAuthenticate,
	type ICredentialDataDecryptedObject,
	type INodeProperties,
} from 'n8n-workflow';

import { targetOf } from '../http/connection';
import { proxyCouldRead, type AnyRequest } from '../http/proxy';
import { parsedUrl } from '../input/baseUrl';
import { keyMask } from '../input/keyMask';
import { inputFailure, type Failure } from '../run/outcome';
import type { Service } from '../Service';

/**
 * The Base URL's host, for n8n's own check of where other nodes may send the key; without one, a name that
 * never exists, because n8n takes an empty list for a mistake of the node.
 */
const allowedDomains =
	'={{ String($self.baseUrl).match(/^\\s*https?:\\/\\/(\\[[\\da-f:]+\\]|[\\w.-]+)(?=[:\\/\\s]|$)/i)?.[1]' +
	' ?? "no-base-url.invalid" }}';

export const bearerProperties = (service: Service): INodeProperties[] => [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://api.example.com',
		description: `Address of the service, from whoever runs your ${service.name} account, e.g. https://api.example.com`,
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		description: `From whoever runs your ${service.name} account. It is sent to the Base URL, and nowhere else.`,
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
 * Puts the key into a request to the Base URL, and into no other: anyone who may use the credential in another node,
 * but not see it, must not get the key by pointing that node elsewhere. It throws a UserError.
 */
export function bearerAuthentication(service: Service): IAuthenticate {
	const named = `The ${service.credential.displayName} credential`;
	return async (credentials, request) => {
		const { baseUrl, apiKey, mask } = checkedTarget(service, credentials);
		const { origin, hostname } = new URL(baseUrl);
		if (!leadsTo(origin, request)) {
			throw new UserError(`${named} can only be used at ${mask(origin)}`);
		}
		if (proxyCouldRead(baseUrl, request)) {
			throw new UserError('The proxy could read the API key', {
				description:
					'Remove the proxy, or whatever lets it read the connection: Ignore SSL Issues, a CA certificate of your own, or an unencrypted Base URL.',
			});
		}
		return {
			...request,
			allowedDomains: hostname,
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { ...request.headers, Authorization: `Bearer ${apiKey}` },
		};
	};
}

function checkedTarget(service: Service, credentials: ICredentialDataDecryptedObject) {
	try {
		return targetOf(service, credentials);
	} catch (error) {
		return refuseCredential(inputFailure(error, keyMask(credentials.apiKey)));
	}
}

/** n8n shows a UserError as it is. */
function refuseCredential({ message, description }: Failure): never {
	throw new UserError(message, { description });
}

/** True if a request goes to this origin, by each of its addresses if it has two. */
function leadsTo(origin: string, { uri, url, baseURL }: AnyRequest) {
	return [uri || url, url || uri].every(
		(address) => parsedUrl(String(address ?? ''), baseURL)?.origin === origin,
	);
}
