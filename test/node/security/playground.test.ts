import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makePrivateFolder } from '../../../playground/folders';
import { environment } from '../../../playground/n8n';
import { ownerOf } from '../../../playground/owner';
import { startSandbox } from '../../../sandbox';

const temporary = mkdtempSync(join(tmpdir(), 'playground-test-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const permissions = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the playground', () => {
	it('has n8n listen on this machine only, and install no package beside this one', () => {
		expect(environment({ userFolder: temporary, port: 1, brokerPort: 2 })).toMatchObject({
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
		});
	});

	it('has a folder, and in it a password, that no other user of this machine reads', () => {
		const folder = join(temporary, 'private');
		makePrivateFolder(folder);
		const { password } = ownerOf(folder);
		expect(permissions(folder)).toBe('700');
		expect(permissions(join(folder, 'owner.json'))).toBe('600');
		expect(password.length).toBeGreaterThanOrEqual(20);
	});

	it('has another password for each fresh start, and keeps it for the next', () => {
		const folders = ['one', 'two'].map((name) => join(temporary, name));
		folders.forEach(makePrivateFolder);
		const [one, two] = folders.map((folder) => ownerOf(folder).password);
		expect(one).not.toBe(two);
		expect(ownerOf(folders[0]!).password).toBe(one);
	});
});

it('the sandbox listens on this machine only', async () => {
	const sandbox = await startSandbox();
	await sandbox.close();
	expect(new URL(sandbox.url).hostname).toBe('127.0.0.1');
});
