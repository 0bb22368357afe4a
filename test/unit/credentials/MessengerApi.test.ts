import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import manifest from '../../../package.json';

const { name, displayName, documentationUrl } = new MessengerApi();
const root = join(__dirname, '../../..');

it('is what saved workflows call it', () => {
	expect([name, displayName]).toEqual(['messengerApi', 'Messenger API']);
});

it("leads to the README's section on how to make it", () => {
	const [repository, section] = documentationUrl.split('#');
	expect(repository).toBe(manifest.homepage.replace(/#.*/, ''));
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	expect(readme.toLowerCase().replaceAll(' ', '-')).toContain(`\n##-${section}\n`);
});
