import { startSandbox } from '../../sandbox';
import { sandboxCommand } from '../../sandbox/commandLine';
import { optionDescriptions, resolveOptions, toCommandLine } from '../../sandbox/options';

const all = {
	host: 'localhost',
	port: 3456,
	apiKey: 'a key',
	rate: 100,
	burst: 50,
	retryAfter: 1,
	blockAfter: 20,
	blockSeconds: 1.5,
	latency: 5,
	seed: 'my seed.json',
};

const parsed = (...commandLine: string[]) =>
	sandboxCommand()
		.exitOverride()
		.configureOutput({ writeErr: () => {} })
		.parse(commandLine, { from: 'user' })
		.opts();

it('options come through the command line and back', () => {
	expect(Object.keys(all).sort()).toEqual(Object.keys(optionDescriptions).sort());
	expect(parsed(...toCommandLine(all))).toEqual(all);
	expect(parsed()).toEqual({});
});

it.each([
	[['--rate', 'fast'], '--rate must be a number from 0.001 to 1000000, not "NaN"'],
	[['--rate='], '--rate must not be empty'],
	[['--port', '70000'], '--port must be a number from 0 to 65535, not "70000"'],
	[['--burst', '5'], '--burst needs --rate'],
	[['--api-key', ''], '--api-key must not be empty'],
])('options that cannot be are refused: %j', (commandLine, message) => {
	expect(() => resolveOptions(parsed(...commandLine))).toThrow(message);
});

it.each([
	['no JSON', __filename, /JSON/],
	['no seed', require.resolve('../../package.json'), /seed must have required property/],
])('a seed file that is %s is refused by its name', async (_, seed, reason) => {
	const start = startSandbox({ seed });
	await expect(start).rejects.toThrow(`The seed file ${seed} cannot be used`);
	await expect(start).rejects.toThrow(reason);
});
