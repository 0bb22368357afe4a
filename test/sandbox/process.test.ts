import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { spawnSandbox, startSandbox } from '../../sandbox';
import { event, send } from './client';

const tsx = ['--require', require.resolve('tsx/cjs')];

let started: ChildProcess | undefined;
afterEach(() => started?.kill('SIGKILL'));

it('the command line prints its address, its key and its limits, answers, and ends on Ctrl-C', async () => {
	const cli = join(__dirname, '..', '..', 'sandbox', 'cli.ts');
	const options = ['--rate', '100', '--burst', '50', '--retry-after', '1', '--block-after', '20'];
	// From a folder that is not the project's.
	const running = spawn(process.execPath, [...tsx, cli, ...options], {
		cwd: tmpdir(),
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	started = running;
	const lines: string[] = [];
	for await (const line of createInterface({ input: running.stdout })) {
		lines.push(line);
		if (line.startsWith('Latency')) break;
	}
	expect(lines).toEqual([
		expect.stringMatching(/^Address: http:\/\/127\.0\.0\.1:\d+$/),
		'API key: sandbox-development-key',
		'Rate limit: 100 requests a second after a burst of 50, Retry-After 1 s',
		'Block: 60 s after 20 bad requests',
		'Latency: 0 ms',
	]);
	const response = await fetch(`${lines[0]!.slice('Address: '.length)}/_sandbox/requests`);
	expect(response.status).toBe(200);
	running.kill('SIGINT');
	expect(await once(running, 'exit')).toEqual([0, null]);
});

it('a separate process that cannot start says why', async () => {
	const { url, close } = await startSandbox();
	const { port } = new URL(url);
	const start = spawnSandbox({ port: Number(port) });
	await expect(start).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken.`);
	await close();
});

it('a separate process is used as one in this process is', async () => {
	const sandbox = await spawnSandbox({ apiKey: 'another key', rate: 1, burst: 2 });
	expect(sandbox.apiKey).toBe('another key');
	await send(sandbox, 'POST', '/webhook/event/send', { body: event });
	await send(sandbox, 'GET', '/webhook/lists');
	await send(sandbox, 'GET', '/webhook/lists');
	const entries = await sandbox.requests();
	expect(entries.map(({ status }) => status)).toEqual([200, 200, 429]);
	expect((await sandbox.accepted()).events).toMatchObject([{ content: event }]);
	await sandbox.reset();
	// Not over HTTP: so it works while connections are refused.
	await sandbox.outage({ kind: 'refused', seconds: 60 });
	expect(await sandbox.requests()).toEqual([]);
	await sandbox.outage({ seconds: 0 });
	expect((await send(sandbox, 'GET', '/webhook/lists')).status).toBe(200);
	await sandbox.close();
	await expect(sandbox.requests()).rejects.toThrow();
	await sandbox.close();
});
