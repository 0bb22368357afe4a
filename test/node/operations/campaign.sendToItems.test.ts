import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { releaseNetwork } from '../../support/interceptedService';
import {
	atTimes,
	continues,
	inLanguages,
	numbered,
	previewOf,
	readLanguage,
	requestTo,
	runCampaign,
	sent,
	type CampaignChanges,
} from './campaign';

const sendToItems = async (
	items: IDataObject[],
	parameters: INodeParameters = {},
	changes: CampaignChanges = {},
) => await runCampaign('campaign: sendToItems', parameters, { items, ...changes });

afterEach(releaseNetwork);

describe('the requests', () => {
	it('puts all items of one campaign into one request, with their fields', async () => {
		const { bodies, output } = await sendToItems(
			[
				{ number: '+14155550001', first: 'Ana', mail: 'ana@example.com' },
				{ number: '+1 (415) 555-0002', first: '', mail: '' },
			],
			{
				recipientFields: { firstName: '={{ $json.first }}', email: '={{ $json.mail }}' },
				additionalFields: { tags: 'spring, vip', scheduledAt: '2030-01-31T09:30:00Z' },
			},
		);
		const scheduled_at = '2030-01-31T09:30:00.000Z';
		expect(bodies).toEqual([
			{
				from_number: '+14155550100',
				type: 'template',
				content: { template_name: 'welcome_message', template_language: 'en' },
				tags: ['spring', 'vip'],
				scheduled_at,
				recipient: [
					{ messenger_number: '+14155550001', first_name: 'Ana', email: 'ana@example.com' },
					{ messenger_number: '+14155550002' },
				],
			},
		]);
		expect(output).toEqual([
			...['+14155550001', '+14155550002'].map((messenger_number, item) => ({
				json: { ...sent, messenger_number, send_status: 'scheduled', scheduled_at },
				pairedItem: { item },
			})),
		]);
	});

	it('groups items by their settings, in order of first appearance', async () => {
		const items = inLanguages('en', 'de', 'en', 'fr', 'de');
		const parameters = { ...readLanguage, requestOptions: { maxConcurrency: 1 } };
		const { numbers } = await sendToItems(items, parameters);
		const [first, second, third, fourth, fifth] = items.map(({ number }) => number);
		expect(numbers).toEqual([[first, third], [second, fifth], [fourth]]);
	});

	it.each([
		['fromNumber', { fromNumber: '={{ $itemIndex ? "+14155550100" : "+14155550109" }}' }],
		['templateName', { templateName: '={{ "template" + $itemIndex }}' }],
		['tags', { additionalFields: { tags: '={{ "tag" + $itemIndex }}' } }],
		['scheduledAt', { additionalFields: { scheduledAt: '={{ "2030-01-0" + (1 + $itemIndex) }}' } }],
	])('makes two campaigns where %s differs', async (_, parameters: INodeParameters) => {
		expect((await sendToItems(numbered(2), parameters)).bodies).toHaveLength(2);
	});

	it('joins items whose settings only look different', async () => {
		const { bodies } = await sendToItems(numbered(2), {
			fromNumber: '={{ $itemIndex ? "+1 415 555 0100" : "+14155550100" }}',
			additionalFields: { tags: '={{ $itemIndex ? ["a", "b"] : "a,b" }}' },
		});
		expect(bodies).toHaveLength(1);
	});

	describe('of times that are written for each item', () => {
		const scheduled = async (scheduledAt: string, items: IDataObject[]) => {
			const parameters = { additionalFields: { scheduledAt } };
			const { bodies, json, error } = await sendToItems(items, parameters);
			expect(error).toBeUndefined();
			const times = bodies.flatMap(({ recipient, scheduled_at }) =>
				recipient.map(() => scheduled_at),
			);
			expect(json.map(({ scheduled_at }) => scheduled_at)).toEqual(times);
			return bodies.map(({ scheduled_at, recipient }) => [scheduled_at, recipient.length]);
		};

		it('those within the same minute are one campaign, at the time of its first item', async () => {
			const items = atTimes('2030-01-31T09:30:59Z', '2030-01-31T09:30:00Z');
			expect(await scheduled('={{ $json.time }}', items)).toEqual([
				['2030-01-31T09:30:59.000Z', 2],
			]);
		});

		it('those of two minutes are two campaigns', async () => {
			const items = atTimes('2030-01-31T09:30:59Z', '2030-01-31T09:31:00Z');
			expect(await scheduled('={{ $json.time }}', items)).toHaveLength(2);
		});

		it('one counted from now is the same for 500 items, even where the minute ends meanwhile', async () => {
			const expression = '={{ $now.plus({ hours: 1 }) }}';
			let now = Date.parse('2030-01-31T09:30:00Z');
			// Each time that somebody looks at the clock, it has moved on by half a second.
			jest.spyOn(Date, 'now').mockImplementation(() => (now += 500));
			try {
				expect(await scheduled(expression, numbered(500))).toEqual([[expect.any(String), 500]]);
			} finally {
				jest.restoreAllMocks();
			}
		});
	});

	describe('what is made of the time is the same for all items of a run', () => {
		const bodiesWith = async (parameters: INodeParameters) => {
			let now = Date.parse('2030-01-31T09:30:00Z');
			jest.spyOn(Date, 'now').mockImplementation(() => (now += 500));
			try {
				return (await sendToItems(numbered(20), parameters)).bodies;
			} finally {
				jest.restoreAllMocks();
			}
		};
		const time = '={{ "+1415555" + String($now.toMillis()).slice(-5) }}';

		it.each<[string, INodeParameters]>([
			['fromNumber', { fromNumber: time }],
			['templateName', { templateName: time }],
			['templateLanguage', { templateLanguage: time }],
			['tags', { additionalFields: { tags: time } }],
		])('%s', async (_, parameters) => {
			expect(await bodiesWith(parameters)).toHaveLength(1);
		});

		it.each(['$today', '$workflow', '$execution', '$vars', '$env', '$if', '$max', '$min'])(
			'with %s, which is so, too',
			async (name) => {
				const templateName = `={{ (typeof ${name}).slice(99) + $now.toMillis() }}`;
				expect(await bodiesWith({ templateName })).toHaveLength(1);
			},
		);

		it.each(['$json.number', 'Math.random()'])('but not with %s', async (other) => {
			const templateName = `={{ ${other} + "-" + $now.year }}`;
			expect((await sendToItems(numbered(20), { templateName })).bodies).toHaveLength(20);
		});
	});

	it.each([
		['of recipientsPerRequest', 7, { options: { recipientsPerRequest: 3 } }, [3, 3, 1]],
		['of 500 recipients by default', 1001, {}, [500, 500, 1]],
	])('splits a campaign into requests %s', async (_, count, parameters, sizes) => {
		const { numbers, json } = await sendToItems(numbered(count), parameters);
		expect(numbers.map(({ length }) => length).sort()).toEqual(sizes.sort());
		expect(json.map((item) => item.messenger_number)).toEqual(
			numbered(count).map(({ number }) => number),
		);
	});
});

describe('Recipients per Request by an expression', () => {
	const parameters = {
		...readLanguage,
		options: { recipientsPerRequest: '={{ $json.size }}' },
	};

	it('is the smallest of each campaign', async () => {
		const sizes = [3, 1, 3, 2, 2, 2];
		const items = inLanguages('en', 'en', 'en', 'de', 'de', 'de').map((item, index) => ({
			...item,
			size: sizes[index],
		}));
		const { numbers } = await sendToItems(items, parameters);
		expect(numbers.map(({ length }) => length).sort()).toEqual([1, 1, 1, 1, 2]);
	});

	it('fails the items for which it is none, and no others', async () => {
		const sizes = ['abc', 1, 0, 2];
		const items = inLanguages('en', 'en', 'en', 'en').map((item, index) => ({
			...item,
			size: sizes[index],
		}));
		const { json, numbers } = await sendToItems(items, parameters, continues);
		expect(json.map(({ error }) => /^'Recipients per Request'/.test(String(error)))).toEqual([
			true,
			false,
			true,
			false,
		]);
		expect(numbers.map(({ length }) => length)).toEqual([1, 1]);
	});
});

describe('duplicates', () => {
	const items = [
		{ number: '+14155550001', language: 'en' },
		{ number: '+1 (415) 555-0001', language: 'en' },
		{ number: '+14155550002', language: 'en' },
		{ number: '+14155550001', language: 'de' },
	];

	it('are sent to once in each campaign, and name the item that was sent', async () => {
		const { json, numbers } = await sendToItems(items, readLanguage);
		expect(numbers).toEqual([['+14155550001', '+14155550002'], ['+14155550001']]);
		const [messenger_number, send_status] = ['+14155550001', 'duplicate'];
		expect(json).toEqual([
			{ ...sent, messenger_number, send_status: 'sent' },
			{ messenger_number, send_status, duplicate_of_item: 0 },
			{ ...sent, messenger_number: '+14155550002', send_status: 'sent' },
			{ ...sent, messenger_number, send_status: 'sent' },
		]);
	});

	it('are all sent to where the option says so', async () => {
		const options = { duplicates: 'send' };
		const { numbers } = await sendToItems(items, { ...readLanguage, options });
		expect(numbers.flat()).toHaveLength(4);
	});

	it('are sent to where the option says so for them, and not because it does for others', async () => {
		const options = { duplicates: '={{ $json.onDuplicate }}' };
		const chosen = ['send', 'skip', 'send', 'skip'];
		const given = [...numbered(1), ...numbered(1), ...numbered(1), ...numbered(1)].map(
			(item, index) => ({ ...item, onDuplicate: chosen[index] }),
		);
		const { numbers, json } = await sendToItems(given, { options });
		expect(numbers).toEqual([['+14155551000', '+14155551000']]);
		expect(json.map((row) => row.duplicate_of_item)).toEqual([undefined, 0, undefined, 0]);
	});

	it('are not called sent where the request of their first item failed', async () => {
		const answers = [{ status: 401, body: { message: 'Unauthorized request' } }];
		const { json } = await sendToItems(items.slice(0, 2), {}, { ...continues, answers });
		const error = "The service didn't accept the API key: Unauthorized request";
		expect(json.map((item) => item.error)).toEqual([error, error]);
	});

	it('do not count for Maximum Recipients', async () => {
		const options = { maxRecipients: 2 };
		const { numbers } = await sendToItems(items.slice(0, 3), { options });
		expect(numbers).toEqual([['+14155550001', '+14155550002']]);
	});

	it('have a Maximum Recipients that counts', async () => {
		const limited = items.slice(0, 3).map((item, index) => ({ ...item, most: [9, 1, 9][index] }));
		const options = { maxRecipients: '={{ $json.most }}' };
		const { error, numbers } = await sendToItems(limited, { options });
		expect(error?.message).toBe("'Maximum Recipients' is 1, and this run would reach 2 recipients");
		expect(numbers).toEqual([]);
	});
});

describe('a request that the rate limit refuses for good', () => {
	/** Runs against a service that throttles after so many requests. */
	const throttled = async (after: number, items: IDataObject[], parameters: INodeParameters) => {
		const accepted = Array.from({ length: after }, () => ({ body: sent }));
		const requestOptions = { maxConcurrency: 1, maxRetryWait: 0 };
		const { error, bodies } = await sendToItems(
			items,
			{ ...parameters, requestOptions },
			{ answers: [...accepted, { status: 429 }] },
		);
		expect(bodies).toHaveLength(after + 1);
		return error;
	};

	it('stops the others, and the error says what was accepted, failed and not sent', async () => {
		const error = await throttled(2, numbered(8), { options: { recipientsPerRequest: 2 } });
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '429',
			message: 'Rate limit exceeded',
			context: {
				run: { accepted: [0, 1, 2, 3], uncertain: [], failed: [4, 5], notSent: [6, 7] },
			},
		});
		expect(error?.description).toContain(
			'<br>4 of 8 items were accepted (0 to 3).' +
				'<br>2 items failed (4 to 5).<br>2 items were not sent (6 to 7).' +
				'<br>To send only the rest, open Executions and press Retry. Execute step sends all again.',
		);
		expect(error?.context).not.toHaveProperty('itemIndex');
	});

	it('is of the item that failed, not of one before it that was only stopped by it', async () => {
		const error = await throttled(1, inLanguages('en', 'de', 'en'), {
			...readLanguage,
			options: { recipientsPerRequest: 1 },
		});
		expect(error).toMatchObject({ httpCode: '429', context: { itemIndex: 2 } });
		expect(error?.context.run).toMatchObject({ accepted: [0], failed: [2], notSent: [1] });
	});
});

describe('a preview', () => {
	const shown = async (items: IDataObject[], parameters: INodeParameters) => {
		const { output } = await sendToItems(items, { sendMode: 'preview', ...parameters });
		return output.map(({ json }) => json);
	};
	const rowOf = (item: number, changes: IDataObject = {}) =>
		previewOf({ messenger_number: `+1415555${1000 + item}` }, changes);

	it('shows each request with its first item, grouped and split', async () => {
		const content = { template_name: 'welcome_message', template_language: 'de' };
		const options = { recipientsPerRequest: 2 };
		const items = inLanguages('en', 'en', 'de', 'en');
		expect(await shown(items, { ...readLanguage, options })).toEqual([
			{ ...rowOf(0), ...requestTo(['+14155551000', '+14155551001']) },
			rowOf(1),
			{ ...rowOf(2, { language: 'de' }), ...requestTo(['+14155551002'], { content }) },
			{ ...rowOf(3), ...requestTo(['+14155551003']) },
		]);
	});

	const twice = [...numbered(1), ...numbered(1)];
	const duplicate = { send_status: 'duplicate', duplicate_of_item: 0 };
	it.each([
		['leaves out of the request what would be skipped', 'skip', 1, rowOf(0, duplicate)],
		['shows in it what would be sent', 'send', 2, rowOf(0)],
	])('of duplicates %s', async (_, duplicates, recipients, second) => {
		const request = requestTo(Array(recipients).fill('+14155551000'));
		const rows = await shown(twice, { options: { duplicates } });
		expect(rows).toEqual([{ ...rowOf(0), ...request }, second]);
	});
});
