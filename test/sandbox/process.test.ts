import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { spawnSandbox } from '../../sandbox';
import { event, send } from './client';

const folder = join(__dirname, '..', '..', 'sandbox');
const tsx = ['--require', require.resolve('tsx/cjs')];

/** Runs the command line to its end, from a folder that is not the project's. */
const runToEnd = async (...commandLine: string[]) =>
	await promisify(execFile)(process.execPath, [...tsx, join(folder, 'cli.ts'), ...commandLine], {
		cwd: tmpdir(),
	}).then(
		({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
		({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
			code,
			stdout,
			stderr,
		}),
	);

/** Waits until nothing answers at an address any more. */
async function untilGone(url: string): Promise<void> {
	const answers = async () =>
		await fetch(`${url}/_sandbox/requests`).then(
			() => true,
			() => false,
		);
	while (await answers()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('The sandbox on the command line', () => {
	let running: ChildProcess | undefined;

	afterEach(() => {
		running?.kill('SIGKILL');
		running = undefined;
	});

	it('prints its address, its key and its limits, answers, and ends on Ctrl-C', async () => {
		const options = ['--rate', '100', '--burst', '50', '--retry-after', '1', '--block-after', '20'];
		running = spawn(process.execPath, [...tsx, join(folder, 'cli.ts'), ...options], {
			cwd: tmpdir(),
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const lines: string[] = [];
		for await (const line of createInterface({ input: running.stdout! })) {
			lines.push(line);
			if (line.startsWith('Latency')) break;
		}
		expect(lines).toEqual([
			expect.stringMatching(/^Address: http:\/\/127\.0\.0\.1:\d+$/),
			'API key: sandbox-development-key',
			'Rate limit: 100 requests a second after a burst of 50, Retry-After 1 s',
			'Block: 60 s after 20 bad requests',
			'Outage: none',
			'Latency: 0 ms',
		]);
		const response = await fetch(`${lines[0]!.slice('Address: '.length)}/_sandbox/requests`);
		expect(response.status).toBe(200);
		running.kill('SIGINT');
		expect(await once(running, 'exit')).toEqual([0, null]);
	});

	it('ends with one clear line for a seed file that is not there', async () => {
		const { code, stdout, stderr } = await runToEnd('--seed', 'none.json');
		expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
		expect(stderr).toMatch(/^The seed file none\.json cannot be used: .*ENOENT.*\n$/);
	});

	it('ends with one clear line where the port is taken', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		expect(await runToEnd('--port', String(port))).toEqual({
			code: 1,
			stdout: '',
			stderr: `Port ${port} on 127.0.0.1 is taken. Choose another one, or 0 for a free one.\n`,
		});
		await expect(spawnSandbox({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken.`);
		server.close();
	});
});

describe('The sandbox in a separate process', () => {
	it('is used as one in this process is, from any folder', async () => {
		const before = process.cwd();
		process.chdir(tmpdir());
		const sandbox = await spawnSandbox({ apiKey: 'another key', rate: 1, burst: 2 }).finally(() =>
			process.chdir(before),
		);
		expect(sandbox.apiKey).toBe('another key');
		await send(sandbox, 'POST', '/webhook/event/send', { body: event });
		await send(sandbox, 'GET', '/webhook/lists');
		await send(sandbox, 'GET', '/webhook/lists');
		const entries = await sandbox.requests();
		expect(entries.map(({ status }) => status)).toEqual([200, 200, 429]);
		expect(entries[0]).toMatchObject({ body: event, headers: { authorization: 'Bearer <valid>' } });
		expect((await sandbox.accepted()).events).toHaveLength(1);
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

	it('does not keep alive the process that started it, and ends with it', async () => {
		const script = `require(${JSON.stringify(folder)}).spawnSandbox().then(({ url }) => console.log(url))`;
		const { stdout } = await promisify(execFile)(process.execPath, [...tsx, '--eval', script], {
			timeout: 20_000,
		});
		await untilGone(stdout.trim());
	});
});
