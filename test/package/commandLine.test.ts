import { runTool } from './command';

it.each([
	['--port', '0', "'--port <number>' argument '0' is invalid. It must be a whole number"],
	['--sandbox-port', 'x', "'--sandbox-port <number>' argument 'x' is invalid."],
	['--prot', '5678', "unknown option '--prot'"],
])('npm start refuses %s %s before anything starts', async (option, value, reason) => {
	const { exitCode, output } = await runTool('tsx', 'playground/start.ts', option, value);
	expect(output).toContain(reason);
	expect(exitCode).toBe(1);
});
