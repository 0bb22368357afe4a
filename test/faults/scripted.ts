import type { INodeParameters } from 'n8n-workflow';

import { isNewerThan2_0 } from '../../tools/playground/engine/runWorkflow';
import { caseOf } from '../node/cases';
import { runNode, type Execution, type RunSettings } from '../support/runNode';
import { people, startService, type ScriptedService } from '../support/service';

/** One that reads, one that writes, and one whose failure keeps back the rest; each item has its own request. */
export const operations = ['email: verify', 'event: send', 'campaign: sendToItems'].map(caseOf);

export const [reading, writing, sendToItems] = operations.map(({ marked }) => marked) as [
	INodeParameters,
	INodeParameters,
	INodeParameters,
];

/** For what n8n 2.0 lacks: it protects no network, and tells a node nothing of a connection that came to no answer. */
export const onNewerN8n = isNewerThan2_0 ? it : it.skip;

/** The service of the test that is running. It accepts, unless the test gives it another fate. */
export let service: ScriptedService;
beforeEach(async () => (service = await startService()));
afterEach(async () => await service.close());

/** Runs the node against that service. Runs with the same key share what they learn of it. */
export async function run(
	parameters: INodeParameters,
	{ items = 10, apiKey, ...settings }: RunSettings & { apiKey?: string } = {},
): Promise<Execution> {
	return await runNode(parameters, {
		credential: { baseUrl: service.url, ...(apiKey !== undefined && { apiKey }) },
		items: typeof items === 'number' ? people(items) : items,
		...settings,
	});
}

/** The words of each failed item, once where they are the same, without the ports. */
export function saidBy({ failed }: Execution): string {
	const items = failed.map(({ error, message, details }) =>
		[details?.state, details?.httpCode, error, message].join(' | '),
	);
	return [...new Set(items)].join('\n    ').replaceAll(/(?<=localhost|127\.0\.0\.1):\d{4,}/g, '');
}

/** The item numbers of a run by how they ended, as an error's context has them. */
type RunSummary = Record<'accepted' | 'uncertain' | 'failed' | 'notSent', number[]>;

/** The items of a run that an error stopped, by how they ended. */
export function ended({ error }: Execution): RunSummary {
	if (error === undefined) throw new Error('No error stopped the run');
	return error.context.run as RunSummary;
}
