import type { INodeTypeDescription } from 'n8n-workflow';

/** A campaign by its output numbers: n8n's builders would wire `.onError()` to the previews. */
const safeCampaign = `<patterns><pattern title="A campaign to all items, and only what was sent goes on">
const sendCampaign = node({ type: 'n8n-nodes-messenger.messenger', version: 1, config: { name: 'Send Campaign', onError: 'continueErrorOutput', parameters: {
  resource: 'campaign', operation: 'sendToItems', sendMode: 'previewManual',
  fromNumber: '+14155550100', templateName: 'welcome_message', messengerNumber: expr('{{ $json.messenger_number }}'),
} } });
// .output(0): sent. .output(1): previews. .output(2): failed. Never .onError(): it would wire .output(1).
export default workflow('id', 'name').add(startTrigger).to(fetchContacts).to(sendCampaign)
  .add(sendCampaign.output(0).to(markAsSent)).add(sendCampaign.output(2).to(correctContacts));
</pattern></patterns>`;

/** Tells n8n's AI builders about the node. */
export const builderHint: INodeTypeDescription['builderHint'] = {
	searchHint:
		'For one campaign to many people use resource campaign, operation sendToItems: it sends to all input items in a few requests. Operation send makes one campaign of each input item. What marks people as sent comes after .output(0) of a campaign; its error output is .output(2), never .onError().',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-base.splitInBatches',
			relationHint:
				'Around a campaign: lead .output(0) and .output(1) of the campaign back to the loop, and mark inside it',
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
