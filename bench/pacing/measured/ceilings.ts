import { seconds } from '../../sections/figures';
import { progress, type Scale, type Section } from '../../sections/Section';
import { runEvents, type CheckedRun } from './eventRun';

const limit = { rate: 100, burst: 50 };

/** What Max Concurrency costs and gives: what its default was chosen by. */
export async function measureCeilings(scale: Scale): Promise<Section & { data: CheckedRun[] }> {
	const events = scale.isQuick ? 200 : 500;
	const ceilings = scale.isQuick ? [8, 32, 128] : [4, 8, 16, 32, 64, 128, 256];
	const rows = [];
	const data: CheckedRun[] = [];
	for (const latency of [5, 50, 200]) {
		for (const maxConcurrency of ceilings) {
			progress(`${events} events, ${latency} ms, at most ${maxConcurrency} in flight`);
			const job = { events, maxConcurrency };
			const free = await runEvents({ ...job, service: { latency } });
			const limited = await runEvents({ ...job, service: { latency, ...limit } });
			data.push({ run: free, due: events }, { run: limited, due: events });
			rows.push({
				latency: `${latency} ms`,
				'Max Concurrency': String(maxConcurrency),
				'sending, no limit': seconds(free.sending),
				'processor, no limit': seconds(free.cpu),
				'sending, limit': seconds(limited.sending),
				'refused, limit': String(limited.arrivals.refused),
			});
		}
	}
	return {
		title: `Max Concurrency: ${events} events without a limit, and at ${limit.rate} a second after a burst of ${limit.burst}`,
		method:
			'One run each. Sending is from the first request to the last. Processor time is that of n8n’s process.',
		rows,
		bars: [],
		data,
	};
}
