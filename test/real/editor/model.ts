import type { ChatRequest, ScriptedAnswer } from './modelServer';
import { readSettings } from './settings';

/** Tells the model what to answer, and lets it forget what it was asked. */
export async function script(answers: ScriptedAnswer[]): Promise<void> {
	await fetch(`${readSettings().modelUrl}/script`, {
		method: 'PUT',
		body: JSON.stringify(answers),
	});
}

/** What the model was asked since then. */
export async function chatRequests(): Promise<ChatRequest[]> {
	return (await (await fetch(`${readSettings().modelUrl}/requests`)).json()) as ChatRequest[];
}
