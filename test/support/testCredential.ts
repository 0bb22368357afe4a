import '../../tools/playground/engine/environment';
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { Messenger } from '../../nodes/Messenger/Messenger.node';

/** Tests a credential as n8n does, by the context of n8n's engine. */
export async function testCredential(
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
	const { messengerApiTest } = new Messenger().methods.credentialTest;
	return await messengerApiTest.call(context as unknown as ICredentialTestFunctions, {
		id: '1',
		name: 'Messenger API',
		type: 'messengerApi',
		data,
	});
}
