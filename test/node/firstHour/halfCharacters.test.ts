import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { releaseNetwork } from '../../support/interceptedService';
import { runIntercepted } from '../../support/runIntercepted';
import { caseOf } from '../cases';

/** An emoji, and what a cut in its middle leaves of it. */
const whole = '🎉';
const [first, second] = whole.split('') as [string, string];

afterEach(releaseNetwork);

/** Runs an operation for items, and returns what arrived, as text, too. */
async function arrived(operation: string, items: IDataObject[], parameters: INodeParameters) {
	const answer = { body: caseOf(operation).answer };
	const run = await runIntercepted(operation, { items, parameters }, answer);
	const paths = run.requests.map(({ path }) => decodeURIComponent(path));
	return { ...run, paths, text: JSON.stringify([run.bodies, paths]) };
}

describe('half a character leaves the node nowhere (I4)', () => {
	it('in a campaign, whose items are compared as they are sent', async () => {
		const items = ['', first, second].map((half) => ({ number: `+14155550123${half}`, half }));
		const { bodies, text, json } = await arrived('campaign: sendToItems', items, {
			fromNumber: `+14155550100${first}`,
			templateName: '=wel{{ $json.half }}come',
			templateLanguage: '=en{{ $json.half }}',
			recipientFields: { firstName: '={{ $json.half }}', email: '=a{{ $json.half }}@example.com' },
			additionalFields: { tags: '=fair{{ $json.half }},{{ $json.half }}' },
		});
		expect(text).not.toMatch(/\\ud[89a-f]|\ufffd/);
		expect(bodies).toEqual([
			{
				from_number: '+14155550100',
				type: 'template',
				content: { template_name: 'welcome', template_language: 'en' },
				tags: ['fair'],
				recipient: [{ messenger_number: '+14155550123', email: 'a@example.com' }],
			},
		]);
		const duplicate = { send_status: 'duplicate', messenger_number: '+14155550123' };
		expect(json).toMatchObject([{ template: 'welcome' }, duplicate, duplicate]);
		expect(json[0]).not.toHaveProperty('left_out');
	});

	const dataFields = {
		data: {
			field: [
				{ name: `no${first}te`, value: `ok ${second}` },
				{ name: 'list', value: '={{ [$json.half, { ["key" + $json.half]: "a" + $json.half }] }}' },
				{ name: 'empty', value: '={{ $json.half }}' },
			],
		},
	};
	it('in an event with data from fields', async () => {
		const items = [{ half: first }];
		const { bodies, text } = await arrived('event: send', items, {
			contactEmail: `a${second}@example.com`,
			contactMessengerNumber: '={{ "+14155550123" + $json.half }}',
			contactName: '=Anna {{ $json.half }}',
			eventCode: '=order{{ $json.half }}_placed',
			eventName: '={{ $json.half }}',
			...dataFields,
		});
		expect(text).not.toMatch(/\\ud[89a-f]|\ufffd/);
		const contact = { name: 'Anna', email: 'a@example.com', messenger_number: '+14155550123' };
		const sent = { note: 'ok ', list: ['', { key: 'a' }] };
		expect(bodies).toEqual([{ contact, event: { code: 'order_placed', data: sent } }]);
	});

	it('in a query, whose values are read back with their whole characters', async () => {
		const parameter = [{ name: `na${first}me`, value: `A${second}nna ${whole}` }];
		const { paths } = await arrived('contact: find', [{}], {
			email: `a${first}@example.com`,
			options: { queryParameters: { parameter } },
		});
		expect(paths).toEqual([`/webhook/contact/find?email=a@example.com&name=Anna+${whole}`]);
	});
});
