import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../playground/demo/main';
import { startSandbox, type JournalEntry } from '../../sandbox';

const folder = mkdtempSync(join(tmpdir(), 'demo-test-'));

afterAll(() => rmSync(folder, { recursive: true }));

function csv(name: string, ...lines: string[]): string {
	const path = join(folder, name);
	writeFileSync(path, lines.join('\n'));
	return path;
}

async function demo(args: string[], startService = () => startSandbox()) {
	const lines: string[] = [];
	const exitCode = await main(args, { print: (line) => lines.push(line), startService });
	return { exitCode, output: lines.join('\n') };
}

describe('with the example contacts', () => {
	it('sends exactly what it should, and says what each step gave and what arrived', async () => {
		const { exitCode, output } = await demo([]);

		expect(output).toMatch(/Verify Email +28 {2}\(4 to correct\)/);
		expect(output).toMatch(/Send Campaign +20 {2}\(1 to correct\)/);
		expect(output).toContain('Mailing lists:  Newsletter, Product updates');
		expect(output).toContain('Variables:      First name, Language');
		expect(output).toContain("a@: 'Email' isn't a valid email address: \"a@\"");
		expect(output).toMatch(/GET +\/webhook\/contact\/find +22 × 200, 5 × 404/);
		expect(output).toMatch(/POST \/webhook\/event\/send +26 × 200/);
		expect(output).toMatch(/POST \/webhook\/campaign +20 × 200/);
		expect(output).toContain('received exactly the 103 requests that it should have');
		expect(exitCode).toBe(0);
	});
});

describe("with the user's own contacts", () => {
	it('takes a file from a spreadsheet, in a path with special characters', async () => {
		const path = csv(
			'my {own} [list] *.csv',
			'\ufeffname,email,messenger_number,plan',
			'"Li, Nathan",Nathan@Example.com,+1 415 555 0123,pro',
			'',
			'Ana,info@example.com,,basic',
		);
		const { exitCode, output } = await demo(['--csv', path]);

		expect(output).toContain(`${path}, 2 rows`);
		expect(output).toMatch(/Send Event +2$/m);
		expect(output).toMatch(/Only Safe Addresses +1 {2}\(1 left out\)/);
		expect(output).toMatch(/Send Campaign +1$/m);
		expect(output).toContain('The sandbox received 9 requests.');
		expect(exitCode).toBe(0);
	});

	it('sends one event and one campaign for an address that occurs many times', async () => {
		const rows = Array.from({ length: 200 }, (_, index) => {
			const number = index % 100;
			return `${index < 100 ? 'p' : 'P'}${number}@example.com,+1 415 555 ${1000 + number}`;
		});
		const path = csv('many.csv', 'email,messenger_number', ...rows);
		const { exitCode, output } = await demo(['--csv', path]);

		expect(output).toMatch(/Verify Email +200$/m);
		expect(output).toMatch(/POST \/webhook\/event\/send +100 × 200/);
		expect(output).toMatch(/POST \/webhook\/campaign +100 × 200/);
		expect(exitCode).toBe(0);
	});
});

describe('when the sandbox did not receive what it should have', () => {
	/** The demo with a journal in which something else stands. */
	const demoWith = async (change: (journal: JournalEntry[]) => JournalEntry[]) =>
		await demo([], async () => {
			const sandbox = await startSandbox();
			return { ...sandbox, requests: async () => change(await sandbox.requests()) };
		});
	const isCampaign = ({ path }: JournalEntry) => path === '/webhook/campaign';

	it('fails for a campaign that got lost, and names it', async () => {
		const { exitCode, output } = await demoWith((journal) => {
			const lost = journal.find(isCampaign);
			return journal.filter((entry) => entry !== lost);
		});

		expect(output).toContain('This is not what the workflow should have sent.');
		expect(output).toMatch(/ 1 missing:\n.*"from_number":"\+14155550100"/);
		expect(output).not.toContain('not expected:');
		expect(exitCode).toBe(1);
	});

	it('fails for an event that arrived twice', async () => {
		const { exitCode, output } = await demoWith((journal) => [
			...journal,
			...journal.filter(({ path }) => path === '/webhook/event/send').slice(0, 1),
		]);

		expect(output).toMatch(/ 1 not expected:\n.*"code":"crm_import"/);
		expect(output).not.toContain('missing:');
		expect(exitCode).toBe(1);
	});

	it('fails for a single value that differs in one body', async () => {
		const { exitCode, output } = await demoWith((journal) => {
			const body = JSON.stringify(journal.find(isCampaign)?.body).replace('"welcome', '"farewell');
			return journal.with(journal.findIndex(isCampaign), {
				...journal.find(isCampaign)!,
				body: JSON.parse(body),
			});
		});

		expect(output).toMatch(/ 1 missing:\n.*"template_name":"welcome/);
		expect(output).toMatch(/ 1 not expected:\n.*"template_name":"farewell/);
		expect(exitCode).toBe(1);
	});

	it('fails where the workflow stops, with the error and the step', async () => {
		const { exitCode, output } = await demo([], async () => ({
			...(await startSandbox()),
			apiKey: 'another-key',
		}));

		expect(output).toContain('The workflow stopped in Get Mailing Lists: ');
		expect(output).toContain("Check 'API Key'");
		expect(output).not.toContain('another-key');
		expect(exitCode).toBe(1);
	});
});

describe('a contacts file that cannot be used', () => {
	it.each([
		['is not there', join(folder, 'none.csv'), 'is not there. Check the path after --csv.'],
		['is a folder', folder, 'cannot be read: EISDIR'],
		['is empty', csv('empty.csv', ''), 'holds no contacts'],
		['has a header alone', csv('header.csv', 'email,messenger_number'), 'holds no contacts'],
		[
			'lacks a column',
			csv('column.csv', 'email,phone', 'a@example.com,+14155550101'),
			'has no column "messenger_number". Its columns are: email, phone.',
		],
		[
			'has semicolons',
			csv('semicolons.csv', 'email;messenger_number', 'a@example.com;+14155550101'),
			'Its columns are separated by ";": separate them by ",".',
		],
		[
			'has a row that is too long',
			csv('ragged.csv', 'email,messenger_number', 'a@example.com,+14155550101,x'),
			'cannot be read as CSV: Invalid Record Length: columns length is 2, got 3 on line 2',
		],
	])('that %s is refused in words, before anything starts', async (_case, path, reason) => {
		const { exitCode, output } = await demo(['--csv', path], () => {
			throw new Error('The service was started');
		});
		expect(output).toContain(path);
		expect(output).toContain(reason);
		expect(exitCode).toBe(1);
	});
});

describe('the command line', () => {
	it('shows its options', async () => {
		const { exitCode, output } = await demo(['--help']);
		expect(output).toContain('Usage: npm run demo -- [options]');
		expect(output).toContain('--csv <file>');
		expect(exitCode).toBe(0);
	});

	it('refuses an option that it does not know', async () => {
		const { exitCode, output } = await demo(['--cvs', 'my.csv']);
		expect(output).toContain("unknown option '--cvs'");
		expect(exitCode).toBe(1);
	});
});
