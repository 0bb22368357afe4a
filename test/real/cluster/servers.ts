import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../playground/ports';
import { ProgramError, run, startInBackground } from '../../../playground/processes';
import { Unit } from './Unit';

/** A server on loopback, running. */
export interface Server {
	port: number;
	unit: Unit;
}

/** The name of PostgreSQL's database and of its user, who needs no password on loopback. */
export const databaseName = 'n8n';

/**
 * Starts a PostgreSQL of its own, with an empty database.
 * @param folder an existing folder for its data and its log, with access for everybody
 * @throws ProgramError where it is not installed or does not start
 */
export async function startPostgres(folder: string): Promise<Server> {
	const binaries = postgresBinaries();
	const port = await freePort();
	const dataFolder = join(folder, 'data');
	const cwd = folder;
	// PostgreSQL refuses to run as root: its own user runs it then.
	const asUser = userInfo().uid === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
	if (asUser.length > 0) await run('chown', ['postgres', folder], { cwd });
	const command = (name: string, ...args: string[]) => {
		const [program, ...rest] = [...asUser, join(binaries, name), ...args];
		return { program: program as string, args: rest };
	};
	const initdb = command('initdb', '-D', dataFolder, '-U', databaseName, '-A', 'trust', '-N');
	await run(initdb.program, initdb.args, { cwd });
	const settings = [`listen_addresses=127.0.0.1`, `unix_socket_directories=${folder}`, 'fsync=off'];
	const postgres = command(
		'postgres',
		...['-D', dataFolder, '-p', String(port)],
		...settings.flatMap((setting) => ['-c', setting]),
	);
	const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', databaseName];
	const unit = new Unit(async () => {
		const logPath = join(folder, 'postgres.log');
		const program = startInBackground(postgres.program, postgres.args, { cwd, logPath });
		await untilSucceeds(join(binaries, 'pg_isready'), connection, cwd);
		return program;
	});
	await unit.start();
	await run(join(binaries, 'createdb'), [...connection, databaseName], { cwd });
	return { port, unit };
}

/** A Redis that writes down what it is told, as `docs/scaling` advises. */
export interface Redis extends Server {
	/** Throws its data away; it must not be running. */
	forget(): void;
}

/** @param folder an existing folder for its data and its log */
export async function startRedis(folder: string): Promise<Redis> {
	const port = await freePort();
	const dataFolder = join(folder, 'data');
	const unit = new Unit(async () => {
		mkdirSync(dataFolder, { recursive: true });
		const program = startInBackground(
			'redis-server',
			[
				...['--port', String(port), '--bind', '127.0.0.1', '--dir', dataFolder],
				...['--save', '', '--appendonly', 'yes'],
			],
			{ cwd: folder, logPath: join(folder, 'redis.log') },
		);
		await untilSucceeds('redis-cli', ['-p', String(port), 'ping'], folder);
		return program;
	});
	await unit.start();
	return { port, unit, forget: () => rmSync(dataFolder, { recursive: true, force: true }) };
}

/** Debian keeps PostgreSQL's server commands out of the PATH, one folder for each version. */
function postgresBinaries(): string {
	const versions = '/usr/lib/postgresql';
	const newest = readdirSync(versions)
		.sort((one, other) => Number(one) - Number(other))
		.at(-1);
	if (newest === undefined) throw new Error(`No PostgreSQL in ${versions}`);
	return join(versions, newest, 'bin');
}

async function untilSucceeds(command: string, args: string[], cwd: string): Promise<void> {
	const deadline = Date.now() + 30_000;
	for (;;) {
		try {
			await run(command, args, { cwd });
			return;
		} catch (error) {
			if (!(error instanceof ProgramError) || Date.now() > deadline) throw error;
			await wait(100);
		}
	}
}
