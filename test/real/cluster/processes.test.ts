import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../playground/ports';
import {
	run,
	startInBackground,
	stopAll,
	type BackgroundProgram,
} from '../../../playground/processes';
import { until } from './until';

/** A program whose child listens; it ends, and leaves its child behind, where `leave` is said. */
function serverAsChild(port: number, leave = false): [string, string[]] {
	const listen = `require('node:net').createServer().listen(${port}, '127.0.0.1')`;
	return ['sh', ['-c', `node -e "${listen}" & ${leave ? 'sleep 1' : 'wait'}`]];
}

async function isListening(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	return await once(socket, 'connect').then(
		() => Boolean(socket.destroy()),
		() => false,
	);
}

const untilListening = async (port: number) => await until(async () => await isListening(port));
const untilGone = async (port: number) => await until(async () => !(await isListening(port)));

describe('A program that is started in the background', () => {
	const folder = mkdtempSync(join(tmpdir(), 'processes-'));
	const logPath = join(folder, 'log');

	afterAll(() => rmSync(folder, { recursive: true }));

	it.each<[string, (program: BackgroundProgram) => Promise<void>]>([
		['stopped', async (program) => await program.stop()],
		['killed', async (program) => await program.kill()],
		['stopped with all others', async () => await stopAll()],
	])('is gone with its children when it has been %s', async (_how, end) => {
		const port = await freePort();
		const program = startInBackground(...serverAsChild(port), { cwd: tmpdir(), logPath });
		await untilListening(port);
		await end(program);
		await untilGone(port);
	});

	it('ends with its children when the process that started it is killed', async () => {
		const port = await freePort();
		const processes = join(__dirname, '../../../playground/processes');
		const args = JSON.stringify(serverAsChild(port));
		const script = `require('${processes}').startInBackground(...${args}, { cwd: '/', logPath: '${logPath}' })`;
		const tsx = require.resolve('tsx/cjs');
		const starter = spawn(process.execPath, ['--require', tsx, '--eval', script]);
		await untilListening(port);
		starter.kill('SIGKILL');
		await untilGone(port);
	});
});

test('a program that has ended leaves no children', async () => {
	const port = await freePort();
	const ending = run(...serverAsChild(port, true), { cwd: tmpdir() });
	await untilListening(port);
	await ending;
	await untilGone(port);
});
