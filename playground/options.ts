import { parseArgs } from 'node:util';
import type { PlaygroundOptions } from './playground';

export const help = `Starts a real n8n with this package, a sandbox of the service and the example workflows.

  npm start -- [options]

  --port <number>          the editor's port (5678)
  --sandbox-port <number>  the sandbox's port (3456)
  --fresh                  begin anew: forget workflows, credentials and executions
  --help                   show this`;

/** A command line that cannot be understood. */
export class OptionError extends Error {}

/**
 * Reads the command line of `npm start`.
 * @returns the options, or `'help'` where help is asked for
 * @throws OptionError for an unknown option, or a port that is none
 */
export function parseCommandLine(args: string[]): PlaygroundOptions | 'help' {
	const values = parse(args);
	if (values.help) return 'help';
	return {
		fresh: values.fresh,
		port: portOf('--port', values.port),
		sandboxPort: portOf('--sandbox-port', values['sandbox-port']),
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				port: { type: 'string', default: '5678' },
				'sandbox-port': { type: 'string', default: '3456' },
				fresh: { type: 'boolean', default: false },
				help: { type: 'boolean', default: false },
			},
		}).values;
	} catch (error) {
		throw new OptionError((error as Error).message);
	}
}

function portOf(option: string, text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new OptionError(`${option} must be a whole number from 1 to 65535, not "${text}"`);
	}
	return port;
}
