import { expect, type Locator, type Page } from '@playwright/test';
import { readSettings } from './settings';

/** n8n's editor, as far as the tests use it. */
export class Editor {
	constructor(readonly page: Page) {}

	/** Opens a workflow's canvas. */
	async openWorkflow(id: string): Promise<void> {
		await this.open(`workflow/${id}`);
		await expect(this.page.getByTestId('canvas-trigger-node').first()).toBeVisible({
			timeout: 30_000,
		});
	}

	/** Opens a page of the editor: loads it, or goes there as by one of its links where it is open. */
	async open(path: string): Promise<void> {
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
	 * @returns false where no editor is open, or a window or a change that is not saved keeps it
	 */
	private async isBackAtList(): Promise<boolean> {
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

	/** Goes to a page of the editor without loading it again. */
	private async follow(path: string): Promise<void> {
		const to = JSON.stringify(path);
		await this.page.evaluate(
			`history.pushState(null, '', ${to}); dispatchEvent(new PopStateEvent('popstate'));`,
		);
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Opens a node's panel and gives it. */
	async openNode(name: string): Promise<Locator> {
		await this.node(name).dblclick();
		const panel = this.page.getByTestId('ndv');
		await expect(panel).toBeVisible();
		return panel;
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await expect(this.page.getByTestId('ndv')).toBeHidden();
	}

	/**
	 * Clicks "Execute workflow" and waits until n8n has finished.
	 * @param trigger the trigger to start with, where the workflow has several
	 * @returns the status that n8n gives the execution
	 */
	async execute(trigger?: string): Promise<string> {
		return await this.statusAfter(async () => {
			if (trigger === undefined) {
				await this.page.getByTestId('execute-workflow-button').first().click();
			} else {
				await this.node(trigger).hover();
				await this.page.getByTestId(`execute-workflow-button-${trigger}`).click();
			}
		});
	}

	/** Runs the workflow up to a node, by the button in its panel. */
	async executeStep(name: string): Promise<string> {
		await this.openNode(name);
		const status = await this.executeOpenNode();
		await this.closeNode();
		return status;
	}

	/** Runs the workflow up to the node whose panel is open. */
	async executeOpenNode(): Promise<string> {
		return await this.statusAfter(
			async () => await this.page.getByTestId('node-execute-button').click(),
		);
	}

	/** What became of the execution that a click starts. */
	private async statusAfter(click: () => Promise<void>): Promise<string> {
		const started = this.page.waitForResponse(
			(response) =>
				response.request().method() === 'POST' && /\/workflows\/[^/]+\/run/.test(response.url()),
		);
		await click();
		const { data } = (await (await started).json()) as { data: { executionId: string } };
		let status = 'new';
		await expect
			.poll(async () => (status = await this.executionStatus(data.executionId)), {
				timeout: 30_000,
			})
			.not.toMatch(/^(new|running)$/);
		return status;
	}

	/** Writes into the chat of a workflow that a chat message starts. */
	async say(text: string): Promise<void> {
		const field = this.page.getByPlaceholder(/^Type message/);
		const button = this.page.getByTestId('workflow-chat-button').first();
		await expect(button).toBeVisible();
		// The editor remembers whether the chat was open.
		if (!(await field.isVisible())) await button.click();
		await field.fill(text);
		await this.page.keyboard.press('Enter');
	}

	/** A parameter's field in the node's panel or in the credential's window. */
	parameter(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`).first();
	}

	/** What the open node's panel says above its output, one element for each hint. */
	hints(): Locator {
		return this.page.getByTestId('output-panel').getByTestId('node-hint');
	}

	/** Chooses one of the options of a parameter, by its name. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.parameter(parameter).click();
		await this.page
			.getByRole('option')
			.filter({ has: this.page.getByText(option, { exact: true }) })
			.filter({ visible: true })
			.first()
			.click();
	}

	/** The names of a parameter's options, in order. */
	async options(parameter: string): Promise<string[]> {
		await this.parameter(parameter).click();
		const options = this.page.getByRole('option').filter({ visible: true });
		await expect(options.first()).toBeVisible();
		const names = (await options.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
		// Clicking the field again closes the list; Escape would close the panel, too.
		await this.parameter(parameter).click();
		return names;
	}

	private async executionStatus(id: string): Promise<string> {
		const response = await this.page.request.get(
			`${readSettings().editorUrl}/rest/executions/${id}`,
		);
		// n8n stores an execution a moment after it has said that it began.
		if (!response.ok()) return 'new';
		return ((await response.json()) as { data: { status: string } }).data.status;
	}
}
