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

const ci = workflow('ci.yml').jobs;
const { tag, check, pack, publish, scan, release } = workflow('publish.yml').jobs;

it('tests every change on Node 20, 22 and 24, and whole servers once', () => {
	expect(ci.tests?.strategy?.matrix.node).toEqual([20, 22]);
	expect(commands(ci.tests!)).toEqual(['.ci/run tests']);
	expect(commands(ci.check!)).toEqual(['.ci/run']);
	expect(text('ci.yml')).toContain('path: playground/node_modules');
});

it('publishes the packed bytes with provenance, after the tag was checked and everything passed', () => {
	expect(commands(tag!)).toEqual(['npm ci', 'npx tsx release/checkTag.ts "$GITHUB_REF_NAME"']);
	expect(check).toMatchObject({ needs: 'tag' });
	expect(commands(check!)).toEqual(['.ci/run']);
	expect(pack).toMatchObject({ needs: 'check' });
	expect(publish).toMatchObject({ needs: 'pack' });
	// The job with the identity to publish runs nothing of the repository: it uploads the packed file.
	expect(commands(publish!)).toEqual([
		'echo "$SHA256  $(ls ./*.tgz)" | sha256sum --check --strict',
		'npm publish --ignore-scripts --provenance --access public ./*.tgz',
	]);
});

it("looks for the scanner's word of success, and makes a release of the changelog", () => {
	expect(scan).toMatchObject({ needs: 'publish' });
	expect(commands(scan!).join()).toContain('grep -q "has passed"');
	expect(release).toMatchObject({ needs: 'publish' });
	expect(commands(release!).join()).toContain('--notes-file notes.md');
});

it('tries the newest n8n each month, and keeps one issue open where it fails', () => {
	const { check, report } = workflow('newest.yml').jobs;
	expect(text('newest.yml')).toContain("cron: '0 5 1 * *'");
	expect(commands(check!).join()).toMatch(/n8n-core@latest.*n8n@latest.*test:e2e/s);
	expect(report).toMatchObject({ needs: 'check', if: 'failure()' });
	expect(commands(report!).join()).toMatch(/gh issue list.*gh issue comment.*gh issue create/s);
});
