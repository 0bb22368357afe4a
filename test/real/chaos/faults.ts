import { setTimeout as wait } from 'node:timers/promises';
import { queueMode, regularMode, type Cluster, type Shape } from '../cluster/Cluster';
import type { TcpProxy } from '../cluster/TcpProxy';

/** What a fault may strike. */
export interface Field {
	cluster: Cluster;
	/** The line to the service. */
	proxy: TcpProxy;
}

/** What must hold, whatever the figures are. */
export type Guarantee =
	/** Nobody notices: every execution succeeds, and each event arrives once. */
	| 'succeeds'
	/** After Retry nothing is twice, and nothing is missing that the node does not call in doubt. */
	| 'complete after Retry'
	/** n8n breaks, which the node cannot mend: but nothing is sent twice by itself. */
	| 'nothing twice by itself';

/** Something that goes wrong in the middle of a workload. */
export interface Fault {
	/** What happens, as the table has it. */
	name: string;
	shape: Shape;
	/** Executions and items in each; 40 of 50 where nothing is said. */
	workload?: { calls: number; items: number };
	/** Max Retry Wait is 20 s in place of the node's own 300. */
	isImpatient?: boolean;
	/** Lets it happen, and does what a supervisor of processes would do; settles when that is over. */
	strike: (field: Field) => Promise<void>;
	/** Whether a person restarts main before Retry of what has not succeeded. */
	mainIsRestarted?: boolean;
	guarantee: Guarantee;
	/** Whether the same is done to the outbox example, too. */
	withOutbox?: boolean;
	/** Whether it is tried for every change, with fewer events. */
	inShortForm?: boolean;
}

const seconds = async (count: number) => await wait(count * 1000);

/** n8n's own lock: it notices a dead worker after 60 to 90 s. */
const ownLock: Shape = { workers: 2, environment: {} };

const shortGrace: Shape = {
	workers: 2,
	environment: { ...queueMode.environment, N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' },
};

/** In an order that seldom changes the shape, for n8n is started anew then. */
export const faults: Fault[] = [
	{
		name: 'The service refuses connections for 20 s',
		shape: queueMode,
		strike: async ({ proxy }) => {
			await proxy.refuse();
			await seconds(20);
			await proxy.become({});
		},
		guarantee: 'succeeds',
		withOutbox: true,
	},
	{
		name: 'The service refuses connections for 60 s, Max Retry Wait is 20 s',
		shape: queueMode,
		isImpatient: true,
		strike: async ({ proxy }) => {
			await proxy.refuse();
			await seconds(60);
			await proxy.become({});
		},
		guarantee: 'complete after Retry',
	},
	{
		name: 'The line to the service is cut for 20 s',
		shape: queueMode,
		strike: async ({ proxy }) => {
			// At any time there is a request on its way then.
			await proxy.become({ delay: 500 });
			await seconds(2);
			proxy.cut();
			await seconds(20);
			await proxy.become({});
		},
		guarantee: 'complete after Retry',
		inShortForm: true,
	},
	{
		name: 'For 20 s answers come 2 s late, at 1 kB a second',
		shape: queueMode,
		strike: async ({ proxy }) => {
			await proxy.become({ delay: 2_000, bytesPerSecond: 1_000 });
			await seconds(20);
			await proxy.become({});
		},
		guarantee: 'succeeds',
	},
	{
		name: 'From then on half of all answers are reset',
		shape: queueMode,
		strike: async ({ proxy }) => await proxy.become({ resetsOneOf: 2 }),
		guarantee: 'complete after Retry',
		withOutbox: true,
	},
	{
		name: 'A worker is killed, and restarts when n8n has noticed',
		shape: queueMode,
		strike: async ({ cluster: { workers } }) => {
			await workers[0]?.kill();
			await seconds(40);
			await workers[0]?.start();
		},
		guarantee: 'nothing twice by itself',
		withOutbox: true,
	},
	{
		name: 'A worker gets SIGTERM and enough time (30 s), and restarts',
		shape: queueMode,
		strike: async ({ cluster: { workers } }) => {
			await workers[0]?.terminate();
			await workers[0]?.start();
		},
		guarantee: 'succeeds',
		inShortForm: true,
	},
	{
		name: 'Main is killed, and restarts',
		shape: queueMode,
		strike: async ({ cluster: { main } }) => {
			await main.kill();
			await main.start();
		},
		guarantee: 'succeeds',
	},
	{
		name: 'Main and both workers are killed, and restart',
		shape: queueMode,
		strike: async ({ cluster: { n8n } }) => {
			await Promise.all(n8n.map(async (unit) => await unit.kill()));
			for (const unit of n8n) await unit.start();
		},
		mainIsRestarted: true,
		guarantee: 'nothing twice by itself',
		withOutbox: true,
	},
	{
		name: 'Redis restarts with its data',
		shape: queueMode,
		strike: async ({ cluster: { redis } }) => {
			await redis.unit.terminate();
			await redis.unit.start();
		},
		guarantee: 'succeeds',
	},
	{
		name: 'Redis loses its data',
		shape: queueMode,
		strike: async ({ cluster: { redis } }) => {
			await redis.unit.kill();
			redis.forget();
			await redis.unit.start();
		},
		mainIsRestarted: true,
		guarantee: 'nothing twice by itself',
		withOutbox: true,
	},
	{
		name: 'PostgreSQL is killed, and back after 3 s',
		shape: queueMode,
		strike: async ({ cluster: { postgres } }) => {
			await postgres.unit.kill();
			await seconds(3);
			await postgres.unit.start();
			// n8n finds that out within two seconds.
			await seconds(5);
		},
		mainIsRestarted: true,
		guarantee: 'nothing twice by itself',
		withOutbox: true,
	},
	{
		name: 'A worker gets SIGTERM and too little time (1 s), and restarts',
		shape: shortGrace,
		strike: async ({ cluster: { workers } }) => {
			await workers[0]?.terminate();
			await workers[0]?.start();
		},
		guarantee: 'nothing twice by itself',
		withOutbox: true,
	},
	{
		name: 'A worker is killed, and restarts before n8n has noticed',
		shape: ownLock,
		strike: async ({ cluster: { workers } }) => {
			await workers[0]?.kill();
			await workers[0]?.start();
		},
		guarantee: 'nothing twice by itself',
	},
	{
		name: 'One run of 10,000 events takes longer than the lock (60 s)',
		shape: ownLock,
		workload: { calls: 1, items: 10_000 },
		strike: async () => {},
		guarantee: 'succeeds',
	},
	{
		name: 'n8n in one process (regular mode) is killed, and restarts',
		shape: regularMode,
		strike: async ({ cluster: { main } }) => {
			await main.kill();
			await main.start();
		},
		guarantee: 'nothing twice by itself',
		withOutbox: true,
	},
];
