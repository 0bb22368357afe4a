import { Editor } from './editor';
import { saveWorkflow } from './savedWorkflows';
import { expect, test } from './test';
import { messenger, node, rowsTo } from './workflowBuilder';

const people = [{ number: '+14155550101' }, { number: '+14155550102' }];
const typed = '+14155550101';
const read = '={{ $json.number }}';

const sameRecipients = 'Every input item sends the campaign to the same recipients again';
const oneCampaignEach = 'Every input item is sent as a separate campaign';

const fields = (messengerNumber: string, firstName = '') => ({
	recipients: { recipient: [{ messengerNumber, firstName }] },
});
const json = (recipientsJson: string) => ({ recipientsInput: 'json', recipientsJson });

const cases = [
	{ recipients: 'a typed number', parameters: fields(typed), warning: sameRecipients },
	{
		recipients: 'a typed number and a name from the item',
		parameters: fields(typed, '={{ $json.name }}'),
		warning: sameRecipients,
	},
	{ recipients: 'a number from the item', parameters: fields(read), warning: oneCampaignEach },
	{
		recipients: 'typed JSON',
		parameters: json(`[{ "messenger_number": "${typed}" }]`),
		warning: sameRecipients,
	},
	{
		recipients: 'JSON with an expression in it',
		parameters: json('=[{ "messenger_number": "{{ $json.number }}" }]'),
		warning: oneCampaignEach,
	},
];

test('before a run, Campaign: Send warns where all items go to the same recipients', async ({
	page,
}) => {
	const editor = new Editor(page);
	const nodes = cases.map(({ recipients, parameters }, index) =>
		node(recipients, {
			type: messenger,
			position: [660, index * 160],
			parameters: { resource: 'campaign', operation: 'send', ...parameters },
		}),
	);
	const { id } = await saveWorkflow(page, rowsTo('warnings', people, nodes));
	await editor.openWorkflow(id);
	await editor.executeStep('Each Row');
	for (const { recipients, warning } of cases) {
		await test.step(recipients, async () => {
			await editor.openNode(recipients);
			await expect(editor.hints()).toContainText([warning]);
			await editor.closeNode();
		});
	}
});

test('one item, or Send to All Items, brings no warning', async ({ page }) => {
	const editor = new Editor(page);
	const { id } = await saveWorkflow(
		page,
		rowsTo('no-warnings', people, [
			node('Items', {
				type: messenger,
				position: [660, 0],
				parameters: { resource: 'campaign', operation: 'sendToItems', messengerNumber: read },
			}),
		]),
	);
	await editor.openWorkflow(id);
	await editor.executeStep('Each Row');
	const panel = await editor.openNode('Items');
	await expect(panel.getByTestId('ndv-input-panel')).toContainText('2 items');
	await expect(editor.hints()).toHaveCount(0);
});
