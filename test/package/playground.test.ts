import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makePrivateFolder } from '../../tools/playground/folders';
import { environment } from '../../tools/playground/n8n';
import { ownerOf } from '../../tools/playground/n8nSession';
import { startSandbox } from '../../tools/sandbox';

const temporary = mkdtempSync(join(tmpdir(), 'playground-test-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const permissions = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('the playground and the sandbox listen on this machine only', async () => {
	expect(environment({ userFolder: temporary, port: 1, brokerPort: 2 })).toMatchObject({
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
	});
	const sandbox = await startSandbox();
	await sandbox.close();
	expect(new URL(sandbox.url).hostname).toBe('127.0.0.1');
});

it('the playground has a folder that no other user reads, and for each its own password', () => {
	const [one = '', two = ''] = ['one', 'two'].map((name) => join(temporary, name));
	for (const folder of [one, two]) makePrivateFolder(folder);
	const { password } = ownerOf(one);
	expect(permissions(one)).toBe('700');
	expect(permissions(join(one, 'owner.json'))).toBe('600');
	expect(password.length).toBeGreaterThanOrEqual(20);
	expect(ownerOf(two).password).not.toBe(password);
	expect(ownerOf(one).password).toBe(password);
});
