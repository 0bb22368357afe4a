import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INode,
	type Workflow,
} from 'n8n-workflow';

/**
 * n8n keeps credentials in its database; here they are given. How the one of the node is put into
 * a request (`authenticate`) is the credential class's own declaration, resolved by n8n's
 * expressions as n8n does it.
 */
export class CredentialsHelper extends ICredentialsHelper {
	/** How often a credential was read, which costs n8n a database read and a decryption. */
	reads = 0;

	constructor(
		private readonly type: ICredentialType,
		private readonly data: ICredentialDataDecryptedObject,
	) {
		super();
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'object') throw new Error('The credential is not generic');
		const headers = Object.entries(authenticate.properties.headers ?? {}).map(([name, value]) => [
			name,
			workflow.expression.getSimpleParameterValue(node, value as string, 'internal', {
				$credentials: credentials,
			}),
		]);
		return {
			...requestOptions,
			headers: { ...requestOptions.headers, ...Object.fromEntries(headers) },
		};
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('There is no store of encrypted credentials here');
	}

	async getDecrypted() {
		this.reads += 1;
		return { ...this.data };
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}

	getCredentialsProperties() {
		return this.type.properties;
	}
}
