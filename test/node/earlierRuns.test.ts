import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { inLoop } from '../support/loop';
import { continues, runNode } from '../support/runNode';
import { people, sentFor, startService, type ScriptedService } from '../support/service';
import { answers } from '../support/conducts';
import { caseOf } from './cases';

let service: ScriptedService;
beforeEach(async () => (service = await startService()));
afterEach(async () => await service.close());

/** Loop Over Items, so many at a time, in which all outputs of the node lead on. */
const loop = (size: number, ...given: Parameters<typeof messengerWorkflow>) =>
	inLoop(messengerWorkflow(...given), size, 3);

/** Input fields by which one may take a row of the input for one of the node's own. */
const misleading = { error: '', message: 'x', details: { state: 'x' }, send_status: 'sent' };

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
		service.fate = () => (requests++ === 0 && node.onError ? fails : undefined);
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
			workflow: loop(size, parameters, items, node),
		});
		expect(error).toBeUndefined();
		const posts = service.requests.filter(({ method }) => method === 'POST');
		expect(posts.flatMap(sentFor)).toEqual(['0', '1', '2']);
	},
);

const sentBy = (operation: string, parameters: INodeParameters, items: IDataObject[]) =>
	runNode(operation, {
		credential: { baseUrl: service.url },
		workflow: loop(1, { ...caseOf(operation).parameters, ...parameters }, items),
	});

/** Recipients of a form, other ones in each round. */
const ten = Array.from({ length: 10 }, (_, index) => ({
	messengerNumber: `=+14155550{{ $json.round }}${index}`,
}));

/** Fields of an answer by which one may take an accepted row for a failed one, or for a row of the other operation. */
const answered = [
	{ error: '', details: { batch: 7 } },
	{ error: 'none', details: {} },
	{ error: '', details: { state: 'queued' } },
	{ messenger_number: '+14155550199', recipients: 1 },
	{ recipients: [], messenger_number: null, subject: '+14155550199' },
].map((fields): [IDataObject] => [{ success: true, ...fields }]);

describe.each(answered)('after an answer with %j', (fields) => {
	beforeEach(() => (service.fate = () => answers(200, fields)));

	it('a number gets one message in a loop (R12)', async () => {
		const same = Array.from({ length: 4 }, () => ({ number: '+14150000000' }));
		const { error } = await sentBy('campaign: sendToItems', {}, same);
		expect(error).toBeUndefined();
		expect(service.requests.flatMap(sentFor)).toEqual(['0']);
	});

	it.each([
		['send', 20, { recipients: { recipient: ten } }],
		['sendToItems', 3, {}],
	])(
		'%s reaches no more than Maximum Recipients in a loop (R12)',
		async (name, max, parameters) => {
			const rounds = people(11, (round) => ({ round: 10 + round }));
			const options = { maxRecipients: max };
			const { error } = await sentBy(`campaign: ${name}`, { ...parameters, options }, rounds);
			expect(error?.message).toContain(`'Maximum Recipients' is ${max}`);
			expect(service.requests.flatMap(sentFor)).toHaveLength(max);
		},
	);
});

it.each([
	['refused', 'Nothing was sent: see the error.'],
	['accepted', 'Not all was sent: see the error.'],
])(
	'events that were %s in earlier rounds count so in the hint of a later one',
	async (end, hint) => {
		const refuses = answers(400, { message: 'Bad request' });
		service.fate = () => (end === 'refused' ? refuses : undefined);
		const wait = '={{ $json.wait }}';
		const parameters = { ...caseOf('event: send').marked, requestOptions: { maxRetryWait: wait } };
		const items = people(3, (index) => ({ wait: index === 2 ? 'soon' : 300 }));
		const { hints } = await runNode(parameters, {
			credential: { baseUrl: service.url },
			workflow: loop(1, parameters, items, continues),
		});
		expect([hints, service.requests.length]).toEqual([[hint], 2]);
	},
);
