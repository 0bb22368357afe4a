import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './command';

const folder = mkdtempSync(join(tmpdir(), 'demo-test-'));

afterAll(() => rmSync(folder, { recursive: true }));

function csv(name: string, ...lines: string[]): string {
	const path = join(folder, name);
	writeFileSync(path, lines.join('\n'));
	return path;
}

const demo = (...args: string[]) => runTool('tsx', 'tools/playground/demo.ts', ...args);

it('says what each step gave, which rows to correct, and what arrived', () => {
	const { exitCode, output } = demo();
	expect(output).toMatch(/Verify Email +28 {2}\(and 4 through/);
	expect(output).toMatch(/a@: 'Email' isn't a valid email address: "a@"/);
	expect(output).toMatch(/GET +\/webhook\/contact\/find +404 {2}× 5/);
	expect(output).toContain('The sandbox received 93 requests.');
	expect(exitCode).toBe(0);
});

it("takes the user's own file from a spreadsheet, and sends once to an address that occurs twice", () => {
	const path = csv(
		'my {own} [list] *.csv',
		'\ufeffname,email,messenger_number,plan',
		'"Li, Nathan",Nathan@Example.com,+1 415 555 0123,pro',
		'"Li, Nathan",nathan@example.com,+1 415 555 0123,pro',
		'',
		'Ana,info@example.com,,basic',
	);
	const { exitCode, output } = demo('--csv', path);
	expect(output).toMatch(/Send Event +2$/m);
	expect(output).toMatch(/Send Campaign +1$/m);
	expect(exitCode).toBe(0);
});
