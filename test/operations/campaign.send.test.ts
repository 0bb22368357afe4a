import type { INodeParameters } from 'n8n-workflow';

import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { interceptService, releaseNetwork } from '../support/interceptedService';
import {
	baseUrl,
	expectRefused,
	hintsOf,
	runMessenger,
	shown,
	type RunChanges,
} from '../support/messengerRun';

const sent = { success: true, message: 'Messenger campaign message(s) sent successfully.' };
const recipient = { messengerNumber: '+14155550121' };

/** Sends with the parameters given, and gives the bodies that arrived with what came of it. */
async function send(parameters: INodeParameters, changes: RunChanges = {}) {
	const service = interceptService(baseUrl, { body: sent });
	const run = await runMessenger('campaign: send', { items: [{}], ...changes, parameters });
	return { ...run, bodies: service.requests.map(({ body }) => body as Record<string, unknown>) };
}

const withRecipient = (parameters: INodeParameters = {}): INodeParameters => ({
	recipients: { recipient: [recipient] },
	...parameters,
});

/** Sends with the additional fields given, and gives the one body that arrived. */
async function bodyWith(additionalFields: INodeParameters, changes: RunChanges = {}) {
	const { bodies, error } = await send(withRecipient({ additionalFields }), changes);
	expect(error).toBeUndefined();
	expect(bodies).toHaveLength(1);
	return bodies[0];
}

afterEach(releaseNetwork);

describe('the request', () => {
	it('holds all that was filled in, in the field names of the service', async () => {
		const { bodies, output } = await send({
			templateName: ' spring_offer ',
			templateLanguage: 'de',
			recipients: {
				recipient: [
					{
						messengerNumber: '+1 415 555 0123',
						firstName: 'Nathan',
						name: 'Nathan Li',
						email: 'nathan@example.com',
					},
					recipient,
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
						messenger_number: '+1 415 555 0123',
						first_name: 'Nathan',
						name: 'Nathan Li',
						email: 'nathan@example.com',
					},
					{ messenger_number: '+14155550121' },
				],
			},
		]);
		expect(output).toEqual([{ json: sent, pairedItem: { item: 0 } }]);
	});

	it('holds nothing that was left empty', async () => {
		const body = await bodyWith({ tags: '', scheduledAt: '' });
		expect(body).toEqual({
			from_number: '+14155550100',
			type: 'template',
			content: { template_name: 'welcome_message', template_language: 'en' },
			recipient: [{ messenger_number: '+14155550121' }],
		});
	});

	it('is one for each input item', async () => {
		const service = interceptService(baseUrl, { body: sent });
		const named = { messengerNumber: '={{ $json.number }}', firstName: '={{ $json.first_name }}' };
		await runMessenger('campaign: send', {
			items: [
				{ number: '+14155550121', first_name: 'Ana' },
				{ number: '+14155550122', first_name: '' },
			],
			parameters: { recipients: { recipient: [named] } },
		});
		expect(service.requests.map(({ body }) => (body as { recipient: unknown }).recipient)).toEqual([
			[{ messenger_number: '+14155550121', first_name: 'Ana' }],
			[{ messenger_number: '+14155550122' }],
		]);
	});

	it.each([
		['text', '[{ "messenger_number": "+1 415 555 0123", "plan": "pro" }]'],
		['a list from an expression', '={{ $json.people }}'],
		['text from an expression', '={{ JSON.stringify($json.people) }}'],
	])('takes recipients as JSON: %s', async (_, recipientsJson) => {
		const { bodies } = await send(
			{ recipientsInput: 'json', recipientsJson },
			{ items: [{ people: [{ messenger_number: '+1 415 555 0123', plan: 'pro' }] }] },
		);
		expect(bodies[0]?.recipient).toEqual([{ messenger_number: '+1 415 555 0123', plan: 'pro' }]);
	});

	it.each([
		['={{ ["welcome", "spring"] }}', ['welcome', 'spring']],
		['={{ $json.tags }}', ['a, b', 'c']],
		['={{ $json.missing }}', undefined],
	])('takes the tags %s from an expression', async (tags, expected) => {
		const body = await bodyWith({ tags }, { items: [{ tags: ['a, b', 'c'] }] });
		expect(body?.tags).toEqual(expected);
	});
});

describe('the time of a campaign', () => {
	it.each([
		['2030-07-31T09:30:00', '2030-07-31T07:30:00.000Z'],
		['2030-07-31T09:30:00-04:00', '2030-07-31T13:30:00.000Z'],
		['={{ DateTime.fromISO("2030-07-31T09:30:00") }}', '2030-07-31T07:30:00.000Z'],
		['={{ new Date("2030-07-31T09:30:00Z") }}', '2030-07-31T09:30:00.000Z'],
		['={{ $json.when }}', '2030-01-31T08:30:00.000Z'],
	])('%s, in a workflow in Berlin, is %s', async (scheduledAt, utc) => {
		const body = await bodyWith({ scheduledAt }, { items: [{ when: '2030-01-31 09:30' }] });
		expect(body?.scheduled_at).toBe(utc);
	});

	it.each([
		[30, true],
		[90, false],
	])('may be %i seconds ago: %s', async (seconds, may) => {
		const scheduledAt = new Date(Date.now() - seconds * 1000).toISOString();
		const { bodies, error } = await send(withRecipient({ additionalFields: { scheduledAt } }));
		expect(bodies.map((body) => body.scheduled_at)).toEqual(may ? [scheduledAt] : []);
		expect(error?.context.parameter).toBe(may ? undefined : 'scheduledAt');
	});

	it('is read in the timezone of the workflow', async () => {
		const scheduledAt = '2030-07-31T09:30:00';
		const body = await bodyWith({ scheduledAt }, { settings: { timezone: 'Asia/Tokyo' } });
		expect(body?.scheduled_at).toBe('2030-07-31T00:30:00.000Z');
	});
});

describe('bad input costs no request, and the error names it:', () => {
	const json = (recipientsJson: string): INodeParameters => ({
		recipientsInput: 'json',
		recipientsJson,
	});
	it.each<[string, INodeParameters, string, string]>([
		[
			'a sender without +',
			withRecipient({ fromNumber: '14155550100' }),
			'fromNumber',
			"'From Number' isn't a valid phone number: \"14155550100\"",
		],
		[
			'no sender',
			withRecipient({ fromNumber: '={{ "" }}' }),
			'fromNumber',
			"'From Number' is empty",
		],
		[
			'no template',
			withRecipient({ templateName: ' ' }),
			'templateName',
			"'Template Name' is empty",
		],
		[
			'no language',
			withRecipient({ templateLanguage: '={{ "" }}' }),
			'templateLanguage',
			"'Template Language' is empty",
		],
		['no recipients', { recipients: {} }, 'recipients', "'Recipients' is empty"],
		[
			'an empty list of recipients',
			{ recipients: { recipient: [] } },
			'recipients',
			"'Recipients' is empty",
		],
		[
			'a recipient without a number',
			{
				recipients: {
					recipient: [recipient, { messengerNumber: '={{ $json.missing }}', name: 'Ben' }],
				},
			},
			'messengerNumber',
			"'Messenger Number' of recipient 2 is empty",
		],
		[
			"a recipient's malformed email",
			{ recipients: { recipient: [{ ...recipient, email: 'a@' }] } },
			'email',
			"'Email' of recipient 1 isn't a valid email address: \"a@\"",
		],
		[
			'recipients that are no array',
			json('{}'),
			'recipientsJson',
			"'Recipients (JSON)' isn't a JSON array",
		],
		['an empty JSON array', json('[]'), 'recipientsJson', "'Recipients (JSON)' is empty"],
		['no JSON', json('[{'), 'recipientsJson', "'Recipients (JSON)' isn't valid JSON"],
		[
			'a JSON recipient without a number',
			json('[{ "name": "Ben" }]'),
			'recipientsJson',
			'\'Recipients (JSON)\' at "messenger_number" of recipient 1 is empty',
		],
		[
			'a time of soon',
			withRecipient({ additionalFields: { scheduledAt: 'soon' } }),
			'scheduledAt',
			"'Scheduled At' isn't a valid date: \"soon\"",
		],
		[
			'a time in the past',
			withRecipient({ additionalFields: { scheduledAt: '2020-01-31T09:30:00Z' } }),
			'scheduledAt',
			'\'Scheduled At\' is in the past: "2020-01-31T09:30:00Z"',
		],
		[
			'tags that are an object',
			withRecipient({ additionalFields: { tags: '={{ ({ a: 1 }) }}' } }),
			'tags',
			"'Tags' is an object",
		],
	])('%s', async (_, parameters, parameter, message) => {
		const { error, bodies } = await send(parameters);
		expectRefused(error, parameter, message);
		expect(bodies).toEqual([]);
	});
});

/** What a preview says of the campaign to one recipient. */
const previewItem = {
	preview: true,
	recipients: 1,
	from_number: '+14155550100',
	template: 'welcome_message',
	language: 'en',
	duplicates_skipped: 0,
	method: 'POST',
	url: '/webhook/campaign',
	body: {
		from_number: '+14155550100',
		type: 'template',
		content: { template_name: 'welcome_message', template_language: 'en' },
		recipient: [{ messenger_number: '+14155550121' }],
	},
};
const testNumber = '+1 415 555 0199';

describe('the mode', () => {
	it.each([
		['send', 'manual', 'sends'],
		['send', 'trigger', 'sends'],
		['send', 'webhook', 'sends'],
		['previewManual', 'manual', 'previews'],
		['previewManual', 'trigger', 'sends'],
		['previewManual', 'webhook', 'sends'],
		['testManual', 'manual', 'tests'],
		['testManual', 'trigger', 'sends'],
		['testManual', 'webhook', 'sends'],
		['preview', 'manual', 'previews'],
		['preview', 'trigger', 'previews'],
		['preview', 'webhook', 'previews'],
	] as const)('%s: a %s run %s', async (mode, started, does) => {
		const parameters = withRecipient({ mode, testNumber });
		const { bodies, output, error } = await send(parameters, { mode: started });
		const numbers = bodies.map(({ recipient: people }) => people);
		expect(error).toBeUndefined();
		expect({ numbers, output: output.map(({ json }) => json) }).toEqual(
			{
				sends: { numbers: [[{ messenger_number: '+14155550121' }]], output: [sent] },
				tests: {
					numbers: [[{ messenger_number: testNumber }]],
					output: [{ ...sent, test: true }],
				},
				previews: { numbers: [], output: [previewItem] },
			}[does],
		);
		expect(output[0]?.pairedItem).toMatchObject(
			{
				previews: [{ item: 0 }],
				sends: { item: 0 },
				tests: { item: 0 },
			}[does],
		);
	});

	it.each(['yes', 'Preview', 'constructor', true, 1])(
		'%j is none: nothing is sent',
		async (value) => {
			const parameters = withRecipient({ mode: '={{ $json.mode }}', testNumber });
			const { error, bodies } = await send(parameters, { items: [{ mode: value }] });
			expectRefused(error, 'mode', `'Mode' isn't a valid mode: "${String(value)}"`);
			expect(bodies).toEqual([]);
		},
	);
});

describe('a preview', () => {
	it('shows each item with its time, and says after the run that nothing was sent', async () => {
		const { output, run } = await send(
			withRecipient({
				mode: 'preview',
				additionalFields: { scheduledAt: '2030-07-31T09:30:00' },
			}),
			{ items: [{}, {}] },
		);
		const scheduled_at = '2030-07-31T07:30:00.000Z';
		const json = { ...previewItem, scheduled_at, body: { ...previewItem.body, scheduled_at } };
		expect(output).toEqual([
			{ json, pairedItem: [{ item: 0 }] },
			{ json, pairedItem: [{ item: 1 }] },
		]);
		expect(hintsOf(run)).toEqual([
			'Preview: nothing was sent. 1 campaign to 2 recipients, 2030-07-31 09:30 Europe/Berlin.',
		]);
	});

	it('checks everything', async () => {
		const { error } = await send({ mode: 'preview', recipients: {} });
		expectRefused(error, 'recipients', "'Recipients' is empty");
	});
});

describe('a test run', () => {
	const test = { mode: 'manual' } as const;

	it("sends each campaign once, with its first recipient's fields", async () => {
		const { bodies, output, run } = await send(
			{
				mode: 'testManual',
				testNumber,
				recipients: {
					recipient: [
						{ messengerNumber: '={{ $json.number }}', firstName: '={{ $json.name }}' },
						recipient,
					],
				},
			},
			{
				...test,
				items: [
					{ number: '+14155550101', name: 'Ana' },
					{ number: '+14155550102', name: 'Ben' },
				],
			},
		);
		expect(bodies.map(({ recipient: people }) => people)).toEqual([
			[{ messenger_number: testNumber, first_name: 'Ana' }],
			[{ messenger_number: testNumber, first_name: 'Ben' }],
		]);
		expect(output).toEqual(
			[0, 1].map((item) => ({ json: { ...sent, test: true }, pairedItem: { item } })),
		);
		expect(hintsOf(run)).toEqual(["Test: each campaign was sent once, only to 'Test Number'."]);
	});

	it.each([
		['={{ "" }}', "'Test Number' is empty"],
		['0049', "'Test Number' isn't a valid phone number: \"0049\""],
	])('without a good test number, %j, is refused', async (number, message) => {
		const parameters = withRecipient({ mode: 'testManual', testNumber: number });
		const { error, bodies } = await send(parameters, test);
		expectRefused(error, 'testNumber', message);
		expect(bodies).toEqual([]);
	});

	it('still checks the recipients', async () => {
		const { error } = await send({ mode: 'testManual', testNumber, recipients: {} }, test);
		expectRefused(error, 'recipients', "'Recipients' is empty");
	});
});

describe('Maximum Recipients', () => {
	const people = { recipient: [recipient, { messengerNumber: '+14155550122' }] };
	const atMost = (maxRecipients: unknown, more: INodeParameters = {}) =>
		({ recipients: people, options: { maxRecipients }, ...more }) as INodeParameters;
	const items = [{}, {}];

	it('lets a run pass that reaches just so many', async () => {
		const { bodies, error } = await send(atMost(4), { items });
		expect(error).toBeUndefined();
		expect(bodies).toHaveLength(2);
	});

	it.each(['send', 'preview'])('refuses a run that would reach more, in mode %s', async (mode) => {
		const { bodies, error } = await send(atMost(3, { mode }), { items });
		expectRefused(
			error,
			'maxRecipients',
			"'Maximum Recipients' is 3, and this run would reach 4 recipients",
		);
		expect(bodies).toEqual([]);
	});

	it('makes an error item of every item where the node goes on', async () => {
		const node = { onError: 'continueRegularOutput' } as const;
		const { bodies, output } = await send(atMost(3), { items, node });
		expect(output.map(({ json }) => json.error)).toEqual(
			[0, 1].map((item) =>
				expect.stringMatching(`^'Maximum Recipients' is 3, .* \\[item ${item}\\]$`),
			),
		);
		expect(bodies).toEqual([]);
	});

	it('does not mind a test run, which reaches the test number only', async () => {
		const parameters = atMost(2, { mode: 'testManual', testNumber });
		const { bodies } = await send(parameters, { items, mode: 'manual' });
		expect(bodies).toHaveLength(2);
	});

	it.each([0, -1, 1.5, 'many'])('cannot be %j', async (limit) => {
		const { bodies, error } = await send(atMost(limit));
		expectRefused(
			error,
			'maxRecipients',
			`'Maximum Recipients' isn't a whole number of at least 1: "${limit}"`,
		);
		expect(bodies).toEqual([]);
	});
});

it('a new node begins with one recipient to fill in', () => {
	const { properties } = new Messenger().description;
	const recipients = properties.find(({ name }) => name === 'recipients');
	expect(recipients?.default).toEqual({ recipient: [{}] });
});

it('a campaign that the service refuses under 200 is an error, and is not sent again', async () => {
	const service = interceptService(baseUrl, { body: { success: false, message: 'Bad request' } });
	const { error } = await runMessenger('campaign: send', { node: { executeOnce: true } });
	expect(shown(error)).toEqual({
		name: 'NodeApiError',
		message: 'Bad request',
		description:
			"Check 'From Number', the template ('Template Name', 'Template Language') and the recipients.",
		httpCode: '200',
		itemIndex: 0,
	});
	expect(service.requests).toHaveLength(1);
});
