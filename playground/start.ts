import { examples } from './folders';
import { help, OptionError, parseCommandLine } from './options';
import { startPlayground, type PlaygroundOptions } from './playground';
import { PortTakenError } from './ports';
import { ProgramError, stopAll } from './processes';

/** `npm start`. */
async function start(): Promise<void> {
	const options = parseCommandLine(process.argv.slice(2));
	if (options === 'help') {
		console.log(help);
		return;
	}
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
	await play(options);
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
	// What is stopped on purpose reports its end as an error, too.
	if (isStopping) return;
	isStopping = true;
	const isExpected = [OptionError, PortTakenError, ProgramError].some(
		(type) => error instanceof type,
	);
	console.error(isExpected ? (error as Error).message : error);
	await stopAll();
	process.exit(1);
});
