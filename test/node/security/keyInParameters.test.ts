import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { answers } from '../../support/conducts';
import type { FaultyService } from '../../support/FaultyService';
import { cases } from '../cases';
import { continues, execute, withoutRunner } from '../../faults/execution';
import { people, startService } from '../../support/service';
import { hintsOf } from '../../support/messengerRun';
import { withValueInEach } from './parameters';

const apiKey = 'sk-live-5f0e4c399a576c2c';

/** Ways in which somebody may enter the key in the wrong field. */
const entries = [apiKey, `x ${apiKey}`, '={{ $json.key }}', '={{ { field: $json.key } }}'];

const nodeTypes = [new Messenger(), withoutRunner()];

const items = people(2, () => ({ key: apiKey }));

let service: FaultyService;
beforeAll(async () => {
	service = await startService(() => answers(400, { message: 'Bad request' }));
});
afterAll(async () => await service.close());

/** All that runs say: their errors, their items of errors, their hints. */
async function saidWith(parameters: INodeParameters): Promise<string[]> {
	const settings = nodeTypes.flatMap((nodeType) =>
		[{}, continues].map((node) => ({ url: service.url, apiKey, items, nodeType, node })),
	);
	return await Promise.all(
		settings.map(async (one) => {
			try {
				const { error, failed, run } = await execute(parameters, one);
				const words = error && [error.message, error.description, error.messages, error.context];
				return JSON.stringify([words, failed, hintsOf(run.run)]);
			} catch (error) {
				// n8n itself runs no workflow in which something required is missing.
				return String(error);
			}
		}),
	);
}

it.each(cases)(
	'an API key in any parameter of $name is in nothing that a run says',
	async (its) => {
		const shown: IDataObject[] = [];
		let runs = 0;
		for (const change of entries.flatMap((entry) => withValueInEach(its, entry))) {
			for (const text of await saidWith({
				...its.marked,
				testNumber: '+14155550199',
				...change,
			})) {
				runs += 1;
				if (/sk-live|9a576c2c/.test(text)) shown.push({ change, text });
			}
		}
		expect(shown).toEqual([]);
		expect(runs).toBeGreaterThanOrEqual(80);
	},
);
