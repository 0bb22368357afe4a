/** `npm test`: builds and lints, then runs the tests. Its last line says how long each part took. */
import { spawnSync } from 'node:child_process';
import concurrently, { type CloseEvent } from 'concurrently';

const lints = ['lint:code', 'lint:format', 'lint:types'];

async function main(): Promise<void> {
	const { result } = concurrently(
		['build', ...lints].map((name) => ({ name, command: `npm run --silent ${name}` })),
		{ group: true },
	);
	const ended = await result.catch((events: CloseEvent[]) => events);
	const parts = ended.map(({ command, exitCode, timings }) => ({
		name: command.name,
		passes: exitCode === 0,
		seconds: timings.durationSeconds,
	}));
	if (parts.every(({ passes }) => passes)) {
		const before = performance.now();
		const { status } = spawnSync('npm', ['run', '--silent', 'test:unit'], { stdio: 'inherit' });
		const seconds = (performance.now() - before) / 1000;
		parts.push({ name: 'test:unit', passes: status === 0, seconds });
	}
	const lines = parts.map(
		({ name, passes, seconds }) => `${name} ${seconds.toFixed(0)} s${passes ? '' : ' (failed)'}`,
	);
	console.log(lines.join(', '));
	if (!parts.every(({ passes }) => passes)) process.exitCode = 1;
}

void main();
