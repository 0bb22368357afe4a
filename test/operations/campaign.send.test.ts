import type { INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../support/interceptedService';
import {
	baseUrl,
	expectRefused,
	runMessenger,
	shown,
	type RunChanges,
} from '../support/messengerRun';

const sent = { success: true, message: 'Messenger campaign message(s) sent successfully.' };
const recipient = { messengerNumber: '+14155550121' };

/** Sends with the parameters given, and gives the bodies that arrived with what came of it. */
async function send(parameters: INodeParameters, changes: RunChanges = {}) {
	const service = interceptService(baseUrl, { body: sent });
	const run = await runMessenger('campaign.send', { items: [{}], ...changes, parameters });
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
		await runMessenger('campaign.send');
		expect(service.requests.map(({ body }) => (body as { recipient: unknown }).recipient)).toEqual([
			[{ messenger_number: '+14155550121', first_name: 'Ana' }],
			[{ messenger_number: '+14155550122', first_name: 'Ben' }],
			[{ messenger_number: '+14155550123' }],
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
			'From Number is not a phone number: "14155550100"',
		],
		['no sender', withRecipient({ fromNumber: '={{ "" }}' }), 'fromNumber', 'From Number is empty'],
		['no template', withRecipient({ templateName: ' ' }), 'templateName', 'Template Name is empty'],
		[
			'no language',
			withRecipient({ templateLanguage: '={{ "" }}' }),
			'templateLanguage',
			'Template Language is empty',
		],
		['no recipients', { recipients: {} }, 'recipients', 'Recipients is empty'],
		[
			'an empty list of recipients',
			{ recipients: { recipient: [] } },
			'recipients',
			'Recipients is empty',
		],
		[
			'a recipient without a number',
			{
				recipients: {
					recipient: [recipient, { messengerNumber: '={{ $json.missing }}', name: 'Ben' }],
				},
			},
			'messengerNumber',
			'Messenger Number of recipient 2 is empty',
		],
		[
			"a recipient's malformed email",
			{ recipients: { recipient: [{ ...recipient, email: 'a@' }] } },
			'email',
			'Email of recipient 1 is not an email address: "a@"',
		],
		[
			'recipients that are no array',
			json('{}'),
			'recipientsJson',
			'Recipients (JSON) is not a JSON array',
		],
		['an empty JSON array', json('[]'), 'recipientsJson', 'Recipients (JSON) is empty'],
		['no JSON', json('[{'), 'recipientsJson', 'Recipients (JSON) is not valid JSON'],
		[
			'a JSON recipient without a number',
			json('[{ "name": "Ben" }]'),
			'recipientsJson',
			'Recipients (JSON), "messenger_number" of recipient 1, is empty',
		],
		[
			'a time of soon',
			withRecipient({ additionalFields: { scheduledAt: 'soon' } }),
			'scheduledAt',
			'Scheduled At is not a date: "soon"',
		],
		[
			'tags that are an object',
			withRecipient({ additionalFields: { tags: '={{ ({ a: 1 }) }}' } }),
			'tags',
			'Tags is an object',
		],
	])('%s', async (_, parameters, parameter, message) => {
		const { error, bodies } = await send(parameters);
		expectRefused(error, parameter, message);
		expect(bodies).toEqual([]);
	});
});

describe('preview', () => {
	it('shows the request in place of sending it', async () => {
		const { bodies, output } = await send(withRecipient({ preview: true }));
		expect(bodies).toEqual([]);
		expect(output).toEqual([
			{
				json: {
					preview: true,
					method: 'POST',
					url: 'https://api.example.com/webhook/campaign',
					body: {
						from_number: '+14155550100',
						type: 'template',
						content: { template_name: 'welcome_message', template_language: 'en' },
						recipient: [{ messenger_number: '+14155550121' }],
					},
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('that is neither on nor off sends nothing', async () => {
		const { error, bodies } = await send(withRecipient({ preview: '={{ "yes" }}' }));
		expect(error?.message).toBe('Preview is neither true nor false: "yes" [item 0]');
		expect(bodies).toEqual([]);
	});

	it('checks everything', async () => {
		const { error } = await send({ preview: true, recipients: {} });
		expect(error?.message).toBe('Recipients is empty [item 0]');
	});

	it.each([
		['manual' as const, 0],
		['trigger' as const, 1],
	])('may depend on the run: a %s one sends %i requests', async (mode, count) => {
		const preview = '={{ $execution.mode === "test" }}';
		const { bodies, output } = await send(withRecipient({ preview }), { mode });
		expect(bodies).toHaveLength(count);
		expect(output[0]?.json.preview).toBe(count === 0 ? true : undefined);
	});
});

it('a campaign that the service refuses under 200 is an error, and is not sent again', async () => {
	const service = interceptService(baseUrl, { body: { success: false, message: 'Bad request' } });
	const { error } = await runMessenger('campaign.send', { node: { executeOnce: true } });
	expect(shown(error)).toEqual({
		name: 'NodeApiError',
		message: 'Bad request',
		description:
			'Check the From Number (fromNumber), the template (templateName, templateLanguage) and the recipients. Of this run: 1 item refused or not delivered (0).',
		httpCode: '200',
		itemIndex: 0,
	});
	expect(service.requests).toHaveLength(1);
});
