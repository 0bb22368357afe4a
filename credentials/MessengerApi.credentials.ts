import {
	UserError,
	type IAuthenticate,
	type Icon,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

import { serviceOf } from '../nodes/runtime/http/connection';
import { parsedUrl } from '../nodes/runtime/input/baseUrl';
import { InvalidInput } from '../nodes/runtime/input/InvalidInput';
import { keyMask } from '../nodes/runtime/input/keyMask';

/**
 * The Base URL's host, for n8n's own check of where other nodes may send the key; without one, a name that
 * never exists, because n8n takes an empty list for a mistake of the node.
 */
const allowedDomains =
	'={{ String($self.baseUrl).match(/^\\s*https?:\\/\\/(\\[[\\da-f:]+\\]|[\\w.-]+)(?=[:\\/\\s]|$)/i)?.[1]' +
	' ?? "no-base-url.invalid" }}';

/** A request in n8n's form, or with the older names that the HTTP Request node still uses. */
type AnyRequest = Partial<IHttpRequestOptions> & { uri?: string; rejectUnauthorized?: boolean };

/** Whether a request goes to this origin, by each of its addresses where it has two. */
function leadsTo(origin: string, { uri, url, baseURL }: AnyRequest) {
	return [uri || url, url || uri].every(
		(address) => parsedUrl(String(address ?? ''), baseURL)?.origin === origin,
	);
}

/** Whether a proxy of the request's own could read the key: unencrypted, or with a certificate of its own. */
function proxyCouldRead(origin: string, request: AnyRequest) {
	if (!request.proxy) return false;
	return (
		origin.startsWith('http:') ||
		request.skipSslCertificateValidation === true ||
		request.rejectUnauthorized === false ||
		request.agentOptions?.ca !== undefined
	);
}

/** Headers by which what stands before the service may route a request to another host. */
const routingHeader = /^(host|:authority|forwarded|x-forwarded-host|x-host)$/i;

/** TRACE echoes the request with its key; CONNECT opens a tunnel to another host. */
const refusedMethods = ['TRACE', 'CONNECT'];

/** What would lead a request away from the service, though its address is right. */
function misleadingPart({ method, headers }: AnyRequest) {
	const verb = String(method).trim().toUpperCase();
	if (refusedMethods.includes(verb)) return `the method ${verb}`;
	const names = Object.keys(headers ?? {}).map((name) => name.trim());
	const header = names.find((name) => routingHeader.test(name));
	return header && `the header ${header}`;
}

/** The service's address and API key, for the Messenger node and for the HTTP Request node alike. */
export class MessengerApi implements ICredentialType {
	name = 'messengerApi';
	displayName = 'Messenger API';

	icon: Icon = {
		light: 'file:../nodes/Messenger/messenger.svg',
		dark: 'file:../nodes/Messenger/messenger.dark.svg',
	};

	documentationUrl = 'https://github.com/n8n-nodes-messenger/n8n-nodes-messenger#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the service, e.g. https://api.example.com or https://example.com/api',
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
	 * Puts the key into a request to the Base URL, and into no other: whoever may use the credential in another
	 * node, but not see it, must not get the key by pointing that node elsewhere (docs/node-contract.md, C3).
	 *
	 * @throws UserError where the request may lead elsewhere, a proxy could read the key, or the credential is wrong
	 */
	authenticate: IAuthenticate = async (credentials, request) => {
		const { origin, hostname, apiKey, mask } = checkedService(credentials);
		if (!leadsTo(origin, request)) {
			throw new UserError(`The Messenger API credential can only be used at ${mask(origin)}`);
		}
		const misleading = misleadingPart(request);
		if (misleading !== undefined) {
			throw new UserError(`The Messenger API credential can't be used with ${misleading}`, {
				description: 'Remove it: it could lead the API key to another host.',
			});
		}
		if (proxyCouldRead(origin, request)) {
			throw new UserError('The proxy could read the API key', {
				description:
					'Remove the proxy, or whatever lets it read the connection: Ignore SSL Issues, a CA certificate of your own, or http:// in the Base URL.',
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

/** The service of the credential, checked as a run checks it; never with the key in an error. */
function checkedService(credentials: ICredentialDataDecryptedObject) {
	try {
		return serviceOf(credentials);
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		const mask = keyMask(credentials.apiKey);
		throw new UserError(error.problem(mask), { description: error.advice(mask) });
	}
}
