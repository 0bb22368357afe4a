import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSandbox, type SandboxOptions } from '../../sandbox';
import seed from '../../sandbox/seed.json';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
const nameless = join(folder, 'seed.json');
writeFileSync(nameless, JSON.stringify({ ...seed, lists: [{ name: 'News' }] }));
afterAll(() => rmSync(folder, { recursive: true }));

it.each<[SandboxOptions, string]>([
	[{ rate: NaN }, '--rate must be a number from 0.001 to 1000000, not "NaN"'],
	[{ burst: 5 }, '--burst needs --rate'],
	[{ apiKey: '' }, '--api-key must not be empty'],
	[{ seed: __filename }, `The seed file ${__filename} cannot be used`],
	[{ seed: nameless }, "must have required property 'uuid'"],
])('a sandbox with %j does not start, and says why', async (options, message) => {
	await expect(startSandbox(options)).rejects.toThrow(message);
});
