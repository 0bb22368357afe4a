import { expect, type Locator, type Page } from '@playwright/test';
import type { WorkflowFile } from '../../../tools/playground/content';
import { executionsOf, rest, saveWorkflow, type SavedWorkflow } from './savedWorkflows';
import { readSettings } from './settings';

/** n8n's editor, as far as the tests use it. */
export class Editor {
	constructor(readonly page: Page) {}

	async openWorkflow(id: string) {
		await this.open(`workflow/${id}`);
		await expect(this.page.getByTestId('canvas-trigger-node').first()).toBeVisible({
			timeout: 30_000,
		});
	}

	async openNew(workflow: WorkflowFile): Promise<SavedWorkflow> {
		const saved = await saveWorkflow(this.page, workflow);
		await this.openWorkflow(saved.id);
		return saved;
	}

	/** Opens a page of the editor: loads it, or goes there as by one of its links where it is open. */
	async open(path: string) {
		if (await this.isBackAtList()) {
			await this.follow(`/${path}`);
		} else {
			// The editor keeps connections open: the network is never idle.
			await this.page.goto(`${readSettings().editorUrl}/${path}`, {
				waitUntil: 'domcontentloaded',
			});
		}
	}

	/**
	 * Goes back to the list of workflows, so that nothing of the last one is taken for the next.
	 * @returns false if no editor is open, or a window or a change that is not saved keeps it
	 */
	private async isBackAtList() {
		if (!this.page.url().startsWith(readSettings().editorUrl)) return false;
		if (await this.page.getByTestId('ndv').isVisible()) await this.closeNode();
		if (await this.page.getByRole('dialog').filter({ visible: true }).count()) return false;
		await this.follow('/home/workflows');
		const list = this.page.getByTestId('resources-list-wrapper').first();
		return await list.waitFor({ timeout: 3000 }).then(
			() => true,
			() => false,
		);
	}

	/** Goes there without loading the page again. */
	private async follow(path: string) {
		const to = JSON.stringify(path);
		await this.page.evaluate(
			`history.pushState(null, '', ${to}); dispatchEvent(new PopStateEvent('popstate'));`,
		);
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string) {
		await this.node(name).dblclick();
		const panel = this.page.getByTestId('ndv');
		await expect(panel).toBeVisible();
		return panel;
	}

	async closeNode() {
		await this.page.getByTestId('ndv-close-button').click();
		await expect(this.page.getByTestId('ndv')).toBeHidden();
	}

	/**
	 * Clicks "Execute workflow" and waits until n8n has finished.
	 * @param trigger the trigger to start with
	 * @returns the status that n8n gives the execution
	 */
	async execute(trigger = 'Start') {
		await this.node(trigger).hover();
		const button = this.page.getByTestId(`execute-workflow-button-${trigger}`);
		return await this.statusAfter(async () => await button.click());
	}

	/** Runs the workflow up to the node whose panel is open. */
	async executeOpenNode() {
		return await this.statusAfter(
			async () => await this.page.getByTestId('node-execute-button').click(),
		);
	}

	private async statusAfter(click: () => Promise<void>) {
		const started = this.page.waitForResponse(
			(response) =>
				response.request().method() === 'POST' && /\/workflows\/[^/]+\/run/.test(response.url()),
		);
		await click();
		const { data } = (await (await started).json()) as { data: { executionId: string } };
		const path = `executions/${data.executionId}`;
		// n8n stores an execution a moment after it has said that it began.
		const stored = () => rest<{ status: string }>(this.page, 'get', path).catch(() => undefined);
		return await ended(async () => (await stored())?.status);
	}

	/**
	 * Clicks Retry for the newest in the list of a workflow's executions, and waits for the new one.
	 * @returns its status
	 */
	async retry({ id }: SavedWorkflow, choice: string) {
		const [failed] = await executionsOf(this.page, id);
		await this.page.getByTestId('retry-execution-button').first().click();
		await this.page.getByRole('menuitem').filter({ hasText: choice, visible: true }).click();
		return await ended(async () => {
			const [newest] = await executionsOf(this.page, id);
			return newest?.id === failed?.id ? undefined : newest?.status;
		});
	}

	/** Writes into the chat of a workflow that a chat message starts. */
	async say(text: string) {
		await this.page.getByTestId('workflow-chat-button').first().click();
		await this.page.getByPlaceholder(/^Type message/).fill(text);
		await this.page.keyboard.press('Enter');
	}

	/** A parameter's field in the node's panel or in the credential's window. */
	parameter(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`).first();
	}

	async fill(parameter: string, text: string) {
		await this.parameter(parameter).locator('input').fill(text);
	}

	/** Chooses from a parameter's list, by the label. */
	async choose(parameter: string, choice: string) {
		await this.parameter(parameter).click();
		const options = this.page.locator('.el-select-dropdown__item').filter({ visible: true });
		await options.getByText(choice, { exact: true }).click();
	}

	/** The hints above the open node's output, one element for each. */
	hints(): Locator {
		return this.page.getByTestId('output-panel').getByTestId('node-hint');
	}

	/** The error in the open node's panel: what happened, or what to do. */
	error(part: 'message' | 'description'): Locator {
		return this.page.getByTestId(`node-error-${part}`);
	}
}

/** Waits for the status in which an execution ends; there is none before it has begun. */
async function ended(statusOf: () => Promise<string | undefined>): Promise<string> {
	let status: string | undefined;
	await expect
		.poll(async () => (status = await statusOf()) ?? 'new', { timeout: 60_000 })
		.not.toMatch(/^(new|running)$/);
	return status!;
}
