import type { INodeParameters } from 'n8n-workflow';

import { answers } from '../support/conducts';
import type { Conduct } from '../support/FaultyService';
import type { Execution, Retry, RunSettings } from '../support/runNode';
import { sentFor, type Fate } from '../support/service';
import { ended, run, service } from './scripted';

export const refuses = answers(400, { message: 'Bad request' });
const fails = answers(500, { message: 'Internal server error' });

const meets =
	(conduct: Conduct) =>
	(...items: number[]): Fate =>
	(request) =>
		sentFor(request).some((mark) => items.includes(Number(mark))) ? conduct : undefined;
/** The service refuses these items; or it fails with them, and may have processed them. It accepts the others. */
export const refusing = meets(refuses);
export const failing = meets(fails);
export const accepting = refusing();

/** Requests go one by one, so that it is certain what a failure keeps back. */
export const oneByOne = { requestOptions: { maxConcurrency: 1 } };
export const resending = { requestOptions: { maxConcurrency: 1, resendUncertain: true } };

/** Runs the node for five items, or for those given, while the service does so. */
export async function start(fate: Fate, parameters: INodeParameters, settings: RunSettings = {}) {
	service.fate = fate;
	return await run({ ...oneByOne, ...parameters }, { items: 5, ...settings });
}

/** Somebody presses n8n's Retry of an execution, while the service does so. */
export async function retry(execution: Execution, fate: Fate, changes?: Retry) {
	service.fate = fate;
	return await execution.retry(changes);
}

/**
 * What came of an execution: the items that were sent, each as often as it arrived, and how all ended; if no error stopped
 * the node, the status of each row.
 */
export function endOf(execution: Execution): object {
	const { error, output } = execution;
	const sent = Object.entries(service.sent()).flatMap(([item, count]) =>
		Array.from({ length: count }, () => Number(item)),
	);
	if (error) {
		const ends = Object.entries(ended(execution)).filter(([, items]) => items.length > 0);
		return { sent, ...Object.fromEntries(ends) };
	}
	// R9
	expect(keptOf(execution)).toEqual({});
	const statuses = output.map(({ json }) => (json.error ? 'error' : (json.send_status ?? 'ok')));
	return { sent, rows: statuses.join(' ') };
}

/** The node's memory in the execution, but for the execution's id, which only its own Retry reads. */
export function keptOf({ run: { data } }: Execution) {
	const kept = { ...data.executionData?.contextData?.['node:Messenger'] };
	delete kept.execution;
	return kept;
}
