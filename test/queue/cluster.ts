import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importContent, type Credential, type WorkflowFile } from '../../playground/content';
import { runN8n, startN8n, untilReady, type N8nSettings } from '../../playground/n8n';
import { N8nSession } from '../../playground/n8n-session';
import { installPackage } from '../../playground/package-install';
import { freePort } from '../../playground/ports';
import { stopAll, type BackgroundProgram } from '../../playground/processes';
import { databaseName, startPostgres, startRedis } from './servers';

/** An n8n in queue mode: one main process and its workers. */
export interface Cluster {
	/** The address of the main process, which takes the webhooks. */
	url: string;
	session: N8nSession;
	workers: BackgroundProgram[];
	/** Stops everything and removes its folder. */
	stop(): Promise<void>;
}

export interface ClusterOptions {
	/** The packed package, installed for every process. */
	tarball: string;
	credentials: Credential[];
	/** Imported and published. */
	workflows: WorkflowFile[];
	workers: number;
	/** How many executions a worker runs at the same time. */
	concurrency: number;
}

/**
 * Starts PostgreSQL, Redis, an n8n main process and workers, each in a folder of its own as it
 * would be in a container of its own.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	const folder = mkdtempSync(join(tmpdir(), 'messenger-queue-'));
	// PostgreSQL may run as another user.
	chmodSync(folder, 0o755);
	const subfolder = (name: string) => {
		const path = join(folder, name);
		mkdirSync(path);
		return path;
	};
	const postgres = await startPostgres(subfolder('postgres'));
	const redis = await startRedis(subfolder('redis'));

	const shared = {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: 'the-same-for-all-processes',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: databaseName,
		DB_POSTGRESDB_USER: databaseName,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		// n8n notices a dead worker after a minute and a half; a quarter of that will do here.
		QUEUE_WORKER_LOCK_DURATION: '20000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
		QUEUE_WORKER_STALLED_INTERVAL: '5000',
	};
	const settingsFor = async (
		name: string,
		environment: Record<string, string> = {},
	): Promise<N8nSettings> => {
		const settings = {
			userFolder: subfolder(name),
			port: await freePort(),
			brokerPort: await freePort(),
			environment: { ...shared, ...environment },
		};
		await installPackage(options.tarball, settings.userFolder);
		return settings;
	};

	const mainSettings = await settingsFor('main');
	await importContent(mainSettings, options.credentials, options.workflows);
	for (const { id } of options.workflows) {
		await runN8n(mainSettings, 'publish:workflow', `--id=${id}`);
	}
	const url = `http://localhost:${mainSettings.port}`;
	await untilReady(startN8n(mainSettings, ['start'], 'main'), `${url}/healthz/readiness`);

	const startWorker = async (number: number): Promise<BackgroundProgram> => {
		const healthPort = await freePort();
		const settings = await settingsFor(`worker-${number}`, {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(healthPort),
		});
		const command = ['worker', `--concurrency=${options.concurrency}`];
		const worker = startN8n(settings, command, `worker-${number}`);
		await untilReady(worker, `http://localhost:${healthPort}/healthz/readiness`);
		return worker;
	};
	const workers: BackgroundProgram[] = [];
	for (let number = 1; number <= options.workers; number += 1) {
		workers.push(await startWorker(number));
	}

	return {
		url,
		session: await N8nSession.open(url),
		workers,
		stop: async () => {
			await stopAll();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
