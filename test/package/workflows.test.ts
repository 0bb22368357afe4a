import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root, runTool } from './command';

interface Job {
	permissions?: Record<string, string>;
	steps: Array<{ uses?: string; run?: string }>;
}

interface Workflow {
	permissions: object;
	jobs: Record<string, Job>;
}

const folder = join(root, '.github', 'workflows');
const names = readdirSync(folder);
const text = (name: string) => readFileSync(join(folder, name), 'utf8');
const workflow = (name: string) => parse(text(name)) as Workflow;
const commands = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);

it("GitHub's own parser accepts every workflow", () => {
	const files = names.map((name) => join(folder, name));
	const { output } = runTool('tsx', 'test/package/checkWorkflows.ts', ...files);
	expect(output).toBe('Checked\n');
});

describe.each(names)('%s', (name) => {
	const { jobs, permissions } = workflow(name);

	it('grants nothing to the workflow, to each job to read, and more to three that run none of our code', () => {
		expect(permissions).toEqual({});
		const more: Record<string, object> = {
			publish: { contents: 'read', 'id-token': 'write' },
			release: { contents: 'write' },
			report: { issues: 'write' },
		};
		for (const [id, job] of Object.entries(jobs)) {
			expect(job.permissions).toEqual(more[id] ?? { contents: 'read' });
			if (id in more) expect(commands(job).join()).not.toMatch(/npm (ci|run|install|test)|npx/);
		}
	});

	it('pins each action by a full commit, and says which version that is', () => {
		const uses = text(name).match(/uses: .*/g) ?? [];
		expect(uses.length).toBeGreaterThan(0);
		for (const use of uses)
			expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});
});
