import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { homepage } from '../../package.json';

const root = join(__dirname, '../..');

/** The sources of what is published, without their comments. */
const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => ({
			path: join(folder, name),
			text: readFileSync(join(root, folder, name), 'utf8').replace(/\/\*[^]*?\*\/|\/\/ .*/g, ''),
		})),
);

/** The files in whose code something is found. */
const filesWith = (pattern: RegExp) =>
	sources.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).sort();

it('the package loads nothing that could reach the network by itself', () => {
	const modules = sources.flatMap(({ text }) =>
		[...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*'([^'.][^']*)'/g)].map(
			([, name]) => name,
		),
	);
	expect([...new Set(modules)].sort()).toEqual(['n8n-workflow', 'node:crypto']);
	expect(filesWith(/\b(?:fetch|WebSocket|XMLHttpRequest|eval)\s*\(/)).toEqual([]);
});

it('only the transport and the test of the credential ask n8n to send something', () => {
	expect(filesWith(/helpers\.(http)?[rR]equest|[rR]equestWithAuth/)).toEqual([
		'nodes/runtime/http/transport.ts',
		'nodes/runtime/node/credentialTest.ts',
	]);
});

it('no text of the package names an address elsewhere but that of its documentation', () => {
	const addresses = sources.flatMap(({ text }) => text.match(/https?:\/\/[\w.-]+[^'"`\s]*/g) ?? []);
	const example = /^https?:\/\/(([\w-]+\.)*example\.com|localhost)\b/;
	const documentation = homepage.replace(/#.*/, '#');
	const isOwn = (address: string) => example.test(address) || address.startsWith(documentation);
	expect(addresses.filter((address) => !isOwn(address))).toEqual([]);
});

it('every text for people names parameters and choices by their labels in the editor', () => {
	type Property = INodeProperties | INodePropertyCollection | INodePropertyOptions;
	const all = (found: Property[]): Property[] =>
		found.flatMap((one) => [
			one,
			...all('values' in one ? one.values : 'options' in one ? (one.options ?? []) : []),
		]);
	const shown = all([...new Messenger().description.properties, ...new MessengerApi().properties]);
	// One of n8n's own settings, of On Error.
	const labels = new Set([
		'Continue (using error output)',
		...shown.flatMap(({ name, ...one }) => [name, (one as INodeProperties).displayName]),
	]);
	// All texts in the sources but expressions, without what is put into them.
	const texts = sources
		.flatMap(({ text }) => [...text.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)])
		.map(([, , found = '']) => found.replace(/\$\{[^}]*\}/g, ''))
		.filter((found) => !/\$(parameter|rawParameter|self)/.test(found));
	const named = texts.flatMap((text) => [...text.matchAll(/'([A-Z][\w ()]*)'/g)]);
	expect(named.length).toBeGreaterThan(20);
	expect(named.map(([, label]) => label).filter((label) => !labels.has(label!))).toEqual([]);
});
