import { sandboxCommand } from '../../sandbox/commandLine';
import {
	optionDescriptions,
	OptionError,
	resolveOptions,
	toCommandLine,
} from '../../sandbox/options';

const all = {
	host: 'localhost',
	port: 3456,
	apiKey: 'a key',
	rate: 100,
	burst: 50,
	retryAfter: 1,
	retryAfterDate: true,
	blockAfter: 20,
	blockSeconds: 1.5,
	latency: 5,
	outage: 'silence' as const,
	outageSeconds: 2.5,
	outageAfter: 3,
	clockSkew: -60,
	seed: 'my seed.json',
	notFoundStatus: 200,
	campaignFailureStatus: 422,
	emailParameter: 'address',
};

function parseCommandLine(commandLine: string[]) {
	return sandboxCommand()
		.exitOverride()
		.configureOutput({ writeErr: () => {} })
		.parse(commandLine, { from: 'user' })
		.opts();
}

describe('The options of the sandbox', () => {
	it('come through the command line and back', () => {
		expect(Object.keys(all).sort()).toEqual(Object.keys(optionDescriptions).sort());
		expect(parseCommandLine(toCommandLine(all))).toEqual(all);
	});

	it('have defaults that no option is needed for', () => {
		expect(parseCommandLine([])).toEqual({});
		expect(resolveOptions({})).toEqual({
			host: '127.0.0.1',
			port: 0,
			apiKey: 'sandbox-development-key',
			retryAfterDate: false,
			blockSeconds: 60,
			latency: 0,
			outageSeconds: 20,
			outageAfter: 0,
			clockSkew: 0,
			seed: expect.stringMatching(/seed\.json$/),
			notFoundStatus: 404,
			campaignFailureStatus: 400,
			emailParameter: 'email',
		});
	});

	it.each([
		[['--rate', 'fast'], '--rate must be a number above 0, not "NaN"'],
		[['--rate='], '--rate must not be empty, not ""'],
		[['--port', '70000'], '--port must be a whole number from 0 to 65535, not "70000"'],
		[['--rate', '5', '--burst', '0'], '--burst must be a number from 1 up, not "0"'],
		[['--burst', '5'], '--burst needs --rate'],
		[['--outage', 'flood'], '--outage must be one of refused, 503, reset, silence, not "flood"'],
		[['--outage', 'reset', '--outage-seconds', '0'], '--outage-seconds must be a number above 0'],
		[['--not-found-status', '500'], '--not-found-status must be 200 or from 400 to 499'],
		[['--api-key', ''], '--api-key must not be empty'],
	])('are refused where they cannot be: %j', (commandLine, message) => {
		const resolve = () => resolveOptions(parseCommandLine(commandLine));
		expect(resolve).toThrow(OptionError);
		expect(resolve).toThrow(message);
	});

	it('are all in the help, with their defaults', () => {
		const help = sandboxCommand().helpInformation();
		const commandLine = toCommandLine(all).map((argument) => argument.split('=', 1)[0]);
		for (const name of commandLine) expect(help).toContain(`  ${name} `);
		expect(help).toMatch(/\(default:\s+127\.0\.0\.1\)/);
	});
});
