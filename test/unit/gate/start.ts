import { VirtualClock } from '../../../bench/pacing/VirtualClock';
import { Gate } from '../../../nodes/Messenger/gate/Gate';
import type {
	ActiveRun,
	GateReason,
	Permit,
	Settlement,
	Waiting,
} from '../../../nodes/Messenger/gate/Line';

/** A run as the gate knows it, which notes what becomes of it. */
export interface TestRun extends ActiveRun {
	readonly name: string;
	/** Why and when the gate has stopped it. */
	stopped?: { at: number; reason: GateReason };
	/** Has so many requests wait to leave. */
	send(count?: number, request?: Partial<Waiting>): void;
	end(): void;
}

/** A request that has left. */
export interface Sent {
	readonly run: TestRun;
	/** The run's name, and the how manieth of its requests it is. */
	readonly name: string;
	readonly at: number;
	/** What comes of it. */
	is(sign: Settlement['sign'], rest?: Omit<Settlement, 'sign'>): void;
}

/** A gate on a clock that jumps, and what it has let leave. */
export function start({ hasAnswered = true } = {}) {
	const clock = new VirtualClock();
	const gate = new Gate(clock, { hasAnswered });
	/** What probes meet. */
	const service = { isBack: false, latency: 0 };
	const probes: Array<{ at: number; by: string }> = [];
	const log: string[] = [];
	const all: Sent[] = [];
	let taken = 0;
	let runs = 0;

	/** A run begins. */
	const begin = (options: Partial<Omit<ActiveRun, 'stop'>> & { name?: string } = {}): TestRun => {
		let isOver = false;
		let requests = 0;
		let tellEnd = () => {};
		const ended = new Promise<void>((resolve) => (tellEnd = resolve));
		const end = () => {
			isOver = true;
			tellEnd();
			gate.leave(run);
		};
		const depart = (name: string, permit: Permit | undefined) => {
			// As the sender of a run does: what it gets after its end it gives back.
			if (isOver) return permit?.settle({ sign: 'nothing' });
			if (permit === undefined) throw new Error('Only a run that has ended gets no permit');
			all.push({
				run,
				name,
				at: clock.now(),
				is: (sign, rest) => permit.settle({ sign, failure: '503', ...rest }),
			});
		};
		const run: TestRun = {
			name: `run ${(runs += 1)}`,
			maxConcurrency: 1000,
			maxRetryWait: Infinity,
			history: { throttled: 0, outageMs: 0 },
			stop: (reason) => {
				run.stopped ??= { at: clock.now(), reason };
				end();
			},
			probe: async () => {
				probes.push({ at: clock.now(), by: run.name });
				await Promise.race([clock.sleep(service.latency), ended]);
				return isOver ? undefined : service.isBack;
			},
			log: (line) => log.push(line),
			send: (count = 1, request = {}) => {
				for (let sent = 0; sent < count; sent += 1) {
					const name = `${run.name}.${(requests += 1)}`;
					const waiting = { recipients: 1, isThrottled: false, ...request };
					void gate.enter(run, waiting).then((permit) => depart(name, permit));
				}
			},
			end,
			...options,
		};
		gate.join(run);
		return run;
	};

	/** What has left since the last time. */
	const left = async () => {
		await clock.pass(0);
		const sent = all.slice(taken);
		taken = all.length;
		return sent;
	};

	/** What has left since the last time: there is exactly one. */
	const one = async () => {
		const sent = await left();
		if (sent.length !== 1) throw new Error(`${sent.length} have left`);
		return sent[0]!;
	};

	/** Lets slow start open the window to so many requests. */
	const openTo = async (size: number) => {
		const run = begin();
		run.send(3 * size);
		let inFlight = await left();
		while (inFlight.length < size) {
			await clock.pass(50);
			const answered = inFlight.splice(0, size - inFlight.length);
			for (const request of answered) request.is('accepted');
			inFlight = [...inFlight, ...(await left())];
		}
		run.end();
		for (const request of inFlight) request.is('nothing');
		await clock.pass(1);
	};

	/** Three requests fail in a row, and the service is away. */
	const goAway = async (failure = '503') => {
		const run = begin({ maxConcurrency: 1 });
		run.send(3);
		await clock.pass(1);
		for (let failed = 0; failed < 3; failed += 1) (await one()).is('outage', { failure });
		run.end();
	};

	return { clock, gate, service, probes, log, begin, left, one, openTo, goAway };
}

/** The milliseconds that so many who wait together must wait until the first of them leaves. */
export async function waitOf({ clock, begin, left }: ReturnType<typeof start>): Promise<number> {
	const from = clock.now();
	const run = begin();
	run.send();
	for (;;) {
		const [sent] = await left();
		if (sent) {
			sent.is('nothing');
			run.end();
			return sent.at - from;
		}
		await clock.pass(1000);
	}
}
