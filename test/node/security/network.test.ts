import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../package/command';

/** The sources of what is published, without their comments. */
const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => ({
			path: join(folder, name),
			text: readFileSync(join(root, folder, name), 'utf8').replace(/\/\*[^]*?\*\/|\/\/ .*/g, ''),
		})),
);

it('the package loads nothing that could reach the network by itself', () => {
	const modules = sources.flatMap(({ text }) =>
		[...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*'([^'.][^']*)'/g)].map(
			([, name]) => name,
		),
	);
	expect([...new Set(modules)].sort()).toEqual(['n8n-workflow', 'node:crypto']);
	for (const { path, text } of sources) {
		expect({ path, found: text.match(/\b(?:fetch|WebSocket|XMLHttpRequest|eval)\s*\(/g) }).toEqual({
			path,
			found: null,
		});
	}
});

it('only the transport and the test of the credential ask n8n to send something', () => {
	const senders = sources.filter(({ text }) => /\bhelpers\b|[rR]equestWithAuth/.test(text));
	expect(senders.map(({ path }) => path).sort()).toEqual([
		'nodes/Messenger/credentialTest.ts',
		'nodes/Messenger/http/transport.ts',
	]);
});

it('no text of the package names an address elsewhere but that of its documentation', () => {
	const addresses = sources.flatMap(({ text }) => text.match(/https?:\/\/[\w.-]+[^'"`\s]*/g) ?? []);
	const elsewhere = addresses.filter(
		(address) => !/^https?:\/\/(([\w-]+\.)*example\.com|localhost)\b/.test(address),
	);
	for (const address of elsewhere)
		expect(address).toMatch(/^https:\/\/github\.com\/n8n-nodes-messenger\//);
});
