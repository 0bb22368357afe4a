import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root, runTool } from './command';

interface Job {
	permissions?: Record<string, string>;
	'timeout-minutes'?: number;
	strategy?: { matrix: { node: number[] } };
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

it("is accepted by GitHub's own parser, which refuses a workflow with mistakes", async () => {
	const temporary = mkdtempSync(join(tmpdir(), 'workflows-test-'));
	const broken = join(temporary, 'broken.yml');
	writeFileSync(broken, text('publish.yml').replace('contents: read', 'contents: reed'));

	const check = (...files: string[]) => runTool('tsx', 'test/package/checkWorkflows.ts', ...files);
	const ours = await check(...names.map((name) => join(folder, name)));
	const refused = await check(broken);
	rmSync(temporary, { recursive: true });

	expect(ours).toEqual({ exitCode: 0, output: '' });
	expect(refused.output).toContain("Unexpected value 'reed'");
	expect(refused.exitCode).toBe(1);
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

	it('ends a job that hangs', () => {
		for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
	});
});

it('checks every change on Node 20, 22 and 24', () => {
	const { check } = workflow('ci.yml').jobs;
	expect(check?.strategy?.matrix.node).toEqual([20, 22, 24]);
	expect(check && commands(check)).toEqual(['.ci/run']);
});

it('publishes with provenance, after everything has passed and the versions agree', () => {
	const { check, pack, publish } = workflow('publish.yml').jobs;

	expect(pack).toMatchObject({ needs: 'check' });
	expect(publish).toMatchObject({ needs: 'pack' });
	expect(check && commands(check)).toEqual([
		'.ci/run',
		'npm run release:check-tag -- "$GITHUB_REF_NAME"',
	]);
	expect(pack && commands(pack)).toEqual(['npm ci', 'npm run release:pack']);
	// The job with the identity to publish runs nothing of the repository: it uploads the packed file.
	expect(publish && commands(publish)).toEqual([
		'sha256sum ./*.tgz',
		'npm publish --ignore-scripts --provenance --access public ./*.tgz',
	]);
});

it("looks at what was published by n8n's own scanner, and makes a release of the changelog", () => {
	const { scan, release } = workflow('publish.yml').jobs;
	expect(scan).toMatchObject({ needs: 'publish' });
	expect(scan && commands(scan)).toEqual([
		'npx --yes @n8n/scan-community-package n8n-nodes-messenger',
	]);
	expect(release).toMatchObject({ needs: 'publish' });
	expect(release && commands(release).join()).toContain('--notes-file notes.md');
});

it('tries the newest n8n each month, and opens an issue where it fails', () => {
	const { check, report } = workflow('newest.yml').jobs;
	expect(text('newest.yml')).toContain("cron: '0 5 1 * *'");
	expect(check && commands(check).join()).toMatch(/n8n-core@latest.*n8n@latest.*test:e2e/s);
	expect(report).toMatchObject({ needs: 'check', if: 'failure()' });
	expect(report && commands(report).join()).toContain('gh issue create');
});
