import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import manifest from '../../../package.json';

const { name, displayName, icon, documentationUrl, properties } = new MessengerApi();
const root = join(__dirname, '../../..');

it('is what saved workflows call it, with three fields, the key as a password', () => {
	expect([name, displayName]).toEqual(['messengerApi', 'Messenger API']);
	expect(properties.filter(({ type }) => type !== 'hidden')).toMatchObject([
		{ name: 'baseUrl', type: 'string', required: true, default: '' },
		{
			name: 'apiKey',
			type: 'string',
			required: true,
			default: '',
			typeOptions: { password: true },
		},
		{ name: 'allowHttp', type: 'boolean', default: false },
	]);
});

it("leads to the README's section on how to make it", () => {
	const [repository, section] = documentationUrl.split('#');
	expect(repository).toBe(manifest.homepage.replace(/#.*/, ''));
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	expect(readme.toLowerCase().replaceAll(' ', '-')).toContain(`\n##-${section}\n`);
});

it('has icons for both themes', () => {
	const icons = Object.values(icon).map((path) => join(root, 'credentials', path.slice(5)));
	expect(new Set(icons).size).toBe(2);
	expect(icons.every(existsSync)).toBe(true);
});
