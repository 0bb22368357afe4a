import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowFile } from '../../../playground/content';
import { startN8n, untilReady } from '../../../playground/n8n';
import { N8nSession } from '../../../playground/n8nSession';
import { installPackage } from '../../../playground/packageInstall';
import { freePort } from '../../../playground/ports';
import { stopAll } from '../../../playground/processes';
import { settingsOfN8n3 } from '../n8n3';
import { startPostgres, startRedis, Unit } from './servers';
import { patiently } from '../../../playground/until';

/** The processes of an n8n. */
export interface Shape {
	/** In addition to the main process, which in regular mode is the only one. */
	workers: number;
	/** n8n's environment variables in addition to the cluster's own. */
	environment: Record<string, string>;
}

export const queueMode: Shape = {
	workers: 2,
	environment: {
		// n8n notices a dead worker after a minute and a half; a quarter of that will do here.
		QUEUE_WORKER_LOCK_DURATION: '20000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
		QUEUE_WORKER_STALLED_INTERVAL: '5000',
	},
};

export const regularMode: Shape = { workers: 0, environment: {} };

/**
 * PostgreSQL, Redis, an n8n main process and workers, each in a separate folder as it would be in
 * a separate container, and each a unit that can end and begin again.
 */
export class Cluster {
	private shape: Shape | undefined;

	private openedSession: N8nSession | undefined;

	private constructor(
		private readonly folder: string,
		readonly postgres: Unit,
		readonly redis: Unit,
		readonly main: Unit,
		private readonly everyWorker: Unit[],
	) {}

	/**
	 * Starts the servers; n8n itself is started by `run`.
	 * @param tarball the packed package, installed for every process
	 */
	static async prepare(tarball: string) {
		const folder = mkdtempSync(join(tmpdir(), 'messenger-cluster-'));
		// PostgreSQL may run as another user.
		chmodSync(folder, 0o755);
		const postgres = await startPostgres(join(folder, 'postgres'));
		const redis = await startRedis(join(folder, 'redis'));
		const n8nProcess = async (name: string, ...command: string[]) => {
			const [userFolder, port] = [join(folder, name), await freePort()];
			await installPackage(tarball, userFolder);
			const brokerPort = await freePort();
			const own = {
				...settingsOfN8n3,
				N8N_ENCRYPTION_KEY: 'the-same-for-all-processes',
				DB_TYPE: 'postgresdb',
				DB_POSTGRESDB_HOST: '127.0.0.1',
				DB_POSTGRESDB_PORT: String(postgres.port),
				DB_POSTGRESDB_DATABASE: 'postgres',
				DB_POSTGRESDB_USER: 'postgres',
				QUEUE_BULL_REDIS_HOST: '127.0.0.1',
				QUEUE_BULL_REDIS_PORT: String(redis.port),
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
			};
			return new Unit(port, userFolder, async (more) => {
				const environment = { ...own, ...more };
				const program = startN8n({ userFolder, port, brokerPort, environment }, command, name);
				await untilReady(program, `http://localhost:${port}/healthz/readiness`);
				return program;
			});
		};
		const main = await n8nProcess('main', 'start');
		const workers: Unit[] = [];
		// As many as the benchmark needs.
		for (const number of [1, 2, 3, 4])
			workers.push(await n8nProcess(`worker-${number}`, 'worker', '--concurrency=5'));
		return new Cluster(folder, postgres, redis, main, workers);
	}

	/** The address of the main process, which takes the webhooks. */
	get url(): string {
		return `http://localhost:${this.main.port}`;
	}

	/** n8n's own interface, as its owner, once n8n has been started. */
	get session(): N8nSession {
		return this.openedSession!;
	}

	get workers(): Unit[] {
		return this.everyWorker.slice(0, this.shape?.workers);
	}

	get n8n(): Unit[] {
		return [this.main, ...this.workers];
	}

	/** Runs n8n in this shape. It restarts nothing that runs in it already. */
	async run(shape: Shape) {
		if (shape !== this.shape) {
			const mode = shape.workers === 0 ? 'regular' : 'queue';
			for (const unit of [this.main, ...this.everyWorker]) {
				await unit.kill();
				unit.environment = { EXECUTIONS_MODE: mode, ...shape.environment };
			}
			this.shape = shape;
		}
		// The main process prepares the database.
		await this.main.start();
		await Promise.all(this.workers.map(async (unit) => await unit.start()));
		this.openedSession ??= await N8nSession.open(this.url);
	}

	/** The answer of n8n's own interface to its owner, who asks again if n8n is just not ready. */
	async get<Data>(path: string): Promise<Data> {
		return (await patiently(async () => await this.session.get(path))) as Data;
	}

	/** As {@link get}. */
	async post<Data>(path: string, body: object): Promise<Data> {
		return (await patiently(async () => await this.session.post(path, body))) as Data;
	}

	/**
	 * Saves and publishes a workflow: its triggers are live from now on.
	 * @returns its id
	 */
	async publish(workflow: WorkflowFile) {
		const saved = await this.post<{ id: string; versionId: string }>('workflows', workflow);
		await this.post(`workflows/${saved.id}/activate`, { versionId: saved.versionId });
		return saved.id;
	}

	async stop() {
		await stopAll();
		rmSync(this.folder, { recursive: true, force: true });
	}
}
