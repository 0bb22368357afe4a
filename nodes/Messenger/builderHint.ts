import type { INodeTypeDescription } from 'n8n-workflow';

/** A campaign with a filter after it, so that no later node takes a preview for a real send. */
const safeCampaign = `<patterns><pattern title="A campaign to all items, and only what was sent goes on">
const sendCampaign = node({ type: 'n8n-nodes-messenger.messenger', version: 1, config: { name: 'Send Campaign', parameters: {
  resource: 'campaign', operation: 'sendToItems', sendMode: 'previewManual',
  fromNumber: '+14155550100', templateName: 'welcome_message', messengerNumber: expr('{{ $json.messenger_number }}'),
} } });
const onlySent = filter({ version: 2.3, config: { name: 'Only Sent', parameters: { conditions: { conditions: [
  { leftValue: expr('{{ ["sent", "scheduled"].includes($json.send_status) }}'), operator: { type: 'boolean', operation: 'true' } },
] } } } });
export default workflow('id', 'name').add(startTrigger).to(fetchContacts).to(sendCampaign).to(onlySent).to(markAsSent);
</pattern></patterns>`;

/** Tells n8n's AI builders about the node. */
export const builderHint: INodeTypeDescription['builderHint'] = {
	searchHint:
		'For one campaign to many people use resource campaign, operation sendToItems: it sends to all input items in a few requests. Operation send makes one campaign of each input item.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-base.filter',
			relationHint: 'After a campaign: pass on only items whose send_status is sent or scheduled',
		},
		{
			nodeType: 'n8n-nodes-base.removeDuplicates',
			relationHint: 'Before a campaign: drop people to whom an earlier execution has sent it',
		},
	],
	extraTypeDefContent: [
		{ content: safeCampaign, displayOptions: { show: { resource: ['campaign'] } } },
	],
};
