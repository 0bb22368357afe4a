import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './command';

it("the demo says what each step gave for the user's own file, which rows to correct, and what arrived", () => {
	const folder = mkdtempSync(join(tmpdir(), 'demo-test-'));
	const csv = join(folder, 'my {own} [list] *.csv');
	const rows = [
		'\ufeffname,email,messenger_number,plan',
		'"Li, Nathan",Nathan@Example.com,+1 415 555 0123,pro',
		'"Li, Nathan",nathan@example.com,+1 415 555 0123,pro',
		'',
		'Ana,info@example.com,,basic',
		'Kofi,a@,,basic',
	];
	writeFileSync(csv, rows.join('\n'));
	const { exitCode, output } = runTool('tsx', 'tools/playground/demo.ts', '--csv', csv);
	rmSync(folder, { recursive: true });
	expect(output).toMatch(/Verify Email +3 {2}\(and 1 through/);
	expect(output).toMatch(/Send Event +2$/m);
	expect(output).toMatch(/Send Campaign +1$/m);
	expect(output).toMatch(/a@: 'Email' isn't a valid email address: "a@"/);
	expect(output).toMatch(/POST +\/webhook\/campaign +200 {2}× 1/);
	expect(exitCode).toBe(0);
});
