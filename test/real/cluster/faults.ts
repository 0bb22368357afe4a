import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '../../../sandbox';
import { later } from '../../support/conducts';
import type { Conduct, FaultyService } from '../../support/FaultyService';
import { queueMode, regularMode, type Cluster, type Shape } from './Cluster';
import type { Unit } from './servers';
import { until } from '../../../playground/until';

/** The parts that a fault may strike. */
export interface Field {
	cluster: Cluster;
	sandbox: Sandbox;
	/** Between n8n and the sandbox, where the fault says so. */
	line: FaultyService;
}

/** Lets a fault happen, and does what a supervisor of processes would do; settles when it is over. */
type Strike = (field: Field) => Promise<unknown>;

/** Something that goes wrong in the middle of a workload. */
export interface Fault {
	/** The fault in words, as the table has it. */
	name: string;
	/** Queue mode where nothing is said. */
	shape?: Shape;
	/** Nothing happens where there is none. */
	strike?: Strike;
	/**
	 * Where nothing is said, nobody notices: every execution succeeds, and each event arrives once.
	 * Complete after Retry: nothing is twice, and nothing is missing that the node does not call uncertain.
	 * Otherwise n8n breaks, which the node cannot mend: but nothing is sent twice by itself.
	 */
	guarantee?: 'complete after Retry' | 'nothing twice by itself';
	/** 40 executions of 50 items where nothing is said. */
	workload?: [executions: number, items: number];
	/** True if requests take the line. */
	byLine?: boolean;
	/** The node's own. */
	requestOptions?: object;
	/** True if a person restarts main before Retry of what has not succeeded. */
	mainIsRestarted?: boolean;
	/** The least and the most rows that the outbox example calls uncertain, where it is tried, too. */
	outbox?: [least: number, most: number];
	/** The part of it that is tried for every change. */
	everyChange?: 'events' | 'outbox';
}

/**
 * A line to a service: it passes each request on, and returns the answer.
 * @param isLost whether an answer that has come is lost, and the connection reset
 */
export function passesOn(to: string, isLost: () => boolean = () => false): Conduct {
	return {
		onRequest: (response, { method, path, headers, body }) => {
			const onward = request(to + path, { method, headers, agent: false }, (answer) => {
				if (isLost()) return void response.socket?.resetAndDestroy();
				response.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(response);
			});
			onward.end(body && JSON.stringify(body));
		},
	};
}

const seconds = (count: number) => wait(count * 1000);

const refusal =
	(length: number): Strike =>
	async ({ sandbox }) => {
		await sandbox.outage({ kind: 'refused', seconds: length });
		await seconds(length);
	};

let answers = 0;
const everyOther = () => (answers += 1) % 2 === 0;

/** Units end, all at once, and begin again, one after the other. */
const restart =
	(units: (cluster: Cluster) => Unit[], how: 'kill' | 'terminate', pause = 0): Strike =>
	async ({ cluster }) => {
		const struck = units(cluster);
		await Promise.all(struck.map((unit) => unit[how]()));
		await seconds(pause);
		for (const unit of struck) await unit.start();
	};

const main = (cluster: Cluster) => [cluster.main];
const oneWorker = ({ workers }: Cluster) => workers.slice(0, 1);

/** n8n's own lock: it notices a dead worker after 60 to 90 s. */
const ownLock: Shape = { workers: 2, environment: {} };

const shortGrace: Shape = {
	workers: 2,
	environment: { ...queueMode.environment, N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' },
};

/** In an order that seldom changes the shape, because n8n is restarted then. */
export const faults: Fault[] = [
	{
		name: 'Nothing',
		workload: [40, 50],
		everyChange: 'events',
	},
	{
		name: 'The service refuses connections for 20 s',
		strike: refusal(20),
		outbox: [0, 0],
	},
	{
		name: 'The service refuses connections for 60 s, Max Retry Wait is 20 s',
		strike: refusal(60),
		guarantee: 'complete after Retry',
		requestOptions: { maxRetryWait: 20 },
	},
	{
		name: 'The line to the service is cut for 20 s',
		byLine: true,
		strike: async ({ line, sandbox }) => {
			line.follow(later(500, passesOn(sandbox.url)));
			await seconds(0.4);
			// An open connection now is a request in flight.
			await until(async () => line.open > 0);
			await line.close();
			await seconds(20);
			await line.listen();
		},
		guarantee: 'complete after Retry',
		everyChange: 'events',
	},
	{
		name: 'For 20 s answers come 2 s late',
		byLine: true,
		strike: async ({ line, sandbox }) => {
			line.follow(later(2_000, passesOn(sandbox.url)));
			await seconds(20);
			line.follow(passesOn(sandbox.url));
		},
	},
	{
		name: 'From then on half of all answers are reset',
		byLine: true,
		strike: async ({ line, sandbox }) => line.follow(passesOn(sandbox.url, everyOther)),
		guarantee: 'complete after Retry',
		outbox: [1, 120],
	},
	{
		name: 'A worker is killed, and restarts when n8n has noticed',
		strike: restart(oneWorker, 'kill', 40),
		guarantee: 'nothing twice by itself',
		outbox: [0, 50],
	},
	{
		name: 'A worker gets SIGTERM and enough time (30 s), and restarts',
		strike: restart(oneWorker, 'terminate'),
		everyChange: 'events',
	},
	{
		name: 'Main is killed, and restarts',
		strike: restart(main, 'kill'),
	},
	{
		name: 'Main and both workers are killed, and restart',
		strike: restart(({ n8n }) => n8n, 'kill'),
		guarantee: 'nothing twice by itself',
		mainIsRestarted: true,
		outbox: [1, 50],
		everyChange: 'outbox',
	},
	{
		name: 'Redis restarts with its data',
		strike: restart(({ redis }) => [redis], 'terminate'),
	},
	{
		name: 'Redis loses its data',
		strike: async ({ cluster: { redis } }) => {
			await redis.kill();
			rmSync(redis.folder, { recursive: true });
			await redis.start();
		},
		guarantee: 'nothing twice by itself',
		mainIsRestarted: true,
		outbox: [0, 50],
	},
	{
		name: 'PostgreSQL is killed, and back after 3 s',
		strike: async (field) => {
			await restart(({ postgres }) => [postgres], 'kill', 3)(field);
			// n8n finds that out within two seconds.
			await seconds(5);
		},
		guarantee: 'nothing twice by itself',
		mainIsRestarted: true,
		outbox: [0, 50],
	},
	{
		name: 'A worker gets SIGTERM and too little time (1 s), and restarts',
		shape: shortGrace,
		strike: restart(oneWorker, 'terminate'),
		guarantee: 'nothing twice by itself',
		outbox: [0, 50],
	},
	{
		name: 'A worker is killed, and restarts before n8n has noticed',
		shape: ownLock,
		strike: restart(oneWorker, 'kill'),
		guarantee: 'nothing twice by itself',
	},
	{
		name: 'One run of 10,000 events takes longer than the lock (60 s)',
		shape: ownLock,
		workload: [1, 10_000],
	},
	{
		name: 'n8n in one process (regular mode) is killed, and restarts',
		shape: regularMode,
		strike: restart(main, 'kill'),
		guarantee: 'nothing twice by itself',
		outbox: [1, 50],
		everyChange: 'outbox',
	},
	{
		name: 'n8n in one process gets SIGTERM and too little time (1 s), and restarts',
		shape: { workers: 0, environment: shortGrace.environment },
		strike: restart(main, 'terminate'),
		guarantee: 'nothing twice by itself',
	},
];
