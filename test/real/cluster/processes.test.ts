import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../../playground/ports';
import { run, startInBackground } from '../../../playground/processes';
import { isListening, until } from './until';

type Program = [command: string, args: string[], options: { cwd: string; logPath: string }];

/** Starts the program in a process of its own, and kills that. */
function killStarter(...program: Program): () => Promise<unknown> {
	const processes = join(__dirname, '../../../playground/processes');
	const args = program.map((each) => JSON.stringify(each)).join();
	const script = `require('${processes}').startInBackground(${args})`;
	const tsx = require.resolve('tsx/cjs');
	const starter = spawn(process.execPath, ['--require', tsx, '--eval', script]);
	return async () => starter.kill('SIGKILL');
}

function awaitEnd(...program: Program): () => Promise<unknown> {
	const ending = run(...program);
	return async () => await ending;
}

it.each<[string, last: string, (...program: Program) => () => Promise<unknown>]>([
	['is stopped', 'wait', (...program) => startInBackground(...program).stop],
	['is killed', 'wait', (...program) => startInBackground(...program).kill],
	['was started by a process that is killed', 'wait', killStarter],
	['ends', 'sleep 1', awaitEnd],
])('a program leaves no children when it %s', async (_, last, start) => {
	const port = await freePort();
	const listen = `require('node:net').createServer().listen(${port}, '127.0.0.1')`;
	const options = { cwd: '/', logPath: '/dev/null' };
	const end = start('sh', ['-c', `node -e "${listen}" & ${last}`], options);
	await until(async () => await isListening(port));
	await end();
	await until(async () => !(await isListening(port)));
});
