import { runTool } from './command';

const start = async (...args: string[]) => await runTool('tsx', 'playground/start.ts', ...args);

describe('The command line of npm start', () => {
	it.each([
		[['--port', '0'], "'--port <number>' argument '0' is invalid. It must be a whole number"],
		[['--sandbox-port', 'x'], "'--sandbox-port <number>' argument 'x' is invalid."],
		[['--prot', '5678'], "unknown option '--prot'"],
	])('refuses %j before anything starts', async (args, reason) => {
		const { exitCode, output } = await start(...args);
		expect(output).toContain(reason);
		expect(exitCode).toBe(1);
	});

	it('shows its options', async () => {
		const { exitCode, output } = await start('--help');
		expect(output).toMatch(/^Usage: npm start -- \[options\]/);
		expect(exitCode).toBe(0);
	});
});
