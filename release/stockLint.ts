import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installLocked } from '../playground/lockedInstall';
import { ProgramError, run } from '../playground/processes';

const tool = join(__dirname, 'n8nTool');
const modules = join(tool, 'node_modules');
const configuration = join(
	modules,
	'@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs',
);

/**
 * Runs `n8n-node lint` over what is published, with the configuration that n8n gives a new package; `strict` takes no
 * other. The repository has another one, because its tests are not a node.
 * @param sources the folder of `package.json`, `nodes` and `credentials`
 * @returns what it finds; nothing where it finds nothing
 */
export async function stockLint(sources: string): Promise<string> {
	installLocked(tool);
	const folder = mkdtempSync(join(tool, 'package-'));
	try {
		const published = ['package.json', 'nodes', 'credentials'];
		for (const name of published.filter((it) => existsSync(join(sources, it))))
			cpSync(join(sources, name), join(folder, name), { recursive: true });
		cpSync(join(__dirname, '..', 'tsconfig.json'), join(folder, 'tsconfig.json'));
		cpSync(configuration, join(folder, 'eslint.config.mjs'));
		const env = { ...process.env, NODE_ENV: undefined, FORCE_COLOR: '0' };
		await run(join(modules, '.bin', 'n8n-node'), ['lint'], { cwd: folder, env });
		return '';
	} catch (error) {
		if (error instanceof ProgramError) return error.message;
		throw error;
	} finally {
		rmSync(folder, { recursive: true });
	}
}
