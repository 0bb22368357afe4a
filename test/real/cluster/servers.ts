import { mkdirSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../playground/ports';
import { run, startInBackground, type BackgroundProgram } from '../../../playground/processes';
import { isListening, until } from '../../../playground/until';

/** A program of the cluster. It can end and begin again, in the same folder and at the same port. */
export class Unit {
	/** More of its environment variables, from its next start on. */
	environment: Record<string, string> = {};

	private program: BackgroundProgram | undefined;

	/** @param begin starts the program, and settles when it answers */
	constructor(
		readonly port: number,
		readonly folder: string,
		private readonly begin: (environment: Record<string, string>) => Promise<BackgroundProgram>,
	) {}

	/**
	 * Does nothing where it is running.
	 * @throws Error if it does not come up
	 */
	async start() {
		if (this.program) return;
		const program = await this.begin(this.environment);
		this.program = program;
		void program.ended.finally(() => {
			if (this.program === program) this.program = undefined;
		});
	}

	/** Ends it at once, as a crash would. */
	async kill() {
		await this.program?.kill();
		this.program = undefined;
	}

	/** Asks it to end by SIGTERM, and waits for as long as it takes, as an orchestrator would. */
	async terminate() {
		const { program } = this;
		if (!program) return;
		process.kill(program.pid, 'SIGTERM');
		await program.ended;
		// Its children, for example n8n's task runner, end with it.
		await program.kill();
	}
}

/**
 * Starts a PostgreSQL on loopback whose user `postgres` needs no password.
 * @param folder for its data and its log
 * @throws ProgramError if it is not installed
 */
export async function startPostgres(folder: string) {
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

/**
 * Starts a Redis that writes down what it is told, as `docs/scaling` advises.
 * @param folder for its data and its log
 */
export async function startRedis(folder: string) {
	const options = ['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'];
	return await started(folder, ['redis-server', ...options, '--port']);
}

/** @param command to which the port is added */
async function started(folder: string, command: string[]) {
	const port = await freePort();
	const unit = new Unit(port, folder, async () => {
		mkdirSync(folder, { recursive: true });
		const options = { cwd: folder, logPath: join(folder, 'log') };
		const program = startInBackground('env', [...command, String(port)], options);
		await until(async () => await isListening(port));
		return program;
	});
	await unit.start();
	return unit;
}
