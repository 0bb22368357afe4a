import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../support/interceptedService';
import { hintsOf, runMessenger, type RunChanges } from '../support/messengerRun';
import { numbered, previewOf, runCampaign, sent, testNumber } from './campaign';

const sendToItems = async (
	items: IDataObject[],
	parameters: INodeParameters = {},
	changes: RunChanges = {},
) => await runCampaign('campaign: sendToItems', parameters, { items, ...changes });

const continues = { node: { onError: 'continueRegularOutput' } } as const;
const manual = { mode: 'manual' } as const;

/** Items with numbers of their own, and the languages given. */
const inLanguages = (...languages: string[]): IDataObject[] =>
	numbered(languages.length).map((item, index) => ({ ...item, language: languages[index] }));
const readLanguage = { templateLanguage: '={{ $json.language }}' };

afterEach(releaseNetwork);

describe('the requests', () => {
	it('puts all items of one campaign into one request, with their fields', async () => {
		const { bodies, output } = await sendToItems(
			[
				{ number: '+14155550001', first: 'Ana', mail: 'ana@example.com' },
				{ number: '+1 415 555 0002', first: '', mail: '' },
			],
			{
				recipientFields: { firstName: '={{ $json.first }}', email: '={{ $json.mail }}' },
				additionalFields: { tags: 'spring, vip', scheduledAt: '2030-01-31T09:30:00Z' },
			},
		);
		expect(bodies).toEqual([
			{
				from_number: '+14155550100',
				type: 'template',
				content: { template_name: 'welcome_message', template_language: 'en' },
				tags: ['spring', 'vip'],
				scheduled_at: '2030-01-31T09:30:00.000Z',
				recipient: [
					{ messenger_number: '+14155550001', first_name: 'Ana', email: 'ana@example.com' },
					{ messenger_number: '+1 415 555 0002' },
				],
			},
		]);
		expect(output).toEqual([
			{ json: { ...sent, messenger_number: '+14155550001' }, pairedItem: { item: 0 } },
			{ json: { ...sent, messenger_number: '+1 415 555 0002' }, pairedItem: { item: 1 } },
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
			const { bodies, error } = await sendToItems(items, { additionalFields: { scheduledAt } });
			expect(error).toBeUndefined();
			return bodies.map(({ scheduled_at, recipient }) => [scheduled_at, recipient.length]);
		};
		const at = (...times: string[]) =>
			times.map((time, index) => ({ ...numbered(2)[index], time }));

		it('those within the same minute are one campaign, at the time of its first item', async () => {
			const items = at('2030-01-31T09:30:59Z', '2030-01-31T09:30:00Z');
			expect(await scheduled('={{ $json.time }}', items)).toEqual([
				['2030-01-31T09:30:59.000Z', 2],
			]);
		});

		it('those of two minutes are two campaigns', async () => {
			const items = at('2030-01-31T09:30:59Z', '2030-01-31T09:31:00Z');
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
		{ number: '+1 415 555 0001', language: 'en' },
		{ number: '+14155550002', language: 'en' },
		{ number: '+14155550001', language: 'de' },
	];

	it('are sent to once in each campaign, name the item that was sent, and are counted', async () => {
		const { json, numbers, run } = await sendToItems(items, readLanguage);
		expect(numbers.sort()).toEqual([['+14155550001'], ['+14155550001', '+14155550002']]);
		expect(json).toEqual([
			{ ...sent, messenger_number: '+14155550001' },
			{ messenger_number: '+1 415 555 0001', skipped: 'duplicate', duplicate_of_item: 0 },
			{ ...sent, messenger_number: '+14155550002' },
			{ ...sent, messenger_number: '+14155550001' },
		]);
		expect(hintsOf(run)).toEqual(['1 duplicate was skipped: each number gets the campaign once.']);
	});

	it('are counted, however many', async () => {
		const { run } = await sendToItems([...numbered(1), ...numbered(1), ...numbered(1)]);
		expect(hintsOf(run)).toEqual([
			'2 duplicates were skipped: each number gets the campaign once.',
		]);
	});

	it('are all sent to where the option says so', async () => {
		const options = { duplicates: 'send' };
		const { numbers } = await sendToItems(items, { ...readLanguage, options });
		expect(numbers.flat()).toHaveLength(4);
	});

	it('are sent to where the option says so for them, and not because it does for others', async () => {
		const options = { duplicates: '={{ $json.onDuplicate }}' };
		const chosen = ['send', 'skip', 'skip', 'send'];
		const given = [...numbered(1), ...numbered(1), ...numbered(1), ...numbered(1)].map(
			(item, index) => ({ ...item, onDuplicate: chosen[index] }),
		);
		const { numbers } = await sendToItems(given, { options });
		expect(numbers).toEqual([['+14155551000', '+14155551000']]);
	});

	it('are not counted as skipped where their campaign was refused', async () => {
		const address = 'https://refusing.example';
		interceptService(address, { status: 400, body: { message: 'Bad request' } });
		const { run } = await sendToItems(
			items.slice(0, 2),
			{ mode: 'testManual', testNumber },
			{ ...continues, mode: 'manual', credential: { baseUrl: address } },
		);
		expect(hintsOf(run)).toEqual([]);
	});

	it('are not called sent where the request of their first item failed', async () => {
		const address = 'https://refusing.example';
		interceptService(address, { status: 401, body: { message: 'Unauthorized request' } });
		const { json } = await sendToItems(
			items.slice(0, 2),
			{},
			{
				...continues,
				credential: { baseUrl: address },
			},
		);
		expect(json.map(({ error }) => error)).toEqual(
			Array(2).fill("The service didn't accept the API key: Unauthorized request"),
		);
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
		const address = `https://throttling-${after}.example`;
		const answers = Array.from({ length: after }, () => ({ body: sent }));
		const service = interceptService(address, ...answers, { status: 429 });
		const { error } = await runMessenger('campaign: sendToItems', {
			items,
			credential: { baseUrl: address },
			parameters: { ...parameters, requestOptions: { maxConcurrency: 1, maxRetryWait: 0 } },
		});
		expect(service.requests).toHaveLength(after + 1);
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

it('the mode may differ from item to item', async () => {
	const { numbers, output } = await sendToItems(
		numbered(3).map((item, index) => ({ ...item, mode: index === 1 ? 'preview' : 'send' })),
		{ mode: '={{ $json.mode }}', testNumber },
	);
	expect(numbers).toEqual([['+14155551000', '+14155551002']]);
	expect(output[1]?.json).toEqual(previewOf(['+14155551001']));
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		[{ item: 1 }],
		{ item: 2 },
	]);
});

describe('a preview', () => {
	const preview = { mode: 'preview' };

	it('shows the requests, grouped and split, paired with their items', async () => {
		const parameters = { ...preview, ...readLanguage, options: { recipientsPerRequest: 2 } };
		const { output, run } = await sendToItems(inLanguages('en', 'en', 'de', 'en'), parameters);
		const content = { template_name: 'welcome_message', template_language: 'de' };
		expect(output).toEqual([
			{
				json: previewOf(['+14155551000', '+14155551001']),
				pairedItem: [{ item: 0 }, { item: 1 }],
			},
			{
				json: previewOf(['+14155551002'], { language: 'de', body: { content } }),
				pairedItem: [{ item: 2 }],
			},
			{ json: previewOf(['+14155551003']), pairedItem: [{ item: 3 }] },
		]);
		expect(hintsOf(run)).toEqual([
			'Preview: nothing was sent. 2 campaigns to 4 recipients, at once.',
		]);
	});

	it('counts a campaign once, and the minute of its times, where that is split', async () => {
		const given = numbered(3).map((item, index) => ({
			...item,
			time: `2030-01-31T10:30:0${index}Z`,
		}));
		const { run } = await sendToItems(given, {
			...preview,
			additionalFields: { scheduledAt: '={{ $json.time }}' },
			options: { recipientsPerRequest: 1 },
		});
		expect(hintsOf(run)).toEqual([
			'Preview: nothing was sent. 1 campaign to 3 recipients, 2030-01-31 11:30 Europe/Berlin.',
		]);
	});

	it('names a time only where there is one', async () => {
		const { json } = await sendToItems(numbered(1), preview);
		expect(json[0]).not.toHaveProperty('scheduled_at');
	});

	it('counts the duplicates that it leaves out', async () => {
		const items = [...numbered(2), { number: '+1 415 555 1000' }, ...numbered(1)];
		const { json, run } = await sendToItems(items, preview);
		expect(json).toEqual([previewOf(['+14155551000', '+14155551001'], { duplicates_skipped: 2 })]);
		expect(hintsOf(run)).toEqual([
			'Preview: nothing was sent. 1 campaign to 2 recipients, at once; 2 duplicates skipped.',
		]);
	});

	it('names three of the times at which its campaigns would be sent', async () => {
		const at = (hours: number[]) =>
			hours.map((hour, index) => ({
				...numbered(hours.length)[index],
				time: `2030-01-31T${hour}:30:00Z`,
			}));
		const parameters = { ...preview, additionalFields: { scheduledAt: '={{ $json.time }}' } };
		const when = async (hours: number[]) =>
			hintsOf((await sendToItems(at(hours), parameters)).run).map((hint) => hint.slice(22));
		const time = String.raw`2030-01-\d\d \d\d:30 \S+`;
		const three = `3 campaigns to 3 recipients, ${time}, ${time}, ${time}`;
		expect(await when([10, 11, 12])).toEqual([expect.stringMatching(`${three}\\.$`)]);
		const four = three.replaceAll('3 ca', '4 ca').replaceAll('3 re', '4 re');
		expect(await when([10, 11, 12, 13])).toEqual([expect.stringMatching(`${four}, …\\.$`)]);
	});

	it('holds the duplicates that would be sent, where the option says so', async () => {
		const options = { duplicates: 'send' };
		const { json } = await sendToItems([...numbered(1), ...numbered(1)], { ...preview, options });
		expect(json).toEqual([previewOf(['+14155551000', '+14155551000'])]);
	});

	it('shows bad items too where the node goes on', async () => {
		const { json } = await sendToItems([...numbered(1), { number: 'x' }], preview, continues);
		expect(json).toEqual([
			previewOf(['+14155551000']),
			expect.objectContaining({ error: expect.stringContaining('[item 1]') }),
		]);
	});
});

describe('a test run', () => {
	const test = { mode: 'testManual', testNumber };

	it("sends each campaign once, however it would be split, with its first recipient's fields, and no other counts", async () => {
		const names = ['Ana', 'Ben', 'Eva'];
		const { bodies, json, run } = await sendToItems(
			inLanguages('en', 'de', 'en').map((item, index) => ({ ...item, first: names[index] })),
			{
				...test,
				...readLanguage,
				recipientFields: { firstName: '={{ $json.first }}' },
				options: { recipientsPerRequest: 1, maxRecipients: 2 },
			},
			manual,
		);
		const tested = bodies.map(({ content, recipient }) => [content.template_language, recipient]);
		expect(tested.sort()).toEqual([
			['de', [{ messenger_number: testNumber, first_name: 'Ben' }]],
			['en', [{ messenger_number: testNumber, first_name: 'Ana' }]],
		]);
		expect(json).toEqual(Array(3).fill({ ...sent, messenger_number: testNumber, test: true }));
		expect(hintsOf(run)).toEqual(["Test: what was sent for 3 items went only to 'Test Number'."]);
	});
});
