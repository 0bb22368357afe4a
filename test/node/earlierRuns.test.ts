import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { inLoop } from '../support/loop';
import { runNode } from '../support/runNode';
import { sentFor, startService, type ScriptedService } from '../support/service';
import { answers } from '../support/conducts';
import { caseOf } from './cases';

let service: ScriptedService;
beforeEach(async () => (service = await startService()));
afterEach(async () => await service.close());

/** Loop Over Items, two at a time, in which all outputs of the node lead on. */
const loop = (items: IDataObject[], parameters: INodeParameters, node: Partial<INode>) =>
	inLoop(messengerWorkflow(parameters, items, node), 2, 3);

/** An input field by which one may take a row of the input for one of the node's own. */
const misleading = { error: '', message: 'x', details: { state: 'x' }, messenger: { a: 1 } };
const including = { includeInputFields: true };

it.each<[string, IDataObject, Partial<INode>, IDataObject]>([
	['plain', {}, {}, {}],
	['in an own field', {}, {}, including],
	['in an own field, next to others', misleading, {}, including],
	['on the error output', {}, { onError: 'continueErrorOutput' }, {}],
	['on the error output, next to the input', misleading, { onError: 'continueErrorOutput' }, {}],
	['on the error output, included', misleading, { onError: 'continueErrorOutput' }, including],
	['with Continue', misleading, { onError: 'continueRegularOutput' }, {}],
	['with Continue, included', misleading, { onError: 'continueRegularOutput' }, including],
])(
	'a number gets a campaign once in an execution, whatever the rows look like: %s (R12)',
	async (_, fields, node, options) => {
		let requests = 0;
		const fails = answers(500, { message: 'Internal server error' });
		// If the node goes on, the first request may have been sent.
		service.fate = () => (requests++ === 0 && node.onError ? fails : undefined);
		const items = [0, 1, 0, 2, 1].map((person) => ({ number: `+1415000000${person}`, ...fields }));
		const { marked } = caseOf('campaign: sendToItems');
		const parameters = { ...marked, options: { recipientsPerRequest: 1, ...options } };
		const { error } = await runNode(parameters, {
			credential: { baseUrl: service.url },
			workflow: loop(items, parameters, node),
		});
		expect(error).toBeUndefined();
		const posts = service.requests.filter(({ method }) => method === 'POST');
		expect(posts.flatMap(sentFor)).toEqual(['0', '1', '2']);
	},
);
