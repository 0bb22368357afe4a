import {
	campaignOperation,
	campaignRequest,
} from '../../../../nodes/Messenger/resources/campaign/campaignRequest';
import type { CampaignParams } from '../../../../nodes/Messenger/resources/campaign/campaignFields';
import { refusalOf } from '../../../support/refusal';

const recipient = [{ messenger_number: '+14155550123' }];
const good: CampaignParams = {
	from_number: '+1 415 555 0100',
	content: { template_name: ' welcome_message ', template_language: 'en' },
	options: { sendMode: 'send' },
};
const body = {
	from_number: '+14155550100',
	type: 'template',
	content: { template_name: 'welcome_message', template_language: 'en' },
	recipient,
};
const facts = { timezone: 'Asia/Tokyo', isManual: true };
const requestOf = (changes: CampaignParams) =>
	campaignRequest({ ...good, ...changes }, facts, [
		{ fields: recipient[0]!, number: { number: '' } },
	]);

it.each<[CampaignParams, object]>([
	[{}, {}],
	[{ options: undefined }, {}],
	[{ tags: '', scheduled_at: '' }, {}],
	[{ tags: undefined }, {}],
	[{ tags: 'a, b' }, { tags: ['a', 'b'] }],
	[{ scheduled_at: '2030-07-31T09:30:00' }, { scheduled_at: '2030-07-31T00:30:00.000Z' }],
])('with %j the body has %j (Q3)', (changes, more) => {
	expect(requestOf(changes).body).toEqual({ ...body, ...more });
});

it('a request reaches as many people as it has recipients (R5)', () => {
	const body = { recipient: [...recipient, ...recipient] };
	expect(campaignOperation.impact({ body })).toBe(2);
});

describe('what is refused (I1, I3, I5, I6, I7)', () => {
	it.each<[string, CampaignParams]>([
		['testNumber', { options: { sendMode: 'testManual', testNumber: '' } }],
		['tags', { tags: { a: 1 } }],
		['scheduledAt', { scheduled_at: '2020-01-31' }],
		['fromNumber', { from_number: '1415' }],
		['templateName', { content: { template_language: 'en' } }],
		['templateLanguage', { content: { template_name: 'a' } }],
	])('%s of %j', (parameter, changes) => {
		expect(refusalOf(() => requestOf(changes)).parameter).toBe(parameter);
	});

	it.each([undefined, null])('says that a time is %s', (scheduled_at) => {
		const { message, advice } = refusalOf(() => requestOf({ scheduled_at }));
		expect(`${message} | ${advice}`).toMatchSnapshot();
	});
});

it.each<[boolean, CampaignParams]>([
	[true, {}],
	[false, { from_number: '+14155550101' }],
	[false, { tags: ['a'] }],
])('it is the same campaign: %s, with %j', (isEqual, changes) => {
	expect(requestOf(changes).groupKey === requestOf({}).groupKey).toBe(isEqual);
	expect(requestOf(changes).body).toEqual(requestOf(changes).body);
});
