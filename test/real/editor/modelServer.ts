import type { Credential } from '../../../tools/playground/content';
import { FaultyService } from '../../support/FaultyService';

/** The tests' model is reached like OpenAI's, with n8n's own credential. */
export function modelCredential(modelUrl = ''): Credential {
	const data = { apiKey: 'none-needed', url: `${modelUrl}/v1` };
	return { id: 'scriptedModel', name: 'Scripted model', type: 'openAiApi', data };
}

const email = 'anna.schmidt@example.com';
const number = '+49 171 3920001';
const campaign = { number, template: 'welcome', language: 'de', first_name: 'Anna' };

/** The model's arguments for each tool. */
const calls: Record<string, object> = {
	Find_Contact: { email },
	Send_Campaign: { toolParameters: campaign, hitlParameters: {} },
	Send_Event: { email, code: 'callback_requested', name: 'Call back requested' },
	Verify_Email: { email, number },
};

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools: Array<{ function: { name: string } }>;
}

/**
 * Starts a model that speaks OpenAI's chat format. Whatever it is asked, it calls every tool once, and
 * then says what these have answered.
 */
export async function startModelServer() {
	return await FaultyService.start({
		onRequest: (response, { body }) => {
			const { messages, tools } = body as ChatRequest;
			const asked = messages.map(({ role }) => role).lastIndexOf('user');
			const results = messages.slice(asked).filter(({ role }) => role === 'tool');
			const name = tools[results.length]?.function.name;
			const call = name && {
				id: `call_${messages.length}`,
				type: 'function',
				function: { name, arguments: JSON.stringify(calls[name]) },
			};
			const message = call
				? { role: 'assistant', content: null, tool_calls: [call] }
				: { role: 'assistant', content: `Done: ${JSON.stringify(results)}` };
			const choice = { index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' };
			response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
			response.end(JSON.stringify({ choices: [choice] }));
		},
	});
}
