import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { builderHint } from './builderHint';
import { messengerApiTest } from '../runtime/node/credentialTest';
import { hints } from './hintsBeforeRun';
import { requestDefaults } from '../runtime/http/endpoint';
import { customOperations, resourceProperties, subtitle } from './resources';

export class Messenger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messenger',
		name: 'messenger',
		icon: { light: 'file:messenger.svg', dark: 'file:messenger.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description:
			'Send campaigns and events, verify emails, and look up contacts, lists and variables',
		defaults: { name: 'Messenger' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messengerApi', required: true, testedBy: 'messengerApiTest' }],
		requestDefaults,
		properties: [...resourceProperties],
		hints,
		builderHint,
	};

	customOperations = customOperations;

	methods = { credentialTest: { messengerApiTest } };
}
