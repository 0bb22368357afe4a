import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import manifest from '../../../package.json';

const credentialType = new MessengerApi();

const shownFields = credentialType.properties.filter(({ type }) => type !== 'hidden');

it('has its three fields, the key as a password', () => {
	expect(
		shownFields.map(({ displayName, name, type, required, default: value, typeOptions }) => ({
			displayName,
			name,
			type,
			required,
			default: value,
			typeOptions,
		})),
	).toEqual([
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			typeOptions: undefined,
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			required: true,
			default: '',
			typeOptions: { password: true },
		},
		{
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			required: undefined,
			default: false,
			typeOptions: undefined,
		},
	]);
	expect(shownFields.every(({ description }) => description)).toBe(true);
});

it("leads to the README's section on how to make it", () => {
	const [repository, section] = credentialType.documentationUrl.split('#');
	expect(repository).toBe(manifest.homepage.replace(/#.*/, ''));
	const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
	const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
	expect(headings.map((heading) => heading.toLowerCase().replaceAll(' ', '-'))).toContain(section);
});

it('is what saved workflows call it, with icons for both themes', () => {
	expect(credentialType.name).toBe('messengerApi');
	expect(credentialType.displayName).toBe('Messenger API');
	const { light, dark } = credentialType.icon as { light: string; dark: string };
	for (const icon of [light, dark]) {
		expect(existsSync(join('credentials', icon.replace('file:', '')))).toBe(true);
	}
	expect(light).not.toBe(dark);
});
