import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const bench = join(__dirname, '..');

const sources = [...readdirSync(__dirname), '../contacts.ts'].filter(
	(name) => name !== 'compile.ts',
);

/**
 * Compiles the nodes that stand around the node under test.
 * @param folder where to; the sources' folders are kept
 * @returns the folder for n8n's `N8N_CUSTOM_EXTENSIONS`
 */
export function compileNodes(folder: string): string {
	for (const source of sources) {
		const path = join(__dirname, source);
		const { outputText } = transpileModule(readFileSync(path, 'utf8'), {
			compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
		});
		const target = join(folder, relative(bench, path)).replace(/\.ts$/, '.js');
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, outputText);
	}
	return join(folder, relative(bench, __dirname));
}
