import type { IDataObject, INode } from 'n8n-workflow';

import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { inLoop } from '../support/loop';
import { runNode } from '../support/runNode';
import { sentFor, startService, type ScriptedService } from '../support/service';
import { answers } from '../support/conducts';
import { caseOf } from './cases';

let service: ScriptedService;
beforeEach(async () => (service = await startService()));
afterEach(async () => await service.close());

/** Input fields by which one may take a row of the input for one of the node's own. */
const misleading = { error: '', message: 'x', details: { state: 'failed' }, send_status: 'sent' };

it.each<[string, number, IDataObject, Partial<INode>]>([
	['plain', 2, {}, {}],
	['in one run', 5, {}, {}],
	['on the error output', 2, {}, { onError: 'continueErrorOutput' }],
	['on the error output, next to the input', 2, misleading, { onError: 'continueErrorOutput' }],
	['with Continue', 2, misleading, { onError: 'continueRegularOutput' }],
])(
	'a number gets a campaign once in an execution, whatever its tags and what the rows look like: %s (R12)',
	async (_, size, fields, node) => {
		let requests = 0;
		const fails = answers(500, { message: 'Internal server error' });
		// If the node goes on, the first request may have been sent.
		const accepts = answers(200, { success: true, error: '', details: { state: 'failed' } });
		service.fate = () => (requests++ === 0 && node.onError ? fails : accepts);
		const items = [0, 1, 0, 2, 1].map((person, tag) => ({
			number: `+1415000000${person}`,
			tag,
			...fields,
		}));
		const { marked } = caseOf('campaign: sendToItems');
		const parameters = {
			...marked,
			additionalFields: { tags: '={{ $json.tag }}' },
			options: { recipientsPerRequest: 1 },
		};
		const { error } = await runNode(parameters, {
			credential: { baseUrl: service.url },
			// All outputs of the node lead on.
			workflow: inLoop(messengerWorkflow(parameters, items, node), size, 3),
		});
		expect(error).toBeUndefined();
		const posts = service.requests.filter(({ method }) => method === 'POST');
		expect(posts.flatMap(sentFor)).toEqual(['0', '1', '2']);
	},
);
