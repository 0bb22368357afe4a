import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { requestDefaults } from './request/service';
import { resourceProperties } from './resources';

export class Messenger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messenger',
		name: 'messenger',
		icon: { light: 'file:messenger.svg', dark: 'file:messenger.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send campaigns and events, verify emails, and look up contacts, lists and variables',
		defaults: { name: 'Messenger' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messengerApi', required: true }],
		requestDefaults,
		properties: [...resourceProperties],
	};
}
