import { send } from '../../../../nodes/Messenger/resources/campaign/campaign.operations';
import { campaignRequest } from '../../../../nodes/Messenger/resources/campaign/campaignRequest';
import type { CampaignParams } from '../../../../nodes/Messenger/resources/campaign/campaignFields';
import { refusalOf } from '../../../support/refusal';
import { ofAnyRun } from './campaigns';

const recipient = [{ messenger_number: '+14155550123' }];
const sent: CampaignParams['body'] = {
	from_number: '+1 415 555 0100',
	content: { template_name: ' welcome_message ', template_language: 'en' },
};
const body = {
	from_number: '+14155550100',
	type: 'template',
	content: { template_name: 'welcome_message', template_language: 'en' },
	recipient,
};
const facts = { ...ofAnyRun, timezone: 'Asia/Tokyo', isManual: true };
const requestOf = ({ body, ...changes }: Partial<CampaignParams>) =>
	campaignRequest({ sendMode: 'send', ...changes, body: { ...sent, ...body } }, facts, [
		{ fields: recipient[0]! },
	]);

it.each<[CampaignParams['additionalFields'], object]>([
	[{ tags: '', scheduledAt: '' }, {}],
	[{ tags: 'a, b' }, { tags: ['a', 'b'] }],
	[{ scheduledAt: '2030-07-31T09:30:00' }, { scheduled_at: '2030-07-31T00:30:00.000Z' }],
])('with the fields %j the body has %j (Q3)', (additionalFields, more) => {
	expect(requestOf({ additionalFields }).body).toEqual({ ...body, ...more });
});

it('a request reaches as many people as it has recipients (R5)', () => {
	const body = { recipient: [...recipient, ...recipient] };
	expect(send.impact!({ body })).toBe(2);
});

const inUs = { options: { defaultCountry: 'US' } };

it.each<[string, Partial<CampaignParams>]>([
	['testNumber', { sendMode: 'testManual', testNumber: '' }],
	['tags', { additionalFields: { tags: { a: 1 } } }],
	// The country is that of recipients' numbers only.
	['testNumber', { ...inUs, sendMode: 'testManual', testNumber: '(415) 555-0199' }],
	['fromNumber', { ...inUs, body: { from_number: '(415) 555-0100' } }],
])('a bad value is refused: %s of %j (I1, I3, I4)', (parameter, changes) => {
	expect(refusalOf(() => requestOf(changes)).parameter).toBe(parameter);
});

it.each([undefined, null])('says that a time is %s', (scheduledAt) => {
	const { message, advice } = refusalOf(() => requestOf({ additionalFields: { scheduledAt } }));
	expect(`${message} | ${advice}`).toMatchSnapshot();
});

it('a campaign is its sender, template and language (R12)', () => {
	const { content } = sent;
	const changes: Array<Partial<CampaignParams['body']>> = [
		{},
		{ from_number: '+14155550101' },
		{ content: { ...content, template_name: 'other' } },
		{ content: { ...content, template_language: 'de' } },
	];
	const keys = changes.map((body) => requestOf({ body: { ...sent, ...body } }).campaignKey);
	expect(new Set(keys).size).toBe(changes.length);
});
