import { Editor } from './editor';
import { chatRequests, script } from './model';
import { receivedRequests, resetSandbox } from './sandbox';
import { saveWorkflow } from './savedWorkflows';
import { readSettings } from './settings';
import { expect, test } from './test';
import { agentWith, messenger, node } from './workflowBuilder';
import { modelCredential } from './workflows';

const email = 'anna.schmidt@example.com';

test.beforeEach(resetSandbox);

test('n8n’s agent calls the node as its tool, with what the model wants to know', async ({
	page,
}) => {
	await script([{ tool: 'Verify_an_email', arguments: { email } }, { text: 'Yes, it is safe.' }]);
	const editor = new Editor(page);
	await editor.openWorkflow('agent');
	expect(await editor.execute()).toBe('success');

	expect(await receivedRequests()).toMatchObject([
		{ method: 'POST', path: '/webhook/email/verify', body: { email }, status: 200 },
	]);
	const [question, followUp] = await chatRequests();
	const tool = question?.tools?.[0]?.function;
	expect(tool?.name).toBe('Verify_an_email');
	expect(tool?.parameters).toMatchObject({
		properties: { email: { type: 'string', description: 'The address to verify' } },
		required: ['email'],
	});
	const result = followUp?.messages.at(-1);
	expect(result?.role).toBe('tool');
	expect(String(result?.content)).toContain('"status":"safe"');

	await editor.openNode('AI Agent');
	await expect(page.getByTestId('output-panel')).toContainText('Yes, it is safe.');
});

const campaignTool = node('Send campaign', {
	type: `${messenger}Tool`,
	position: [340, 220],
	parameters: {
		resource: 'campaign',
		operation: 'send',
		fromNumber: '+14155550100',
		templateName: 'welcome',
		recipients: {
			recipient: [
				{
					messengerNumber:
						"={{ $fromAI('number', 'The phone number of the recipient', 'string') }}",
				},
			],
		},
	},
});

test('as a tool, Campaign says that a person should approve, and is a preview until told otherwise', async ({
	page,
}) => {
	const editor = new Editor(page);
	const credential = modelCredential(readSettings().modelUrl);
	const { id } = await saveWorkflow(page, agentWith(3, campaignTool), [credential]);
	await editor.openWorkflow(id);
	const panel = await editor.openNode(campaignTool.name);
	await expect(editor.parameter('sendMode').locator('input')).toHaveValue('Preview Only');
	await expect(panel).toContainText('Add a human review step to this tool');
	expect(await editor.options('operation')).toContain('Send to All Items');
});

// The agent of n8n 1 calls its tools by itself, that of n8n 2 runs them as nodes.
for (const version of [2, 3]) {
	test(`an agent (version ${version}) that calls Campaign as its tool sends nothing but a preview`, async ({
		page,
	}) => {
		await script([
			{ tool: 'Send_campaign', arguments: { number: '+14155550123' } },
			{ text: 'It would go to one phone.' },
		]);
		const editor = new Editor(page);
		const credential = modelCredential(readSettings().modelUrl);
		const { id } = await saveWorkflow(page, agentWith(version, campaignTool), [credential]);
		await editor.openWorkflow(id);
		expect(await editor.execute()).toBe('success');
		expect(await receivedRequests()).toEqual([]);
		const [, followUp] = await chatRequests();
		const result = String(followUp?.messages.at(-1)?.content);
		expect(result).toContain('"send_status":"preview"');
		expect(result).toContain('"recipients":1');
	});
}
