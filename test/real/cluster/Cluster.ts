import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importContent, type Credential, type WorkflowFile } from '../../../playground/content';
import { startN8n, untilReady, type N8nSettings } from '../../../playground/n8n';
import { N8nSession } from '../../../playground/n8nSession';
import { newOwner } from '../../../playground/owner';
import { installPackage } from '../../../playground/packageInstall';
import { freePort } from '../../../playground/ports';
import { stopAll } from '../../../playground/processes';
import { databaseName, startPostgres, startRedis, type Redis, type Server } from './servers';
import { Unit } from './Unit';
import { patiently } from './until';

/** The processes that a shape with all of its workers has beside main. */
const workerNames = ['worker-1', 'worker-2', 'worker-3', 'worker-4'];

/** How many executions each of them runs at the same time. */
export const concurrency = 5;

/** How n8n runs. */
export interface Shape {
	/** Beside the main process, which in regular mode is the only one. */
	workers: number;
	/** n8n's environment variables beside the cluster's own. */
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

export interface ClusterContent {
	/** The packed package, installed for every process. */
	tarball: string;
	credentials: Credential[];
	/** Imported, not yet published. */
	workflows: Array<WorkflowFile & { id: string }>;
}

/**
 * PostgreSQL, Redis, an n8n main process and workers, each in a folder of its own as it would be in
 * a container of its own, and each a unit that can end and begin again.
 */
export class Cluster {
	readonly main = new Unit(async () => {
		const program = startN8n(this.settingsOf('main'), ['start'], 'main');
		await untilReady(program, `${this.url}/healthz/readiness`);
		return program;
	});

	private readonly everyWorker = workerNames.map(
		(name) =>
			new Unit(async () => {
				const settings = this.settingsOf(name);
				const program = startN8n(settings, ['worker', `--concurrency=${concurrency}`], name);
				await untilReady(program, `http://localhost:${settings.port}/healthz/readiness`);
				return program;
			}),
	);

	private shape: Shape | undefined;

	private readonly owner = newOwner();

	private openedSession: N8nSession | undefined;

	private constructor(
		private readonly folder: string,
		readonly postgres: Server,
		readonly redis: Redis,
		private readonly settings: ReadonlyMap<string, N8nSettings>,
	) {}

	/** Starts the servers and gives n8n its content; n8n itself is started by `run`. */
	static async prepare({ tarball, credentials, workflows }: ClusterContent): Promise<Cluster> {
		const folder = mkdtempSync(join(tmpdir(), 'messenger-cluster-'));
		// PostgreSQL may run as another user.
		chmodSync(folder, 0o755);
		const subfolder = (name: string) => {
			const path = join(folder, name);
			mkdirSync(path);
			return path;
		};
		const postgres = await startPostgres(subfolder('postgres'));
		const redis = await startRedis(subfolder('redis'));
		const settings = new Map<string, N8nSettings>();
		for (const name of ['main', ...workerNames]) {
			const port = await freePort();
			const userFolder = subfolder(name);
			await installPackage(tarball, userFolder);
			settings.set(name, {
				userFolder,
				port,
				brokerPort: await freePort(),
				environment: {
					N8N_ENCRYPTION_KEY: 'the-same-for-all-processes',
					DB_TYPE: 'postgresdb',
					DB_POSTGRESDB_HOST: '127.0.0.1',
					DB_POSTGRESDB_PORT: String(postgres.port),
					DB_POSTGRESDB_DATABASE: databaseName,
					DB_POSTGRESDB_USER: databaseName,
					QUEUE_BULL_REDIS_HOST: '127.0.0.1',
					QUEUE_BULL_REDIS_PORT: String(redis.port),
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(port),
				},
			});
		}
		const cluster = new Cluster(folder, postgres, redis, settings);
		await importContent(cluster.settingsOf('main'), credentials, workflows);
		return cluster;
	}

	/** The address of the main process, which takes the webhooks. */
	get url(): string {
		return `http://localhost:${this.settingsOf('main').port}`;
	}

	/** n8n's own interface, as its owner. */
	get session(): N8nSession {
		if (!this.openedSession) throw new Error('n8n has not been started yet');
		return this.openedSession;
	}

	/** The workers of the present shape. */
	get workers(): Unit[] {
		return this.everyWorker.slice(0, this.shape?.workers);
	}

	/** The units that run n8n in its present shape. */
	get n8n(): Unit[] {
		return [this.main, ...this.workers];
	}

	/** Runs n8n in this shape; nothing is started anew that runs in it already. */
	async run(shape: Shape): Promise<void> {
		if (shape !== this.shape) {
			await Promise.all([this.main, ...this.everyWorker].map(async (unit) => await unit.kill()));
			this.shape = shape;
		}
		// The main process prepares the database.
		if (!this.main.isRunning) await this.main.start();
		const idle = this.workers.filter((unit) => !unit.isRunning);
		await Promise.all(idle.map(async (unit) => await unit.start()));
		this.openedSession ??= await N8nSession.open(this.url, this.owner);
	}

	/** Publishes a workflow: its triggers are live from now on. */
	async publish(workflowId: string): Promise<void> {
		const path = `workflows/${workflowId}`;
		const { versionId } = (await patiently(async () => await this.session.get(path))) as {
			versionId: string;
		};
		await patiently(async () => await this.session.post(`${path}/activate`, { versionId }));
	}

	/** Its triggers are live no more. */
	async unpublish(workflowId: string): Promise<void> {
		const path = `workflows/${workflowId}/deactivate`;
		await patiently(async () => await this.session.post(path, {}));
	}

	/** Stops everything and removes its folder. */
	async stop(): Promise<void> {
		await stopAll();
		rmSync(this.folder, { recursive: true, force: true });
	}

	private settingsOf(name: string): N8nSettings {
		const settings = this.settings.get(name);
		if (!settings) throw new Error(`No n8n process is called ${name}`);
		return {
			...settings,
			environment: {
				...settings.environment,
				EXECUTIONS_MODE: this.shape?.workers === 0 ? 'regular' : 'queue',
				...this.shape?.environment,
			},
		};
	}
}
