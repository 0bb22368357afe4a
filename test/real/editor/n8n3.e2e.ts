import { exampleWorkflows } from '../../../playground/content';
import { rest } from './savedWorkflows';
import { expect, test } from './test';

/** n8n's own report of what its next version takes away (Settings → Migration report). */
interface Report {
	totalWorkflows: number;
	report: {
		workflowResults: object[];
		instanceResults: Array<{ ruleId: string }>;
	};
}

test('the examples and these settings use nothing that is gone in n8n 3', async ({ page }) => {
	const path = 'breaking-changes/report/refresh?version=v3';
	const { totalWorkflows, report } = await rest<Report>(page, 'post', path);
	expect(totalWorkflows).toBeGreaterThanOrEqual(exampleWorkflows().length);
	expect(report.workflowResults).toEqual([]);
	// Limits and menus that the package has nothing to do with, and what n8n 2 cannot know of the list.
	expect(report.instanceResults.map(({ ruleId }) => ruleId)).toEqual([
		'compression-node-limits-v3',
		'ssrf-default-blocked-ranges-v3',
		'task-runner-task-timeout-v3',
		'workflow-import-url-removed-v3',
	]);
});
