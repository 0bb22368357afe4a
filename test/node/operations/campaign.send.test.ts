import type { INodeParameters } from 'n8n-workflow';

import { releaseNetwork } from '../../support/interceptedService';
import { expectRefused } from '../../support/messengerRun';
import { runCampaign, sent, type CampaignChanges } from './campaign';

const send = async (parameters: INodeParameters, changes: CampaignChanges = {}) =>
	await runCampaign('campaign: send', parameters, changes);

/** Sends with the additional fields given, and gives the one body that arrived. */
async function bodyWith(additionalFields: INodeParameters, changes: CampaignChanges = {}) {
	const { bodies, error } = await send({ additionalFields }, changes);
	expect(error).toBeUndefined();
	expect(bodies).toHaveLength(1);
	return bodies[0];
}

const twoRecipients = {
	recipient: [
		{ messengerNumber: '={{ $json.number }}', firstName: '={{ $json.name }}' },
		{ messengerNumber: '+14155550121' },
	],
};
const twoItems = [
	{ number: '+14155550101', name: 'Ana' },
	{ number: '+14155550102', name: '' },
];

afterEach(releaseNetwork);

describe('the request', () => {
	it('holds all that was filled in, in the field names of the service', async () => {
		const { bodies, output } = await send({
			templateName: ' spring_offer ',
			templateLanguage: 'de',
			recipients: {
				recipient: [
					{
						messengerNumber: '+1 (415) 555-0123',
						firstName: 'Nathan',
						name: 'Nathan Li',
						email: 'nathan@example.com',
					},
					{ messengerNumber: '+14155550121' },
				],
			},
			additionalFields: { tags: 'welcome, spring', scheduledAt: '2030-01-31T09:30:00Z' },
		});
		expect(bodies).toEqual([
			{
				from_number: '+14155550100',
				type: 'template',
				content: { template_name: 'spring_offer', template_language: 'de' },
				tags: ['welcome', 'spring'],
				scheduled_at: '2030-01-31T09:30:00.000Z',
				recipient: [
					{
						messenger_number: '+14155550123',
						first_name: 'Nathan',
						name: 'Nathan Li',
						email: 'nathan@example.com',
					},
					{ messenger_number: '+14155550121' },
				],
			},
		]);
		const row = { recipients: 2, send_status: 'scheduled', scheduled_at: bodies[0]?.scheduled_at };
		expect(output).toEqual([{ json: { ...sent, ...row }, pairedItem: { item: 0 } }]);
	});

	it.each(['={{ $json.missing }}', '={{ $json.missing.split("T")[0] }}'])(
		'is not sent at once because the expression of its time returns nothing: %s',
		async (scheduledAt) => {
			const { error, bodies } = await send({ additionalFields: { scheduledAt } });
			const message = "'Scheduled At' is undefined: its expression returns nothing";
			expectRefused(error, 'scheduledAt', message);
			expect(bodies).toEqual([]);
		},
	);

	it('is sent at once where the expression of its time returns an empty text', async () => {
		expect(await bodyWith({ scheduledAt: '={{ "" }}' })).not.toHaveProperty('scheduled_at');
	});

	it('holds nothing that was left empty', async () => {
		expect(await bodyWith({ tags: '', scheduledAt: '' })).toEqual({
			from_number: '+14155550100',
			type: 'template',
			content: { template_name: 'welcome_message', template_language: 'en' },
			recipient: [{ messenger_number: '+14155551000' }],
		});
	});

	it('is one for each input item', async () => {
		const { bodies } = await send({ recipients: twoRecipients }, { items: twoItems });
		expect(bodies.map(({ recipient }) => recipient[0])).toEqual([
			{ messenger_number: '+14155550101', first_name: 'Ana' },
			{ messenger_number: '+14155550102' },
		]);
	});

	it.each([
		['text', '[{ "messenger_number": "+1 415 555 0123", "plan": "pro" }]'],
		['a list from an expression', '={{ $json.people }}'],
		['text from an expression', '={{ JSON.stringify($json.people) }}'],
	])('takes recipients as JSON: %s', async (_, recipientsJson) => {
		const people = [{ messenger_number: '+14155550123', plan: 'pro' }];
		const parameters = { recipientsInput: 'json', recipientsJson };
		const { bodies } = await send(parameters, { items: [{ people }] });
		expect(bodies[0]?.recipient).toEqual(people);
	});

	it.each([
		['fields', '+14155550101'],
		['json', '+14155550202'],
	])('takes the recipients that an expression chooses: %s', async (chosen, number) => {
		const { bodies } = await send(
			{
				recipientsInput: '={{ $json.chosen }}',
				recipients: { recipient: [{ messengerNumber: '+14155550101' }] },
				recipientsJson: '[{ "messenger_number": "+14155550202" }]',
			},
			{ items: [{ chosen }] },
		);
		expect(bodies[0]?.recipient).toEqual([{ messenger_number: number }]);
	});

	it.each(['list', undefined])('sends to nobody where it chooses %j', async (chosen) => {
		const parameters = { recipientsInput: '={{ $json.chosen }}' };
		const { error, bodies } = await send(parameters, { items: [{ chosen }] });
		const message = `'Specify Recipients' isn't a valid choice: "${chosen}"`;
		expectRefused(error, 'recipientsInput', message);
		expect(bodies).toEqual([]);
	});

	it.each([
		['={{ ["welcome", "spring"] }}', ['welcome', 'spring']],
		['={{ $json.tags }}', ['a, b', 'c']],
		['={{ $json.missing }}', undefined],
	])('takes the tags %s from an expression', async (tags, expected) => {
		const items = [{ number: '+14155550101', tags: ['a, b', 'c'] }];
		expect((await bodyWith({ tags }, { items }))?.tags).toEqual(expected);
	});
});

describe('the time of a campaign', () => {
	it.each([
		['2030-07-31T09:30:00', '2030-07-31T07:30:00.000Z'],
		['2030-07-31T09:30:00-04:00', '2030-07-31T13:30:00.000Z'],
		['={{ DateTime.fromISO("2030-07-31T09:30:00") }}', '2030-07-31T07:30:00.000Z'],
		['={{ new Date("2030-07-31T09:30:00Z") }}', '2030-07-31T09:30:00.000Z'],
		['={{ "2030-01-31 09:30" }}', '2030-01-31T08:30:00.000Z'],
	])('%s, in a workflow in Berlin, is %s', async (scheduledAt, utc) => {
		expect((await bodyWith({ scheduledAt }))?.scheduled_at).toBe(utc);
	});

	it('is read in the timezone of the workflow', async () => {
		const scheduledAt = '2030-07-31T09:30:00';
		const body = await bodyWith({ scheduledAt }, { settings: { timezone: 'Asia/Tokyo' } });
		expect(body?.scheduled_at).toBe('2030-07-31T00:30:00.000Z');
	});

	it.each([
		[30, true],
		[90, false],
	])('may be %i seconds ago: %s', async (seconds, may) => {
		const scheduledAt = new Date(Date.now() - seconds * 1000).toISOString();
		const { bodies, error } = await send({ additionalFields: { scheduledAt } });
		expect(bodies.map((body) => body.scheduled_at)).toEqual(may ? [scheduledAt] : []);
		expect(error?.context.parameter).toBe(may ? undefined : 'scheduledAt');
	});
});

describe('bad input costs no request, and the error names it:', () => {
	it.each<[string, INodeParameters, string]>([
		[
			'Sender Number',
			{ fromNumber: '1415' },
			`isn't a valid phone number (no country code): "1415"`,
		],
		['Sender Number', { fromNumber: '={{ "" }}' }, 'is empty'],
		['Template Name', { templateName: ' ' }, 'is empty'],
		['Template Language', { templateLanguage: '={{ "" }}' }, 'is empty'],
		['Recipients', { recipients: {} }, 'is empty'],
		['Scheduled At', { additionalFields: { scheduledAt: 'soon' } }, `isn't a valid date: "soon"`],
		[
			'Scheduled At',
			{ additionalFields: { scheduledAt: '2020-01-31' } },
			'is in the past: "2020-01-31"',
		],
		['Tags', { additionalFields: { tags: '={{ ({ a: 1 }) }}' } }, 'is an object'],
	])('%s of %j', async (label, parameters, problem) => {
		const [name, value] = Object.entries(parameters)[0]!;
		const { error, bodies } = await send(parameters);
		const parameter = name === 'additionalFields' ? Object.keys(value as object)[0]! : name;
		expectRefused(error, parameter, `'${label}' ${problem}`);
		expect(bodies).toEqual([]);
	});

	it('a recipient among several, by its number, and once for all items', async () => {
		const recipient = [...twoRecipients.recipient, { messengerNumber: '={{ $json.no }}' }];
		const { error } = await send({ recipients: { recipient } }, { items: twoItems });
		expectRefused(error, 'messengerNumber', "'Recipient Number' of recipient 3 is empty", true);
	});

	const noDate = 'DateTime.fromISO("tomorrow")';
	it.each([
		[
			'firstName',
			{
				recipients: {
					recipient: [{ messengerNumber: '+14155550123', firstName: `={{ ${noDate} }}` }],
				},
			},
			"'First Name' of recipient 1 isn't text: Invalid DateTime",
		],
		[
			'recipientsJson',
			{
				recipientsInput: 'json',
				recipientsJson: `={{ [{ messenger_number: '+14155550123', name: ${noDate} }] }}`,
			},
			`'Recipients (JSON)' can't be sent as JSON: "name" is Invalid DateTime`,
		],
		[
			'recipientsJson',
			{
				recipientsInput: 'json',
				recipientsJson: `={{ [{ messenger_number: '+14155550123', due: ${noDate} }] }}`,
			},
			`'Recipients (JSON)' can't be sent as JSON: "due" is Invalid DateTime`,
		],
	])('an invalid date where text belongs, which n8n has made a text: %s', async (...given) => {
		const [parameter, parameters, message] = given;
		const { error, bodies } = await send(parameters);
		expectRefused(error, parameter, message);
		expect(bodies).toEqual([]);
	});

	it('more recipients than the maximum, those of all items together', async () => {
		const parameters = { recipients: twoRecipients, options: { maxRecipients: 3 } };
		const { error, bodies } = await send(parameters, { items: twoItems });
		const problem = "'Maximum Recipients' is 3, and this run would reach 4 recipients";
		expectRefused(error, 'maxRecipients', problem, true);
		expect(bodies).toEqual([]);
	});
});

it('a refused campaign to several recipients names none: nobody knows which one it was', async () => {
	const { error } = await send(
		{ recipients: twoRecipients },
		{
			items: twoItems.slice(0, 1),
			answers: [{ body: { success: false, message: 'Bad request' } }],
		},
	);
	expect(error?.message).toBe('Bad request');
});
