import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox';
import { schemaNamed, ServiceDocument } from '../../sandbox/document';
import { defaultSeedPath, readSeed } from '../../sandbox/seed';
import { send } from './client';

const workspaceId = '5e3f120b-3a24-4674-b43b-053233c6afdc';

describe("The sandbox's own seed", () => {
	const document = new ServiceDocument();
	const seed = readSeed(defaultSeedPath, document);

	it('has contacts with different emails under domains kept for examples', () => {
		const emails = seed.contacts.map(({ email }) => email);
		expect(new Set(emails).size).toBe(emails.length);
		for (const email of emails) expect(email).toMatch(/@example\.(com|org|net)$/);
	});

	it('has contacts that a campaign can be sent to', () => {
		for (const { messenger_number } of seed.contacts) {
			expect(document.errors('contact', schemaNamed('Recipient'), { messenger_number })).toEqual(
				[],
			);
		}
	});
});

describe('A seed file', () => {
	let folder: string;
	let path: string;

	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'sandbox-seed-'));
		path = join(folder, 'seed.json');
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	const empty = { workspaceId, contacts: [], lists: [], verdicts: {} };
	const startWith = async (seed: unknown) => {
		writeFileSync(path, typeof seed === 'string' ? seed : JSON.stringify(seed));
		return await startSandbox({ seed: path });
	};

	it.each([
		['no variables', {}, { success: true, id: workspaceId }],
		['an empty list of variables', { variables: [] }, { success: true, id: workspaceId, data: [] }],
		[
			'variables',
			{ variables: [{ key: 'plan' }] },
			{ success: true, id: workspaceId, data: [{ key: 'plan' }] },
		],
	])('with %s gives that form of the variables body', async (_name, change, body) => {
		const sandbox = await startWith({ ...empty, ...change });
		expect(await send(sandbox, 'GET', '/webhook/customfields')).toMatchObject({
			status: 200,
			body,
		});
		expect((await send(sandbox, 'GET', '/webhook/customfields')).body).toEqual(body);
		await sandbox.close();
	});

	it.each([
		['is not JSON', '{', /JSON/],
		['has no workspace', { ...empty, workspaceId: undefined }, /seed must have .*'workspaceId'/],
		[
			'has a contact without an email',
			{ ...empty, contacts: [{}] },
			/seed\/contacts\/0 must have .*'email'/,
		],
		['has a list with a broken uuid', { ...empty, lists: [{ uuid: 'x' }] }, /seed\/lists\/0 /],
	])('that %s is refused with its name and the reason', async (_name, seed, reason) => {
		const start = startWith(seed);
		await expect(start).rejects.toThrow(reason);
		await expect(start).rejects.toThrow(`The seed file ${path} cannot be used`);
	});

	it('that is not there is refused', async () => {
		const missing = join(folder, 'missing.json');
		await expect(startSandbox({ seed: missing })).rejects.toThrow(/missing\.json cannot .* ENOENT/);
	});
});
