import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowFile } from '../../../tools/playground/content';
import { startN8n, untilReady } from '../../../tools/playground/n8n';
import { N8nSession } from '../../../tools/playground/n8nSession';
import { installPackage } from '../../../tools/playground/n8nInstall';
import { freePort } from '../../../tools/playground/ports';
import { stopAll } from '../../../tools/playground/processes';
import { until } from '../../../tools/playground/until';
import { settingsOfN8n3 } from '../n8n3';
import { startPostgres, startRedis } from './servers';

type Process = Awaited<ReturnType<typeof n8nProcess>>;

interface Execution {
	id: string;
	status: string;
}

/** n8n in queue mode: PostgreSQL, Redis, a main process and two workers, each in a separate folder, as in a container. */
export class Cluster {
	private constructor(
		private readonly folder: string,
		private readonly session: N8nSession,
		/** The address of the main process, which takes the webhooks. */
		readonly url: string,
		readonly workers: Process[],
	) {}

	static async start(): Promise<Cluster> {
		const folder = mkdtempSync(join(tmpdir(), 'messenger-cluster-'));
		// PostgreSQL may run as another user.
		chmodSync(folder, 0o755);
		const environment = {
			...settingsOfN8n3,
			EXECUTIONS_MODE: 'queue',
			// n8n notices a dead worker after a minute and a half; a quarter of that will do here.
			QUEUE_WORKER_LOCK_DURATION: '20000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
			N8N_ENCRYPTION_KEY: 'the-same-for-all-processes',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(await startPostgres(join(folder, 'postgres'))),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'postgres',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(await startRedis(join(folder, 'redis'))),
		};
		const start = async (name: string, ...command: string[]) =>
			await n8nProcess({ userFolder: join(folder, name), name, command, environment });
		// The main process prepares the database.
		const main = await start('main', 'start');
		const workers = [
			await start('worker-1', 'worker', '--concurrency=5'),
			await start('worker-2', 'worker', '--concurrency=5'),
		];
		return new Cluster(folder, await N8nSession.open(main.url), main.url, workers);
	}

	async get<Data>(path: string): Promise<Data> {
		return (await this.session.get(path)) as Data;
	}

	async post<Data>(path: string, body: object): Promise<Data> {
		return (await this.session.post(path, body)) as Data;
	}

	/** Saves and publishes a workflow: its triggers are live from now on. @returns its id */
	async publish(workflow: WorkflowFile): Promise<string> {
		const { id, versionId } = await this.post<{ id: string; versionId: string }>(
			'workflows',
			workflow,
		);
		await this.post(`workflows/${id}/activate`, { versionId });
		return id;
	}

	/** A workflow's executions, when none is unfinished. */
	async untilSettled(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		let executions: Execution[] = [];
		await until(async () => {
			const path = `executions?limit=100&filter=${filter}`;
			({ results: executions } = await this.get<{ results: Execution[] }>(path));
			return executions.length > 0 && !executions.some(({ status }) => /new|running/.test(status));
		}, 500);
		return executions;
	}

	async stop() {
		await stopAll();
		rmSync(this.folder, { recursive: true, force: true });
	}
}

interface Settings {
	userFolder: string;
	name: string;
	command: string[];
	environment: Record<string, string>;
}

/** Starts one of n8n's processes. */
async function n8nProcess({ userFolder, name, command, environment }: Settings) {
	const [port, brokerPort] = [await freePort(), await freePort()];
	installPackage(userFolder);
	const url = `http://localhost:${port}`;
	const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) };
	const settings = { userFolder, port, brokerPort, environment: { ...environment, ...health } };
	const begin = async () => {
		const program = startN8n(settings, command, name);
		// n8n says that it is ready before it answers the editor; a worker answers nothing else.
		const path = command[0] === 'worker' ? 'healthz/readiness' : 'rest/settings';
		await untilReady(program, `${url}/${path}`);
		return program;
	};
	let program = await begin();
	return {
		url,
		logPath: program.logPath,
		kill: async () => {
			process.kill(program.pid, 'SIGKILL');
			await program.ended;
		},
		startAgain: async () => {
			program = await begin();
		},
	};
}
