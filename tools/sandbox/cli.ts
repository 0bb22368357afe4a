import { Command } from 'commander';
import type { SandboxOptions } from './options';
import { startSandbox } from './sandbox';
import type { ReadyMessage } from './spawn';

/** The options of the command line, or those that `spawnSandbox` gives as JSON. */
function readOptions(): SandboxOptions {
	const [given = ''] = process.argv.slice(2);
	if (given.startsWith('{')) return JSON.parse(given) as SandboxOptions;
	return new Command('npx tsx tools/sandbox/cli.ts')
		.description('Starts a local server that behaves as the service does.')
		.option('--host <name>', 'the address to listen on (default: 127.0.0.1)')
		.option('--port <number>', 'the port to listen on (default: a free one)', Number)
		.option('--api-key <key>', 'the only valid API key')
		.option('--rate <number>', 'requests per second; without it there is no limit', Number)
		.option('--burst <number>', 'requests at once before the rate applies', Number)
		.option('--retry-after <seconds>', 'Retry-After in a 429', Number)
		.option('--block-after <number>', 'how many 400 answers start a block (403)', Number)
		.option('--block-seconds <seconds>', 'how long a block lasts (default: 60)', Number)
		.option('--latency <ms>', 'added before each answer', Number)
		.option('--seed <file>', 'contacts, lists and variables, as JSON')
		.parse()
		.opts<SandboxOptions>();
}

async function main(): Promise<void> {
	const sandbox = await startSandbox(readOptions());
	console.log(`Address: ${sandbox.url}\nAPI key: ${sandbox.apiKey}`);
	const stop = () => void sandbox.close().then(() => process.exit());
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	// Started by spawnSandbox: say so when it answers, and end with the process that started it.
	process.once('disconnect', stop);
	process.send?.({ url: sandbox.url, apiKey: sandbox.apiKey } satisfies ReadyMessage);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
