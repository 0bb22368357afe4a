import { expect, test } from './test';
import { Editor } from './editor';
import { chatRequests, script } from './model';
import { receivedRequests, resetSandbox } from './sandbox';

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
