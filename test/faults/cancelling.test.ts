import { setTimeout as pause } from 'node:timers/promises';

import { answers, neverAnswers } from '../support/conducts';
import { FaultyService, type Conduct } from '../support/FaultyService';
import { cases } from '../node/cases';
import type { Case } from '../node/operations/operationCase';
import { measuredInParallel } from '../support/measuredInParallel';
import { runNode } from './run';

interface Wait {
	wait: string;
	conduct: Conduct;
	items: number;
}

const waits: Wait[] = [
	{ wait: 'the rate limit', conduct: answers(429, {}, { 'Retry-After': '60' }), items: 3 },
	{ wait: 'its answer, and others for their turn', conduct: neverAnswers, items: 3 },
	{ wait: 'being sent again', conduct: answers(503, {}), items: 1 },
];

/** What only sends is not sent again after a 503. */
const cancellations = cases.flatMap((operation) =>
	(operation.readOnly ? waits : waits.slice(0, 2)).map((wait) => ({ operation, ...wait })),
);

async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await pause(5);
}

/** Cancels the execution when the first request has come and everything else waits. */
async function cancel(operation: Case, { conduct, items }: Wait) {
	const service = await FaultyService.start(conduct);
	const controller = new AbortController();
	const running = runNode(
		{ ...operation.marked, requestOptions: { maxConcurrency: 1 } },
		{ baseUrl: service.url, apiKey: 'cancelling-key', items, signal: controller.signal },
	);
	await until(() => service.requests.length === 1);
	await pause(100);
	const cancelledAt = performance.now();
	controller.abort();
	const { run } = await running;
	const milliseconds = performance.now() - cancelledAt;
	await until(() => service.open === 0);
	// Longer than the pause before a first repetition.
	await pause(700);
	await service.close();
	return { status: run.status, milliseconds, connections: service.connections.length };
}

const seen = measuredInParallel(
	cancellations,
	9,
	async ({ operation, ...wait }) => await cancel(operation, wait),
);

it.each(cancellations.map(({ operation, wait }, index) => ({ name: operation.name, wait, index })))(
	'$name, cancelled while it waits for $wait, ends at once and sends nothing more',
	async ({ index }) => {
		const { status, milliseconds, connections } = await seen.at(index);
		expect(status).toBe('canceled');
		expect(milliseconds).toBeLessThan(1000);
		expect(connections).toBe(1);
	},
);
