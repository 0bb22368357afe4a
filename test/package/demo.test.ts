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

it('sends exactly what it should, and says what each step gave and what arrived', async () => {
	const { exitCode, output } = await demo([]);

	expect(output).toMatch(/Verify Email +28 {2}\(4 to correct\)/);
	expect(output).toContain('Mailing lists:  Newsletter, Product updates');
	expect(output).toMatch(/a@: 'Email' isn't a valid email address: "a@"$/m);
	expect(output).toMatch(/GET +\/webhook\/contact\/find +22 × 200, 5 × 404/);
	expect(output).toContain('received exactly the 93 requests that it should have');
	expect(exitCode).toBe(0);
});

it("takes the user's own file from a spreadsheet, and sends once to an address that occurs twice", async () => {
	const path = csv(
		'my {own} [list] *.csv',
		'\ufeffname,email,messenger_number,plan',
		'"Li, Nathan",Nathan@Example.com,+1 415 555 0123,pro',
		'"Li, Nathan",nathan@example.com,+1 415 555 0123,pro',
		'',
		'Ana,info@example.com,,basic',
	);
	const { exitCode, output } = await demo(['--csv', path]);

	expect(output).toContain(`${path}, 3 rows`);
	expect(output).toMatch(/Verify Email +3$/m);
	expect(output).toMatch(/Send Event +2$/m);
	expect(output).toMatch(/Only Safe Addresses +1 {2}\(1 left out\)/);
	expect(output).toMatch(/Send Campaign +1$/m);
	expect(exitCode).toBe(0);
});

it('fails for a single value that differs in one of the bodies that arrived, and names it', async () => {
	const { exitCode, output } = await demo([], async () => {
		const sandbox = await startSandbox();
		const requests = async () => {
			const text = JSON.stringify(await sandbox.requests());
			return JSON.parse(
				text.replace('"template_name":"welcome', '"template_name":"bye'),
			) as JournalEntry[];
		};
		return { ...sandbox, requests };
	});
	expect(output).toMatch(/ 1 missing:\n.*"template_name":"welcome/);
	expect(output).toMatch(/ 1 not expected:\n.*"template_name":"bye/);
	expect(exitCode).toBe(1);
});

it.each([
	['is not there', join(folder, 'none.csv'), 'is not there. Check the path after --csv.'],
	['is empty', csv('empty.csv', ''), 'contains no contacts'],
	['lacks a column', csv('column.csv', 'email,phone', 'a@b.example,+1415'), 'has no column'],
	['has semicolons', csv('semicolons.csv', 'email;messenger_number', 'a;b'), 'by ";": separate'],
	['has a row that is too long', csv('ragged.csv', 'email,messenger_number', 'a,b,c'), 'on line 2'],
])('a contacts file that %s is refused before anything starts', async (_case, path, reason) => {
	const { exitCode, output } = await demo(['--csv', path], () => {
		throw new Error('The service was started');
	});
	expect(output).toContain(path);
	expect(output).toContain(reason);
	expect(exitCode).toBe(1);
});
