import { homepage } from '../../../package.json';
import { sources } from '../sources';

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
