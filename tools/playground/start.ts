/** `npm run dev`: a real n8n with the node, the sandbox and the examples. */
import { Command } from 'commander';
import { examples } from './folders';
import { startPlayground, type PlaygroundOptions } from './playground';
import { stopAll } from './processes';

const options = new Command('npm run dev --')
	.option('--port <number>', "the editor's port; another one if it is taken", Number, 5678)
	.option('--sandbox-port <number>', "the sandbox's port", Number, 3456)
	.option('--fresh', 'start fresh: forget workflows, credentials and executions')
	.parse()
	.opts<PlaygroundOptions>();

let isStopping = false;

async function stop(exitCode: number): Promise<void> {
	if (isStopping) return;
	isStopping = true;
	await stopAll();
	process.exit(exitCode);
}

async function start(): Promise<void> {
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
	throw new Error(`n8n ended with ${await ended}. Its log: ${logPath}`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => void stop(0));
}
start().catch((error: unknown) => {
	// A process that is stopped on purpose reports its end as an error, too.
	if (!isStopping) console.error(error instanceof Error ? error.message : error);
	void stop(1);
});
