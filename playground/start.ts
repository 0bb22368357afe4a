import { Command, InvalidArgumentError } from 'commander';
import { examples } from './folders';
import { startPlayground, type PlaygroundOptions } from './playground';
import { PortTakenError } from './ports';
import { ProgramError, stopAll } from './processes';

/** `npm start`. */
async function start(): Promise<void> {
	const options = new Command('npm start --')
		.description(
			'Starts a real n8n with this package, a sandbox of the service and the example workflows.',
		)
		.option('--port <number>', "the editor's port", portOf, 5678)
		.option('--sandbox-port <number>', "the sandbox's port", portOf, 3456)
		.option('--fresh', 'start fresh: forget workflows, credentials and executions')
		.parse()
		.opts<PlaygroundOptions>();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
	await play(options);
}

function portOf(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new InvalidArgumentError('It must be a whole number from 1 to 65535.');
	}
	return port;
}

async function play(options: PlaygroundOptions): Promise<void> {
	const { editorUrl, owner, sandbox, logPath, ended } = await startPlayground(options);
	console.log(`
  n8n        ${editorUrl}
  sign in    ${owner.email}
  password   ${owner.password}

  sandbox    ${sandbox.url}   API key ${sandbox.apiKey}
  received   ${sandbox.url}/_sandbox/requests
  examples   ${examples}
  n8n's log  ${logPath}

  Ctrl-C stops everything.
`);
	const code = await ended;
	if (isStopping) return;
	throw new Error(`n8n ended with ${code}. Its log: ${logPath}`);
}

let isStopping = false;

async function stop(): Promise<void> {
	if (isStopping) return;
	isStopping = true;
	console.log('\nStopping n8n and the sandbox …');
	await stopAll();
	process.exit(0);
}

start().catch(async (error: unknown) => {
	// A process that is stopped on purpose reports its end as an error, too.
	if (isStopping) return;
	isStopping = true;
	const isExpected = error instanceof PortTakenError || error instanceof ProgramError;
	console.error(isExpected ? (error as Error).message : error);
	await stopAll();
	process.exit(1);
});
