import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	interceptService,
	releaseNetwork,
	type ServiceAnswer,
} from '../../support/interceptedService';
import { baseUrl, continues, runNode, type RunSettings } from '../../support/runNode';
import { caseOf } from '../cases';

const { answer: sent } = caseOf('campaign: send');
const testNumber = '+14155550199';
const manual = { mode: 'manual' } as const;

/** So many input items, each with a number of its own. */
const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ number: `+1415555${1000 + index}` }));

/** Runs a campaign, and gives the bodies that arrived with what came of it. */
async function run(
	operation: string,
	parameters: INodeParameters = {},
	settings: RunSettings = {},
	...answers: ServiceAnswer[]
) {
	const service = interceptService(baseUrl, ...answers, { body: sent });
	const given = { items: numbered(1), parameters, ...settings };
	const execution = await runNode(operation, given);
	const bodies = service.requests.map(({ body }) => body as IDataObject);
	const numbers = bodies.map(({ recipient }) =>
		(recipient as IDataObject[]).map((each) => each.messenger_number),
	);
	return { ...execution, bodies, numbers, json: execution.output.map(({ json }) => json) };
}

afterEach(releaseNetwork);

describe.each(['campaign: send', 'campaign: sendToItems'])('%s', (operation) => {
	const isToItems = operation.endsWith('ToItems');

	it.each([
		[{ sendMode: 'testManual', testNumber }, 'test', 'sent'],
		[{}, 'preview', 'sent'],
	])('with %j is %s in a manual run, otherwise %s (M1, M4)', async (parameters, ...statuses) => {
		for (const [index, mode] of (['manual', 'webhook'] as const).entries()) {
			releaseNetwork();
			const { json, bodies, hints } = await run(operation, parameters, { mode });
			expect(json).toMatchObject([{ send_status: statuses[index] }]);
			expect(bodies).toHaveLength(statuses[index] === 'preview' ? 0 : 1);
			expect(hints).toHaveLength(1);
		}
	});

	it('a preview gives the items that the run would give, in their order and pairing (M2)', async () => {
		const given = [...'aabaxa'].map((letter, index) => ({
			number: letter === 'x' ? 'x' : `+1 415 555 10${letter.charCodeAt(0)}`,
			language: index === 3 ? 'de' : 'en',
		}));
		const rows = async (sendMode: string) => {
			releaseNetwork();
			const parameters = { sendMode, templateLanguage: '={{ $json.language }}' };
			const { output } = await run(operation, parameters, { items: given, node: continues });
			return output.map(({ json, pairedItem }) => {
				const { messenger_number, recipients, duplicate_of_item, error } = json;
				const status = String(json.send_status).replace('sent', 'preview');
				return { messenger_number, recipients, duplicate_of_item, error, status, pairedItem };
			});
		};
		const real = await rows('send');
		expect(await rows('preview')).toEqual(real);
		expect(real.map(({ status }) => status).join(' ')).toBe(
			isToItems
				? 'preview duplicate preview preview undefined duplicate'
				: 'preview preview preview preview undefined preview',
		);
	});

	const noDate = 'DateTime.fromISO("tomorrow")';
	it.each<[parameter: string, parameters: INodeParameters]>([
		['sendMode', { sendMode: '={{ $json.missing }}', testNumber }],
		['scheduledAt', { additionalFields: { scheduledAt: '={{ $json.missing }}' } }],
		['maxRecipients', { options: { maxRecipients: '={{ $json.missing }}' } }],
		...(isToItems
			? ([
					['recipientsPerRequest', { options: { recipientsPerRequest: 'abc' } }],
					['duplicates', { options: { duplicates: '={{ $json.missing }}' } }],
					['firstName', { recipientFields: { firstName: `={{ ${noDate} }}` } }],
				] as Array<[string, INodeParameters]>)
			: ([
					['recipients', { recipients: {} }],
					['recipientsInput', { recipientsInput: '={{ $json.missing }}' }],
					[
						'recipientsJson',
						{
							recipientsInput: 'json',
							recipientsJson: `={{ [{ messenger_number: "+14155550123", due: ${noDate} }] }}`,
						},
					],
				] as Array<[string, INodeParameters]>)),
	])(
		'a bad %s costs no request, in a preview too: %j (M2, I3, I4, I6, I7)',
		async (parameter, parameters) => {
			const { error, bodies } = await run(operation, parameters, manual);
			expect(error?.context).toMatchObject({ parameter, itemIndex: 0 });
			expect(bodies).toEqual([]);
		},
	);

	it.each([
		['DateTime.fromISO("2030-07-31T09:30:00")', '2030-07-31T00:30:00.000Z'],
		['new Date("2030-07-31T09:30:00Z")', '2030-07-31T09:30:00.000Z'],
	])('of the time %s, in a workflow in Tokyo, is sent at %s', async (time, utc) => {
		const parameters = { additionalFields: { scheduledAt: `={{ ${time} }}` } };
		const settings = { settings: { timezone: 'Asia/Tokyo' } };
		const { bodies, json } = await run(operation, parameters, settings);
		expect([bodies[0]?.scheduled_at, json[0]?.scheduled_at]).toEqual([utc, utc]);
	});
});

describe('campaign: send', () => {
	const people = [{ messenger_number: '+14155550123', plan: 'pro' }];
	const both = {
		recipients: { recipient: [{ messengerNumber: '+14155550101' }] },
		recipientsJson: '={{ $json.people }}',
	};
	it.each<[string, INodeParameters, object]>([
		['a list', { recipientsInput: 'json', recipientsJson: '={{ $json.people }}' }, people],
		['chosen JSON', { ...both, recipientsInput: '={{ $json.json }}' }, people],
		[
			'chosen fields',
			{ ...both, recipientsInput: '={{ $json.fields }}' },
			[{ messenger_number: '+14155550101' }],
		],
	])('takes recipients as %s', async (_, parameters, recipient) => {
		const items = [{ people, json: 'json', fields: 'fields' }];
		const { bodies } = await run('campaign: send', parameters, { items });
		expect(bodies[0]?.recipient).toEqual(recipient);
	});

	it('to several recipients that is refused names none: nobody knows which one it was', async () => {
		const recipient = [{ messengerNumber: '+14155550101' }, { messengerNumber: '+14155550102' }];
		const refusal = { body: { success: false, message: 'Bad request' } };
		const { error } = await run('campaign: send', { recipients: { recipient } }, {}, refusal);
		expect(error?.message).toBe('Bad request');
	});

	it('says how to send to each number once where it sends more often', async () => {
		const items = [...numbered(1), ...numbered(1)];
		const { hints } = await run('campaign: send', {}, { items });
		expect(hints).toEqual([expect.stringContaining('Send to All Items')]);
	});
});

describe('campaign: sendToItems', () => {
	const sendToItems = async (parameters: INodeParameters, count: number) =>
		await run('campaign: sendToItems', parameters, { items: numbered(count) });

	it('puts items with equal settings into requests of 500 or fewer, in their order', async () => {
		const { numbers, json } = await sendToItems({}, 501);
		expect(numbers.map(({ length }) => length).sort()).toEqual([1, 500]);
		expect(json.map((row) => row.messenger_number)).toEqual(
			numbered(501).map(({ number }) => number),
		);
	});

	it('evaluates what does not read the item once: the time of each item splits no campaign', async () => {
		let now = Date.parse('2030-01-31T09:30:00Z');
		// Each time that somebody looks at the clock, it has moved on by half a second.
		jest.spyOn(Date, 'now').mockImplementation(() => (now += 500));
		const time = '={{ "+1415555" + String($now.toMillis()).slice(-5) }}';
		const parameters = {
			fromNumber: time,
			templateName: time,
			templateLanguage: time,
			additionalFields: { tags: time, scheduledAt: '={{ $now.plus({ hours: 1 }) }}' },
		};
		const { numbers } = await sendToItems(parameters, 300);
		jest.restoreAllMocks();
		expect(numbers.map(({ length }) => length)).toEqual([300]);
	});
});
