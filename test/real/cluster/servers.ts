import { mkdirSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort, isListening } from '../../../tools/playground/ports';
import { run, startInBackground } from '../../../tools/playground/processes';
import { until } from '../../../tools/playground/until';

/**
 * Starts a PostgreSQL on loopback whose user `postgres` needs no password.
 * @param folder for its data and its log
 * @returns its port
 */
export async function startPostgres(folder: string): Promise<number> {
	mkdirSync(folder);
	// Debian keeps PostgreSQL's server commands out of the PATH, one folder for each version.
	const versions = '/usr/lib/postgresql';
	const newest = Math.max(...readdirSync(versions).map(Number));
	// PostgreSQL refuses to run as root: its own user runs it then.
	const asUser = userInfo().uid === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
	if (asUser.length > 0) await run('chown', ['postgres', folder], { cwd: folder });
	const data = join(folder, 'data');
	const command = (name: string) => [...asUser, join(versions, String(newest), 'bin', name)];
	const initdb = [...command('initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-N'];
	await run('env', initdb, { cwd: folder });
	const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
	const options = settings.flatMap((setting) => ['-c', setting]);
	return await started(folder, [...command('postgres'), '-D', data, ...options, '-p']);
}

/** Starts a Redis, as `startPostgres` does. */
export async function startRedis(folder: string): Promise<number> {
	mkdirSync(folder);
	const options = ['--bind', '127.0.0.1', '--dir', folder, '--save', ''];
	return await started(folder, ['redis-server', ...options, '--port']);
}

/** @param command to which the port is added */
async function started(folder: string, command: string[]): Promise<number> {
	const port = await freePort();
	const options = { cwd: folder, logPath: join(folder, 'log') };
	startInBackground('env', [...command, String(port)], options);
	await until(async () => await isListening(port));
	return port;
}
