import type { Resource } from '../../runtime/node/defineNode';
import { campaignOutputs } from './campaign/sendMode';
import { send as sendCampaign, sendToItems } from './campaign/campaign.operations';
import { find } from './contact/find.operation';
import { verify } from './email/verify.operation';
import { send as sendEvent } from './event/send.operation';
import { getAll as getLists } from './list/getAll.operation';
import { getAll as getVariables } from './variable/getAll.operation';

/** All that the node offers, in the order of its menus. */
export const resources: Resource[] = [
	{
		name: 'Campaign',
		value: 'campaign',
		description: 'A template message to the phones of its recipients',
		outputs: campaignOutputs,
		operations: [sendToItems, sendCampaign],
		defaultOperation: 'send',
	},
	{
		name: 'Contact',
		value: 'contact',
		description: 'A person in the workspace of the service',
		operations: [find],
	},
	{
		name: 'Email',
		value: 'email',
		description: 'An email address that is checked before it is used',
		operations: [verify],
	},
	{
		name: 'Event',
		value: 'event',
		description: 'Something that happened to a contact, e.g. an order or a sign-up',
		operations: [sendEvent],
	},
	{
		name: 'List',
		value: 'list',
		description: 'A mailing list of the workspace',
		operations: [getLists],
	},
	{
		name: 'Variable',
		value: 'variable',
		description: 'A custom field of the contacts of the workspace',
		operations: [getVariables],
	},
];
