import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runIntercepted, type ServiceAnswer } from '../../support/interceptedService';
import { continues, type RunSettings } from '../../support/runNode';
import { caseOf } from '../cases';

const { answer: sent } = caseOf('campaign: send');
const testNumber = '+14155550199';
const manual = { mode: 'manual' } as const;

/** So many input items, each with its own number. */
const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ number: `+1415555${1000 + index}` }));

async function run(
	operation: string,
	parameters: INodeParameters = {},
	settings: RunSettings = {},
	...answers: ServiceAnswer[]
) {
	const given = { items: numbered(1), parameters, ...settings };
	const execution = await runIntercepted(operation, given, ...answers, { body: sent });
	const numbers = execution.bodies.map(({ recipient }) =>
		(recipient as IDataObject[]).map((each) => each.messenger_number),
	);
	return { ...execution, numbers };
}

type Bad = [parameter: string, parameters: INodeParameters];
const badForSend: Bad[] = [['recipients', { recipients: {} }]];
const badForItems: Bad[] = [
	['recipientsPerRequest', { options: { recipientsPerRequest: 'abc' } }],
	['duplicates', { options: { duplicates: '={{ $json.missing }}' } }],
];

describe.each(['campaign: send', 'campaign: sendToItems'])('%s', (operation) => {
	const isToItems = operation.endsWith('ToItems');

	it('a preview tells what is left out, as the run would (M2, D1)', async () => {
		const email = 'a@';
		const recipient = [
			{ messengerNumber: '+14155550100' },
			{ messengerNumber: '+14155550101', email },
		];
		const reason = {
			email: expect.stringContaining('isn\'t a valid email address: "a@"') as string,
		};
		for (const sendMode of ['send', 'preview']) {
			const parameters = { recipientFields: { email }, recipients: { recipient }, sendMode };
			const { json } = await run(operation, parameters);
			const left_out = isToItems ? reason : [{ recipient: 2, ...reason }];
			expect(json).toMatchObject([{ left_out }]);
		}
	});

	it.each<Bad>([
		['sendMode', { sendMode: '={{ $json.missing }}', testNumber }],
		['scheduledAt', { additionalFields: { scheduledAt: '={{ $json.missing }}' } }],
		['maxRecipients', { options: { maxRecipients: '={{ $json.missing }}' } }],
		...(isToItems ? badForItems : badForSend),
	])(
		'a bad %s costs no request, in a preview too: %j (M2, I3, I5, I7)',
		async (parameter, parameters) => {
			const { error, bodies } = await run(operation, parameters, manual);
			expect(error?.context).toMatchObject({ parameter, itemIndex: 0 });
			expect(bodies).toEqual([]);
		},
	);
});

it('a real run has no use for the test number', async () => {
	const parameters = { sendMode: 'testManual', testNumber: '={{ $json.missing }}' };
	expect((await run('campaign: send', parameters)).bodies).toHaveLength(1);
});

it('campaign: send to several recipients that is refused names the first, and how many more', async () => {
	const recipient = [{ messengerNumber: '+14155550101' }, { messengerNumber: '+14155550102' }];
	const refusal = { body: { success: false, message: 'Bad request' } };
	const { error } = await run('campaign: send', { recipients: { recipient } }, {}, refusal);
	expect(error?.message).toBe('Bad request for "+14155550101 and 1 more"');
});

describe('campaign: sendToItems', () => {
	it('puts items with equal settings into requests of 500 or fewer, in their order', async () => {
		const { numbers, json } = await run('campaign: sendToItems', {}, { items: numbered(501) });
		expect(numbers.map(({ length }) => length).sort()).toEqual([1, 500]);
		expect(json.map((row) => row.messenger_number)).toEqual(
			numbered(501).map(({ number }) => number),
		);
	});

	it.each([
		[500, ['uncertain', 'uncertain']],
		[400, ['failed', 'not sent']],
	])('after a %i an item and its duplicate are %j (R7)', async (status, states) => {
		const [item] = numbered(1);
		const settings = { items: [item!, item!], node: continues };
		const refusal = { status, body: { message: 'Bad request' } };
		const { failed } = await run('campaign: sendToItems', {}, settings, refusal);
		expect(failed.map(({ details }) => details.state)).toEqual(states);
	});
});
