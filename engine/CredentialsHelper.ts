import './environment';
import 'reflect-metadata';
import { Container } from '@n8n/di';
import { Cipher, getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	jsonParse,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
	type ICredentialsExpressionResolveValues,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/**
 * n8n keeps credentials encrypted in its database; here they are kept so in memory. Reading one
 * (`getDecrypted`) decrypts it, fills in defaults and resolves expressions, and putting it into a
 * request (`authenticate`) follows the credential class's own declaration, all as n8n does it.
 */
export class CredentialsHelper extends ICredentialsHelper {
	/** How often a credential was read, which costs n8n a read of its database too. */
	reads = 0;

	private readonly cipher = Container.get(Cipher);

	private readonly stored: string;

	constructor(
		private readonly type: ICredentialType,
		data: ICredentialDataDecryptedObject,
	) {
		super();
		this.stored = this.cipher.encrypt(data);
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

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		_credential: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		resolveBy?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.reads += 1;
		const data = NodeHelpers.getNodeParameters(
			this.type.properties,
			jsonParse<INodeParameters>(this.cipher.decrypt(this.stored)),
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
