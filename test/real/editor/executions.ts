import { expect, type Page } from '@playwright/test';
import type { Editor } from './editor';
import { executionsOf, type SavedWorkflow } from './savedWorkflows';

/** Opens the list of a workflow's executions. */
export async function openExecutions(editor: Editor, { id }: SavedWorkflow): Promise<void> {
	const { page } = editor;
	// n8n 2.41 shows a checklist above the executions of a workflow that was just published.
	const checklist = page.getByText('Production Checklist', { exact: true });
	await page.addLocatorHandler(checklist, async () => await page.keyboard.press('Escape'));
	await editor.open(`workflow/${id}/executions`);
}

/**
 * Clicks Retry for the newest execution, and waits for the new one.
 * @returns its status
 */
export async function retry(page: Page, workflow: SavedWorkflow, choice: string): Promise<string> {
	const [newest] = await executionsOf(page, workflow.id);
	await page.getByTestId('retry-execution-button').first().click();
	await page.getByRole('menuitem').filter({ hasText: choice, visible: true }).click();
	let status = '';
	await expect
		.poll(
			async () => {
				const [execution] = await executionsOf(page, workflow.id);
				status = execution?.id === newest?.id ? 'new' : (execution?.status ?? 'new');
				return status;
			},
			{ timeout: 60_000 },
		)
		.not.toMatch(/^(new|running)$/);
	return status;
}
