import { sandboxCredential } from '../../../playground/content';
import { installN8n } from '../../../playground/n8nInstall';
import { packPackage } from '../../../playground/packageInstall';
import { spawnSandbox, type Sandbox } from '../../../sandbox';
import { Cluster } from '../cluster/Cluster';
import {
	countByStatus,
	Executions,
	type Statuses,
	type ExecutionStatus,
	type StatusCounts,
} from '../cluster/executions';
import { isMidBatch, outboxId, OutboxTable, outboxWorkflow } from '../cluster/outbox';
import { until } from '../cluster/until';
import {
	arrivedData,
	callWebhook,
	eventName,
	eventWorkflow,
	everyEventOf,
	type EventData,
} from '../cluster/workload';
import type { Fault } from './faults';
import { tally, type Tally } from './tally';
import { TcpProxy } from '../cluster/TcpProxy';

/** What became of a workload. */
export interface Outcome {
	before: Tally;
	statuses: StatusCounts;
	/** What Retry made of it, where not every execution was a success. */
	after?: Tally & {
		statuses: StatusCounts;
		/** How many executions n8n refused to retry. */
		refused: number;
	};
}

/** The example runs every 30 s and waits 15 minutes before it calls a row lost: only that differs. */
const outboxTimes = { everySeconds: 8, lostAfterSeconds: 40 };

const outboxRows = 200;

/**
 * Milliseconds without any change after which executions count as stuck: more than the minute for
 * which the node may leave a service alone that fails again and again.
 */
const patience = 100_000;

/** The same where it is n8n that leaves them: more than the lock. */
const patienceWithN8n = 45_000;

/** The longest that the outbox may take, in milliseconds. */
const outboxDeadline = 180_000;

/** A cluster with the service behind a proxy, in which one fault after the other is tried. */
export class Chaos {
	private trials = 0;

	private table: OutboxTable | undefined;

	private constructor(
		private readonly cluster: Cluster,
		private readonly sandbox: Sandbox,
		private readonly proxy: TcpProxy,
	) {}

	static async prepare(): Promise<Chaos> {
		await installN8n(() => {});
		const tarball = await packPackage(() => {});
		const sandbox = await spawnSandbox({ rate: 100, burst: 50, retryAfter: 1 });
		const proxy = await TcpProxy.start(sandbox.url);
		const credential = sandboxCredential(proxy.url, sandbox.apiKey);
		const cluster = await Cluster.prepare({
			tarball,
			credentials: [credential],
			workflows: [
				eventWorkflow(credential, { path: 'patient' }),
				eventWorkflow(credential, { path: 'impatient', maxRetryWait: 20 }),
				outboxWorkflow(credential, outboxTimes),
			],
		});
		return new Chaos(cluster, sandbox, proxy);
	}

	/** Stops everything. */
	async stop(): Promise<void> {
		await this.cluster.stop();
		this.proxy.cut();
		await this.sandbox.close();
	}

	/** Lets a fault happen in the middle of a workload, and does what a person would do then. */
	async tryWorkload(fault: Fault): Promise<Outcome> {
		await this.begin(fault);
		const { cluster } = this;
		const workflowId = fault.isImpatient ? 'impatient' : 'patient';
		const size = fault.workload ?? { calls: 40, items: 50 };
		const workload = { ...size, firstCall: this.trials * 1000 };
		const every = everyEventOf(workload);
		const executions = new Executions(cluster.session, workflowId);
		const tallyOf = async (statuses: Statuses) => {
			const inDoubt = await executions.uncertainEvents(withStatus(statuses, 'error'));
			return tally(every, await this.arrivedEvents(), inDoubt);
		};
		const settled = async (lastId: number) => {
			const arrived = async () => (await this.arrivedEvents()).length;
			return await executions.settled(
				lastId,
				arrived,
				fault.mainIsRestarted ? patienceWithN8n : patience,
			);
		};

		const lastId = await executions.newest();
		await callWebhook(`${cluster.url}/webhook/${workflowId}`, workload);
		await until(async () => (await this.arrivedEvents()).length >= every.length / 3, 100);
		await this.strike(fault);
		const statuses = await settled(lastId);
		const outcome = { before: await tallyOf(statuses), statuses: countByStatus(statuses) };
		if (Object.keys(outcome.statuses).every((status) => status === 'success')) return outcome;

		await this.proxy.become({});
		if (fault.mainIsRestarted) {
			await cluster.main.terminate();
			await cluster.main.start();
		}
		// Nobody retries what n8n shows as running.
		const ended = withStatus(await executions.after(lastId), 'error', 'crashed', 'canceled');
		const lastFailed = await executions.newest();
		const refused = await executions.retry(ended);
		const retried = await settled(lastFailed);
		const after = { ...(await tallyOf(retried)), statuses: countByStatus(retried) };
		return { ...outcome, after: { ...after, refused: refused() } };
	}

	/** Lets a fault happen in the middle of a batch of the outbox. Nobody does anything then. */
	async tryOutbox(fault: Fault): Promise<Tally> {
		await this.begin(fault);
		const { cluster } = this;
		this.table ??= await OutboxTable.create(cluster.session);
		const prefix = `trial-${this.trials}-`;
		const keys = Array.from({ length: outboxRows }, (_, index) => `${prefix}${index}`);
		await this.table.add(keys);
		await cluster.publish(outboxId);
		await until(async () => isMidBatch((await this.arrivedKeys()).length));
		await this.strike(fault);
		const rows = await this.table.settledRows(prefix, outboxDeadline);
		await cluster.unpublish(outboxId);
		const inDoubt = rows.filter(({ state }) => state === 'in doubt').map(({ key }) => key);
		return tally(keys, await this.arrivedKeys(), inDoubt);
	}

	private async begin({ shape }: Fault): Promise<void> {
		this.trials += 1;
		await this.cluster.run(shape);
		if (this.trials === 1) {
			for (const id of ['patient', 'impatient']) await this.cluster.publish(id);
		}
		await this.proxy.become({});
		await this.sandbox.reset();
	}

	private async strike({ strike, shape }: Fault): Promise<void> {
		await strike({ cluster: this.cluster, proxy: this.proxy });
		// A supervisor restarts what has ended of itself.
		await this.cluster.run(shape);
	}

	private async arrivedEvents(): Promise<string[]> {
		return (await arrivedData<EventData>(this.sandbox)).map(eventName);
	}

	private async arrivedKeys(): Promise<string[]> {
		return (await arrivedData<{ key: string }>(this.sandbox)).map(({ key }) => key);
	}
}

function withStatus(statuses: Statuses, ...wanted: ExecutionStatus[]): string[] {
	return [...statuses].filter(([, status]) => wanted.includes(status)).map(([id]) => id);
}
