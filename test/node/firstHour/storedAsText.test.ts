import type { INodeParameters } from 'n8n-workflow';

import { releaseNetwork } from '../../support/interceptedService';
import { runIntercepted } from '../../support/runIntercepted';
import { continues } from '../../support/runNode';
import { caseOf } from '../cases';

/** As workflows made by API, by AI or by hand store an expression: without "=", n8n takes it for a text. */
const stored = '{{ $json.name }}';
const items = [{ number: '+14155550123', email: 'nathan@example.com', name: 'Nathan' }];

afterEach(releaseNetwork);

const run = async (operation: string, parameters: INodeParameters) =>
	await runIntercepted(
		operation,
		{ items, parameters, node: continues },
		{ body: caseOf(operation).answer },
	);

describe('an expression that a workflow stores as text (D1, I4)', () => {
	it('is nobody’s name, and no event’s', async () => {
		const recipientFields = { firstName: stored, name: `Dear ${stored}` };
		const campaign = await run('campaign: sendToItems', { recipientFields });
		expect(campaign.bodies).toMatchObject([{ recipient: [{ messenger_number: '+14155550123' }] }]);
		expect(Object.keys(campaign.json[0]!.left_out as object)).toEqual(['first_name', 'name']);

		const event = await run('event: send', { contactName: stored, eventName: stored });
		expect(event.bodies).toEqual([
			{ contact: { email: 'nathan@example.com' }, event: { code: 'order_placed' } },
		]);
		expect(Object.keys(event.json[0]!.left_out as object)).toEqual(['name', 'event_name']);
	});

	it.each<[parameter: string, operation: string, parameters: INodeParameters]>([
		['templateName', 'campaign: sendToItems', { templateName: stored }],
		['templateLanguage', 'campaign: sendToItems', { templateLanguage: stored }],
		[
			'tags',
			'campaign: sendToItems',
			{ additionalFields: { tags: 'a, {{ $json.tags.join(", ") }}' } },
		],
		['fromNumber', 'campaign: sendToItems', { fromNumber: stored }],
		['messengerNumber', 'campaign: sendToItems', { messengerNumber: stored }],
		['eventCode', 'event: send', { eventCode: stored }],
		['email', 'email: verify', { email: stored }],
	])('is refused as %s of %s', async (parameter, operation, parameters) => {
		const { requests, failed } = await run(operation, parameters);
		expect([requests, failed]).toMatchObject([[], [{ details: { parameter } }]]);
	});

	it('is data of an event, which is free-form', async () => {
		const data = { field: [{ name: 'template', value: `Hi ${stored}` }] };
		const { bodies, json } = await run('event: send', { data });
		expect(bodies).toMatchObject([{ event: { data: { template: `Hi ${stored}` } } }]);
		expect(json[0]).not.toHaveProperty('left_out');
	});
});
