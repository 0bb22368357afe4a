import type { BrowserContext, Page } from '@playwright/test';
import {
	sandboxCredential,
	withCredentials,
	type WorkflowFile,
} from '../../../tools/playground/content';
import { until } from '../../../tools/playground/until';
import { modelCredential } from './modelServer';
import { readSettings } from './settings';

/** A workflow as n8n has saved it. */
export interface SavedWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

export async function signIn({ request }: BrowserContext) {
	const { editorUrl, owner } = readSettings();
	const data = { emailOrLdapLoginId: owner.email, password: owner.password };
	await request.post(`${editorUrl}/rest/login`, { data });
}

/** Saves a new workflow, with the credentials of the sandbox and of the tests' model in its nodes. */
export async function saveWorkflow(page: Page, workflow: WorkflowFile): Promise<SavedWorkflow> {
	const credentials = [sandboxCredential('', ''), modelCredential()];
	// As the editor saves them: n8n cannot run a single step of a workflow without it.
	const saved = { pinData: {}, ...withCredentials(workflow, credentials) };
	return await rest(page, 'post', 'workflows', saved);
}

/** Publishes a workflow: its webhook will be live in a moment. */
export async function publish(page: Page, { id, versionId }: SavedWorkflow) {
	await rest(page, 'post', `workflows/${id}/activate`, { versionId });
}

/**
 * Calls a published webhook, as soon as it is live.
 * @returns the status of its answer, which comes when the workflow has ended
 */
export async function callWebhook(path: string) {
	const url = `${readSettings().editorUrl}/webhook/${path}`;
	let status = 0;
	await until(async () => {
		({ status } = await fetch(url, { method: 'POST' }));
		return status !== 404;
	}, 200);
	return status;
}

/** A workflow's executions, the newest first. */
export async function executionsOf(page: Page, workflowId: string) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const path = `executions?filter=${filter}`;
	return (await rest<{ results: Array<{ id: string; status: string }> }>(page, 'get', path))
		.results;
}

/** n8n's own REST interface, with the page's session. */
export async function rest<Data>(
	page: Page,
	method: 'get' | 'post' | 'patch',
	path: string,
	data?: object,
): Promise<Data> {
	const url = `${readSettings().editorUrl}/rest/${path}`;
	const response = await page.request[method](url, data && { data });
	const text = await response.text();
	if (!response.ok()) throw new Error(`n8n answered ${response.status()}: ${text}`);
	return (JSON.parse(text) as { data: Data }).data;
}
