import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command';

interface Manifest {
	name: string;
	version: string;
	license: string;
	keywords: string[];
	engines: Record<string, string>;
	files: string[];
	scripts: Record<string, string>;
	repository: { type: string; url: string };
	peerDependencies: Record<string, string>;
	n8n: { n8nNodesApiVersion: number; strict: boolean; nodes: string[]; credentials: string[] };
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

it('is found by n8n: by its name, its keyword and the paths of its node and credential', () => {
	expect(manifest.name).toMatch(/^n8n-nodes-/);
	expect(manifest.keywords).toContain('n8n-community-node-package');
	expect(manifest.n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
	for (const path of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
		expect(manifest.files).toContain(path.split('/')[0]);
		expect({ path, exists: existsSync(join(root, path)) }).toEqual({ path, exists: true });
	}
});

it('brings nothing with it but n8n-workflow, which n8n has', () => {
	const bundled = ['bundleDependencies', 'bundledDependencies'];
	for (const kind of ['dependencies', 'optionalDependencies', ...bundled, 'overrides']) {
		expect(manifest).not.toHaveProperty(kind);
	}
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

it('runs nothing when it is installed', () => {
	const lifecycle = /^(pre|post)?(install|uninstall|prepare|publish|pack)$|^prepublishOnly$/;
	expect(Object.keys(manifest.scripts).filter((name) => lifecycle.test(name))).toEqual([]);
});

it('comes from a public GitHub repository, from which n8n fetches the sources that it checks', () => {
	expect(manifest.repository.type).toBe('git');
	expect(manifest.repository.url).toMatch(/^git\+https:\/\/github\.com\/[\w.-]+\/[\w.-]+\.git$/);
});

it('says its licence, and on which Node.js and n8n it runs', () => {
	expect(manifest.license).toBe('MIT');
	expect(readFileSync(join(root, 'LICENSE.md'), 'utf8')).toMatch(/^(# )?MIT License|MIT/);
	expect(manifest.engines).toEqual({ node: '>=20.19', n8n: '>=1.123' });
});
