import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import {
	sandboxCredential,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../playground/content';
import { readSettings } from './settings';

/** A workflow as n8n has saved it. */
export interface SavedWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

/** An execution as n8n's list has it. */
export interface Execution {
	id: string;
	status: string;
	mode: string;
}

/** Saves a new workflow, with the sandbox's credential in its Messenger nodes. */
export async function saveWorkflow(
	page: Page,
	workflow: WorkflowFile,
	credentials: Credential[] = [],
): Promise<SavedWorkflow> {
	const { sandboxUrl, sandboxKey } = readSettings();
	const all = [sandboxCredential(sandboxUrl, sandboxKey), ...credentials];
	// As the editor saves them: n8n cannot run a single step of a workflow without it.
	const saved = { ...withCredentials(workflow, all), pinData: {} };
	return (await rest(page, 'post', 'workflows', saved)) as SavedWorkflow;
}

/** Saves a workflow again, with other nodes. */
export async function changeNodes(
	page: Page,
	workflow: SavedWorkflow,
	nodes: SavedWorkflow['nodes'],
): Promise<SavedWorkflow> {
	const { id, versionId } = workflow;
	return (await rest(page, 'patch', `workflows/${id}`, { nodes, versionId })) as SavedWorkflow;
}

/** Publishes a workflow: its webhook will be live in a moment. */
export async function publish(page: Page, { id, versionId }: SavedWorkflow): Promise<void> {
	await rest(page, 'post', `workflows/${id}/activate`, { versionId });
}

/**
 * Calls a published webhook, as soon as it is live.
 * @returns the status of its answer, which comes when the workflow has ended
 */
export async function callWebhook(path: string): Promise<number> {
	const deadline = Date.now() + 15_000;
	for (;;) {
		const url = `${readSettings().editorUrl}/webhook/${path}`;
		const { status } = await fetch(url, { method: 'POST' });
		if (status !== 404 || Date.now() > deadline) return status;
		await wait(200);
	}
}

/** A workflow's executions, the newest first. */
export async function executionsOf(page: Page, workflowId: string): Promise<Execution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = (await rest(page, 'get', `executions?filter=${filter}`)) as {
		results: Execution[];
	};
	return results;
}

/** n8n's own REST interface, with the page's session. */
export async function rest(
	page: Page,
	method: 'get' | 'post' | 'patch',
	path: string,
	data?: object,
): Promise<unknown> {
	const url = `${readSettings().editorUrl}/rest/${path}`;
	const response = await page.request[method](url, data && { data });
	if (!response.ok())
		throw new Error(`n8n answered ${response.status()}: ${await response.text()}`);
	return ((await response.json()) as { data: unknown }).data;
}
