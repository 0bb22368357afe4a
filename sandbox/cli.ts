import { sandboxCommand } from './commandLine';
import { resolveOptions, type ResolvedOptions, type SandboxOptions } from './options';
import { startSandbox, type Sandbox } from './sandbox';
import type { ControlAnswer, ControlCall, ReadyMessage } from './spawn';

/** The limits that are on, one a line. */
function describeLimits(options: ResolvedOptions): string[] {
	const { rate, burst, retryAfter, blockAfter, blockSeconds, latency } = options;
	const header = retryAfter === undefined ? 'no Retry-After' : `Retry-After ${retryAfter} s`;
	return [
		rate === undefined
			? 'Rate limit: none'
			: `Rate limit: ${rate} requests a second after a burst of ${burst ?? Math.max(1, rate)}, ${header}`,
		blockAfter === undefined
			? 'Block: none'
			: `Block: ${blockSeconds} s after ${blockAfter} bad requests`,
		`Latency: ${latency} ms`,
	];
}

/** Does what the process that started this one asks for. */
async function answer(sandbox: Sandbox, { call, name, argument }: ControlCall): Promise<void> {
	const answered: ControlAnswer = await sandbox[name](argument as never).then(
		(result) => ({ call, result }),
		(error: unknown) => ({ call, error: error instanceof Error ? error.message : String(error) }),
	);
	process.send?.(answered);
}

async function main(): Promise<void> {
	const options = sandboxCommand().parse().opts<SandboxOptions>();
	const sandbox = await startSandbox(options);
	console.log(`Address: ${sandbox.url}`);
	console.log(`API key: ${sandbox.apiKey}`);
	for (const line of describeLimits(resolveOptions(options))) console.log(line);

	const stop = () => void sandbox.close().then(() => process.exit());
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	// Started by spawnSandbox: say so when it answers, and end with the process that started it.
	process.once('disconnect', stop);
	process.on('message', (call: ControlCall) => void answer(sandbox, call));
	const message: ReadyMessage = { url: sandbox.url, apiKey: sandbox.apiKey };
	process.send?.(message);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
	// An open channel to the process that started this one would keep it alive.
	if (process.connected) process.disconnect();
});
