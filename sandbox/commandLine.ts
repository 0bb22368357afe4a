import { Command, Option } from 'commander';
import { defaults, flag, optionDescriptions, optionNames, type SandboxOptions } from './options';

/**
 * The command line of the sandbox. It gives the options that are named, without the defaults; what
 * a value may be is checked by `resolveOptions`.
 */
export function sandboxCommand(): Command {
	const command = new Command('npm run sandbox --').description(
		'Starts a local server that behaves as the service does.',
	);
	for (const name of optionNames) command.addOption(optionNamed(name));
	return command;
}

function optionNamed(name: keyof SandboxOptions): Option {
	const { value, description, range } = optionDescriptions[name];
	const { [name]: known }: SandboxOptions = { ...defaults, seed: 'sandbox/seed.json' };
	const suffix = known === undefined ? '' : ` (default: ${known})`;
	const option = new Option(`--${flag(name)} <${value}>`, description + suffix);
	// An empty value is no zero.
	return range ? option.argParser((text) => (text === '' ? text : Number(text))) : option;
}
