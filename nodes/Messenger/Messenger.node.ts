import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { defineNode } from '../runtime/node/defineNode';
import { hints } from './hints';
import { resources } from './resources';
import { service } from './service';

const node = defineNode(service, resources, 'campaign');

export class Messenger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messenger',
		name: 'messenger',
		icon: { light: 'file:messenger.svg', dark: 'file:messenger.dark.svg' },
		group: ['output'],
		version: 1,
		// It says if a run by hand sends.
		subtitle: `={{ $parameter["sendMode"] === "send" ? "Sends: Campaign" : ${node.operationLabel} }}`,
		description:
			'Send campaigns and events, verify emails, and look up contacts, lists and variables',
		defaults: { name: 'Messenger' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: node.outputs,
		credentials: [{ name: 'messengerApi', required: true, testedBy: 'messengerApiTest' }],
		requestDefaults: node.requestDefaults,
		properties: [...node.properties],
		hints,
	};

	methods = { credentialTest: { messengerApiTest: node.credentialTest } };

	async execute(this: IExecuteFunctions) {
		return await node.execute(this);
	}
}
