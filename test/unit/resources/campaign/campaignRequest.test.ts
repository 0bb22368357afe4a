import type { INodeParameters } from 'n8n-workflow';

import { send } from '../../../../nodes/Messenger/resources/campaign/campaign.operations';
import {
	scheduledAt,
	type CampaignParams,
} from '../../../../nodes/Messenger/resources/campaign/campaignFields';
import type { CampaignParts } from '../../../../nodes/Messenger/resources/campaign/campaignRequest';
import { givenParameters } from '../../../support/givenParameters';
import { refusalOf } from '../../../support/refusal';
import { ofAnyRun } from './campaigns';

const stored: INodeParameters = {
	sendMode: 'send',
	fromNumber: '+1 415 555 0100',
	templateName: ' welcome_message ',
	templateLanguage: 'en',
	recipients: { recipient: [{ messengerNumber: '+14155550123' }] },
};
const recipient = [{ messenger_number: '+14155550123' }];
const body = {
	from_number: '+14155550100',
	content: { template_name: 'welcome_message', template_language: 'en' },
	recipient,
};
function requestOf(changes: INodeParameters) {
	const facts = { ...ofAnyRun, timezone: 'UTC', isManual: true };
	const given = givenParameters(send.parameters, { ...stored, ...changes }, facts);
	const { values, leftOut } = given.checked();
	return send.toRequest(values as unknown as CampaignParams, facts, leftOut) as CampaignParts;
}

it.each<[INodeParameters, object]>([
	[{ tags: '', scheduledAt: '' }, {}],
	[{ tags: 'a, b' }, { tags: ['a', 'b'] }],
])('with the fields %j the body has %j (Q3)', (additionalFields, more) => {
	expect(requestOf({ additionalFields }).body).toEqual({ ...body, ...more });
});

it('a request reaches as many people as it has recipients (R5)', () => {
	const body = { recipient: [...recipient, ...recipient] };
	expect(send.impact!({ body })).toBe(2);
});

const inUs = { options: { defaultCountry: 'US' } };

it.each<[string, INodeParameters]>([
	['testNumber', { sendMode: 'testManual', testNumber: '' }],
	['tags', { additionalFields: { tags: { a: 1 } } }],
	['recipients', { recipients: {} }],
	// The country is that of recipients' numbers only.
	['testNumber', { ...inUs, sendMode: 'testManual', testNumber: '(415) 555-0199' }],
	['fromNumber', { ...inUs, fromNumber: '(415) 555-0100' }],
])('a bad value is refused: %s of %j (I1, I3, I4)', (parameter, changes) => {
	expect(refusalOf(() => requestOf(changes)).parameter).toBe(parameter);
});

it.each([undefined, null])('says that a time is %s', (time) => {
	expect(refusalOf(() => scheduledAt.check!(time, scheduledAt, { run: ofAnyRun }))).toEqual({
		parameter: 'scheduledAt',
		message: `'Scheduled At' is ${time}: its expression returns nothing`,
		advice: 'Check the expression. To send now, let it return an empty text.',
	});
});

it('a campaign is its sender, template and language (R12)', () => {
	const changes: INodeParameters[] = [
		{},
		{ fromNumber: '+14155550101' },
		{ templateName: 'other' },
		{ templateLanguage: 'de' },
	];
	const keys = changes.map((change) => requestOf(change).campaignKey);
	expect(new Set(keys).size).toBe(changes.length);
});
