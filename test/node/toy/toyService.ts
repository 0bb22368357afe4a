import {
	NodeConnectionTypes,
	type ICredentialType,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import {
	bearerAuthentication,
	bearerProperties,
} from '../../../nodes/runtime/node/bearerCredential';
import { defineNode } from '../../../nodes/runtime/node/defineNode';
import { inParams } from '../../../nodes/runtime/node/parameters';
import { requiredText } from '../../../nodes/runtime/input/text';
import { dataArray, dataObject, wholeBody } from '../../../nodes/runtime/response/parse';
import type { OperationDefinition } from '../../../nodes/runtime/run/operation';
import { record, type Service } from '../../../nodes/runtime/Service';

/** A second service on the runtime, unlike the first in all that the runtime must not take for granted. */
export const toyService: Service = {
	name: 'Parcels',
	credential: { type: 'parcelsToken', displayName: 'Parcels Token' },
	probe: {
		endpoint: { method: 'GET', url: '/v3/ping', readOnly: true, ...record },
		toItems: dataArray,
	},
	isRefusal: ({ error }) => error !== undefined,
	isAcceptance: ({ parcel }, trustsStatus) => parcel !== undefined || trustsStatus,
	messagesOf: ({ error }) => [(error as { text?: unknown } | undefined)?.text],
	blocked: {
		status: 423,
		message: 'This token is locked',
		description: 'Wait until it is unlocked.',
	},
	surplusPath: /\/+v3$/,
};

const code: INodeProperties = {
	displayName: 'Parcel Code',
	name: 'code',
	type: 'string',
	default: '',
	routing: inParams('code'),
};

const track: OperationDefinition<{ code?: unknown }> = {
	name: 'Track',
	value: 'track',
	action: 'Track parcel',
	description: 'Look up a parcel',
	endpoint: { method: 'GET', url: '/v3/parcels', readOnly: true, ...record },
	inputsToCheck: ["'Parcel Code'"],
	parameters: [code],
	toRequest: (params) => ({ query: [['code', requiredText(params.code, code)]] }),
	toItems: dataObject,
};

const ship: OperationDefinition<{ code?: unknown }> = {
	...track,
	name: 'Ship',
	value: 'ship',
	action: 'Ship parcel',
	description: 'Hand a parcel over',
	endpoint: { method: 'POST', url: '/v3/parcels', readOnly: false, ...record },
	toRequest: (params) => ({ body: { code: requiredText(params.code, code) } }),
	toItems: wholeBody,
};

const resources = [
	{ name: 'Parcel', value: 'parcel', description: 'A parcel', operations: [ship, track] },
];
const node = defineNode(toyService, resources, 'parcel');

export class ToyNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Parcels',
		name: 'parcels',
		group: ['output'],
		version: 1,
		subtitle: `={{ ${node.operationLabel} }}`,
		description: 'Ship and track parcels',
		defaults: { name: 'Parcels' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'parcelsToken', required: true }],
		requestDefaults: node.requestDefaults,
		properties: [...node.properties],
	};

	customOperations = node.customOperations;
}

export class ToyCredential implements ICredentialType {
	name = 'parcelsToken';
	displayName = 'Parcels Token';
	properties = bearerProperties;
	authenticate = bearerAuthentication(toyService);
}
