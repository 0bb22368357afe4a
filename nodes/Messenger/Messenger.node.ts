import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { requestDefaults } from './request/endpoints';
import { customOperations, resourceProperties } from './resources';

export class Messenger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messenger',
		name: 'messenger',
		icon: { light: 'file:messenger.svg', dark: 'file:messenger.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Send campaigns and events, verify emails, and look up contacts, lists and variables',
		defaults: { name: 'Messenger' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messengerApi', required: true }],
		requestDefaults,
		properties: [...resourceProperties],
		hints: [
			{
				type: 'info',
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
				displayCondition:
					'={{ $parameter["resource"] === "campaign" && $parameter["operation"] === "send" && $input.all().length > 10 }}',
				message:
					'This sends one campaign for each input item. "Send to Input Items" sends one campaign to all of them, in a few requests.',
			},
		],
	};

	customOperations = customOperations;
}
