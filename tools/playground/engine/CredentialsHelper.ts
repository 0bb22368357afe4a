import './environment';
import 'reflect-metadata';
import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	jsonParse,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeParameters,
} from 'n8n-workflow';

/**
 * Holds a credential in memory instead of encrypted in n8n's database. Reading it (`getDecrypted`)
 * fills in defaults and resolves expressions, and putting it into a request (`authenticate`) follows
 * the credential class's own declaration, all as n8n does it.
 */
export class CredentialsHelper extends ICredentialsHelper {
	/** The number of times that a credential was read, which costs n8n a read of its database too. */
	reads = 0;

	private readonly stored: string;

	constructor(
		private readonly type: ICredentialType,
		data: ICredentialDataDecryptedObject,
	) {
		super();
		this.stored = JSON.stringify(data);
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
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new Error('The credential has no function');
		return await authenticate.call(this.type, credentials, requestOptions);
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

	async getDecrypted(
		...given: Parameters<ICredentialsHelper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		const [additionalData, , , mode, executeData, , resolveBy] = given;
		this.reads += 1;
		const data = NodeHelpers.getNodeParameters(
			this.type.properties,
			jsonParse<INodeParameters>(this.stored),
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		if (!resolveBy) return data;
		return resolveBy.workflow.expression.getParameterValue(
			data as INodeParameters,
			resolveBy.runExecutionData,
			resolveBy.runIndex,
			resolveBy.itemIndex,
			resolveBy.node.name,
			resolveBy.connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, null),
			executeData,
			false,
			data,
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}

	getCredentialsProperties() {
		return this.type.properties;
	}
}
