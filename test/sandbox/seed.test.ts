import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox';

const workspaceId = '5e3f120b-3a24-4674-b43b-053233c6afdc';
const empty = { workspaceId, contacts: [], lists: [], verdicts: {} };
const folder = mkdtempSync(join(tmpdir(), 'sandbox-seed-'));
const path = join(folder, 'seed.json');
afterAll(() => rmSync(folder, { recursive: true }));

const startWith = async (text: string) => {
	writeFileSync(path, text);
	return await startSandbox({ seed: path });
};

it.each([
	['{', /JSON/],
	[JSON.stringify({ ...empty, lists: [{ uuid: 'x' }] }), /seed\/lists\/0 /],
])('a seed file %s is refused with its name and the reason', async (text, reason) => {
	const start = startWith(text);
	await expect(start).rejects.toThrow(reason);
	await expect(start).rejects.toThrow(`The seed file ${path} cannot be used`);
});
