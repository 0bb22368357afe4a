import type { IDataObject, INodeParameters, IWorkflowBase } from 'n8n-workflow';

import { messengerWorkflow } from '../support/engine/messengerWorkflow';
import { answers } from '../support/conducts';
import type { Conduct, FaultyService, ReadRequest } from '../support/FaultyService';
import { continues, execute, retriesOnFail, stored, type Execution } from './execution';
import { campaignSend, event, reading, sendToItems, writing } from './operations';
import { accepts, arrivals, people, sentFor, startService, type Fate } from '../support/service';

let service: FaultyService;
let fate: Fate;
beforeEach(async () => {
	fate = () => undefined;
	service = await startService((request, position) => fate(request, position));
});
afterEach(async () => await service.close());

const refuses = answers(400, { message: 'Bad request' });
const fails = answers(500, { message: 'Internal server error' });

/** The fate of the requests that hold an item; the others are accepted. */
const forItem = (item: number, conduct: Conduct) => (request: ReadRequest) =>
	sentFor(request).includes(String(item)) ? conduct : undefined;

/** What the service has been asked since the last call, item by item. */
function sent(): Record<string, number> {
	const counts = Object.fromEntries(arrivals(service.requests));
	service.requests.length = 0;
	return counts;
}

/** What the node has left with the execution; n8n itself leaves an empty object for a node. */
function keptOf({ run }: Execution): IDataObject {
	const { contextData } = run.run.data.executionData ?? {};
	return (contextData?.['node:Messenger'] ?? {}) as IDataObject;
}

function expectComplete({ output, error }: Execution, count: number): void {
	expect(error).toBeUndefined();
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
		Array.from({ length: count }, (_, item) => ({ item })),
	);
	expect(output.every(({ json }) => json.success === true)).toBe(true);
}

describe.each(writing)("n8n's Retry, $name", ({ parameters }) => {
	const start = async (items = people(10), node = {}) =>
		await execute(parameters, { url: service.url, items, node });

	it('sends only what was not accepted, and puts all items out', async () => {
		fate = forItem(6, refuses);
		const first = await start();
		const before = sent();
		expect(first.error?.description).toContain(
			'To send only the rest, open Executions and press Retry.',
		);
		const accepted = (first.error?.context.run as { accepted: number[] }).accepted.map(String);

		fate = () => undefined;
		const second = await first.retry();
		const after = sent();
		expectComplete(second, 10);
		expect(Object.keys(after).filter((item) => accepted.includes(item))).toEqual([]);
		const others = Object.keys({ ...before, ...after });
		expect(others).toHaveLength(10);
		expect(keptOf(second)).toEqual({});
	});

	it('sends an accepted item never again, whatever its parameters are now', async () => {
		fate = forItem(9, refuses);
		const first = await start();
		sent();
		fate = () => undefined;
		const second = await first.retry({
			parameters: {
				contactEmail: '={{ $("Nobody").first().json.email }}',
				messengerNumber: '={{ $json.number.replace("+1415", "+1416") }}',
			},
		});
		if (parameters.operation === 'sendToItems') {
			expectComplete(second, 10);
			expect(service.requests).toHaveLength(1);
		} else {
			expect(service.requests.length).toBeLessThanOrEqual(1);
		}
	});

	it('holds what may have been processed, in the same words, until it is told to send it', async () => {
		fate = forItem(3, fails);
		const first = await start();
		sent();
		fate = () => undefined;

		const held = await first.retry();
		expect(sent()).not.toHaveProperty('3');
		expect(held.error?.message).toBe(first.error?.message);
		expect(held.error?.context.itemIndex).toBe(3);

		const again = await held.retry();
		expect(sent()).toEqual({});
		expect(again.error?.message).toBe(first.error?.message);

		const resent = await again.retry({ parameters: { requestOptions: { resendUncertain: true } } });
		expect(sent()).toEqual({ 3: 1 });
		expectComplete(resent, 10);
		expect(keptOf(resent)).toEqual({});
	});

	it('holds what may have been processed, whatever became of sending it again', async () => {
		fate = forItem(3, fails);
		const first = await start();
		fate = forItem(3, refuses);
		const again = { requestOptions: { resendUncertain: true } };
		const refused = await first.retry({ parameters: again });
		expect(refused.error).toMatchObject({
			httpCode: '400',
			message: expect.stringMatching(/^May have been sent by an earlier try: Bad request for "/),
			context: { itemIndex: 3, run: { uncertain: [3], failed: [] } },
		});
		sent();
		fate = () => undefined;
		const held = await refused.retry({ parameters: { requestOptions: {} } });
		expect(sent()).not.toHaveProperty('3');
		expect(held.error?.message).toBe(refused.error?.message);
	});

	if (parameters.resource === 'campaign') {
		it('sends an accepted item never again, also after a preview of it', async () => {
			fate = forItem(1, refuses);
			const first = await start(people(2));
			const preview = {
				sendMode: "={{ $itemIndex === 0 ? 'preview' : 'send' }}",
				testNumber: '+14150000009',
			};
			const previewed = await first.retry({ parameters: preview });
			expect(previewed.error?.context.run).toMatchObject({ accepted: [0], failed: [1] });
			fate = () => undefined;
			sent();
			expectComplete(await previewed.retry({ parameters: { sendMode: 'send' } }), 2);
			expect(sent()).toEqual({ 1: 1 });
		});

		it('holds what may have been processed, also after a preview of sending it again', async () => {
			fate = (request) => forItem(0, fails)(request) ?? refuses;
			const first = await start(people(2));
			fate = forItem(1, refuses);
			const previewed = await first.retry({
				parameters: {
					sendMode: "={{ $itemIndex === 0 ? 'preview' : 'send' }}",
					testNumber: '+14150000009',
					requestOptions: { resendUncertain: true },
				},
			});
			expect(previewed.error?.context.run).toMatchObject({ failed: [1] });
			fate = () => undefined;
			sent();
			const held = await previewed.retry({ parameters: { sendMode: 'send', requestOptions: {} } });
			expect(sent()).toEqual({ 1: 1 });
			expect(held.error?.message).toBe(first.error?.message);
		});
	}

	it('goes on after several failures in a row', async () => {
		fate = (request, position) => (position < 2 ? undefined : forItem(2, refuses)(request));
		let execution = await start();
		const total: Record<string, number> = sent();
		for (const item of [4, 7]) {
			fate = forItem(item, refuses);
			execution = await execution.retry();
			for (const [mark, count] of Object.entries(sent())) {
				total[mark] = (total[mark] ?? 0) + count;
			}
		}
		fate = () => undefined;
		execution = await execution.retry();
		for (const [mark, count] of Object.entries(sent())) total[mark] = (total[mark] ?? 0) + count;
		expectComplete(execution, 10);
		// Only the refused ones were sent again.
		const twice = Object.keys(total).filter((mark) => total[mark] !== 1);
		expect(twice.filter((mark) => !['2', '4', '7'].includes(mark))).toEqual([]);
		expect(Object.keys(total)).toHaveLength(10);
	});

	it('does not forget what was accepted where a retry ends before it sends anything', async () => {
		fate = forItem(5, fails);
		const first = await start();
		const before = sent();
		fate = () => undefined;
		const wrong = { maxConcurrency: 0, resendUncertain: true };
		const second = await first.retry({ parameters: { requestOptions: wrong } });
		expect(second.error?.message).toContain('Max Concurrency');
		const { uncertain } = first.error?.context.run as { uncertain: number[] };
		expect(second.error?.context.run).toMatchObject({ uncertain });
		expect(sent()).toEqual({});

		const third = await second.retry({ parameters: { requestOptions: {} } });
		const after = sent();
		expect(Object.keys(before).filter((mark) => mark in after)).toEqual([]);
		expect(third.error?.message).toBe(first.error?.message);
	});

	it('leaves nothing of a run that succeeded, and does not know of other executions', async () => {
		const first = await start();
		expect(keptOf(first)).toEqual({});
		expect(sent()).toEqual(Object.fromEntries(people(10).map((_, item) => [item, 1])));
		await start();
		expect(Object.keys(sent())).toHaveLength(10);
	});

	it('leaves nothing where the failure was before the first acceptance', async () => {
		fate = () => answers(401, { detail: 'Authentication credentials were not provided.' });
		const first = await start();
		sent();
		fate = () => undefined;
		const second = await first.retry();
		expectComplete(second, 10);
		expect(Object.keys(sent())).toHaveLength(10);
		expect(keptOf(second)).toEqual({});
	});

	it('by Retry On Fail sends only what was not accepted', async () => {
		let refusals = 0;
		fate = (request) => {
			if (refusals > 1 || !sentFor(request).includes('5')) return undefined;
			refusals += 1;
			return refuses;
		};
		const execution = await start(people(10), retriesOnFail);
		expectComplete(execution, 10);
		expect(sent()).toEqual({ ...Object.fromEntries(people(10).map((_, i) => [i, 1])), 5: 3 });
		expect(keptOf(execution)).toEqual({});
	});

	it('by Retry On Fail holds what may have been processed, and says so of the last try', async () => {
		fate = forItem(5, fails);
		const { error } = await start(people(10), retriesOnFail);
		expect(sent()).toMatchObject({ 5: 1 });
		expect(error).toMatchObject({ httpCode: '500', context: { itemIndex: 5 } });
		expect(error?.context.run).toMatchObject({ uncertain: [5], failed: [] });
	});

	it.each([0, 5])(
		'by Retry On Fail with Continue sends nothing accepted again where item %d fails',
		async (item) => {
			fate = forItem(item, fails);
			const { failed } = await start(people(10), { ...retriesOnFail, ...continues });
			// n8n tries again where the first item failed; in doubt it must not be sent again.
			expect(sent()).toEqual(Object.fromEntries(people(10).map((_, index) => [index, 1])));
			expect(failed).toHaveLength(1);
			expect(failed[0]?.details.state).toBe('uncertain');
		},
	);

	it('by Retry On Fail with Continue sends a refused first item again, and no other', async () => {
		fate = forItem(0, refuses);
		const { failed } = await start(people(10), { ...retriesOnFail, ...continues });
		expect(sent()).toEqual({ ...Object.fromEntries(people(10).map((_, i) => [i, 1])), 0: 3 });
		expect(failed).toHaveLength(1);
	});
});

it.each(reading)('Retry On Fail asks again for what failed, $name', async ({ parameters }) => {
	fate = (_request, position) => (position === 0 ? refuses : undefined);
	const settings = { url: service.url, items: people(1), node: retriesOnFail };
	const { error, output } = await execute(parameters, settings);
	expect(error).toBeUndefined();
	expect(output).toHaveLength(1);
	expect(service.requests).toHaveLength(2);
});

it('another operation in a retry sends no campaign again', async () => {
	fate = forItem(2, refuses);
	const parameters = { ...sendToItems, options: { recipientsPerRequest: 1 } };
	const first = await execute(parameters, { url: service.url, items: people(3) });
	expect(sent()).toEqual({ 0: 1, 1: 1, 2: 1 });
	fate = () => undefined;
	const second = await first.retry({ parameters: campaignSend });
	expect(second.error).toBeUndefined();
	expect(sent()).toEqual({ 2: 1 });
});

it.each([
	{ before: 'an uncertain item', conduct: fails },
	{ before: 'a refused item', conduct: refuses },
])(
	"n8n's Retry says first what keeps it from sending anything, not $before of before",
	async ({ conduct }) => {
		const parameters = {
			...sendToItems,
			messengerNumber: '={{ $json.number }}',
			options: { recipientsPerRequest: 1 },
		};
		fate = forItem(0, conduct);
		const first = await execute(parameters, { url: service.url, items: people(3) });
		expect(first.error).toBeDefined();
		sent();
		fate = () => undefined;
		const options = { recipientsPerRequest: 1, maxRecipients: 1 };
		const second = await first.retry({ parameters: { options } });
		expect(sent()).toEqual({});
		expect(second.error?.message).toMatch(/^'Maximum Recipients' is 1/);
		expect(second.error?.context.itemIndex).toBeUndefined();
	},
);

it("n8n's Retry with Execute Once on forgets nothing of the other items", async () => {
	fate = forItem(0, fails);
	const first = await execute(event, { url: service.url, items: people(5) });
	expect(sent()).toEqual({ 0: 1, 1: 1, 2: 1, 3: 1, 4: 1 });
	fate = () => undefined;
	const second = await first.retry({ node: { executeOnce: true } });
	const third = await second.retry({ node: { executeOnce: false } });
	expect(third.error?.context.run).toMatchObject({ accepted: [1, 2, 3, 4], uncertain: [0] });
	expect(sent()).toEqual({});
});

describe('Retry On Fail of what was accepted with an "error" in its answer', () => {
	it.each(['', 0, null, 'none'])('sends nothing again where that is %j', async (error) => {
		fate = () => answers(200, { success: true, id: '1', error });
		const parameters = { ...event, options: {} };
		const run = { url: service.url, items: people(3), node: retriesOnFail };
		await execute(parameters, run);
		expect(sent()).toEqual({ 0: 1, 1: 1, 2: 1 });
	});
});

it.each([
	['Send Mode', 'testManual'],
	['an expression in Send Mode', "={{ 'testManual' }}"],
])('a Retry in mode Send reaches those whom a test by %s did not', async (_, sendMode) => {
	fate = (request) => (JSON.stringify(request.body).includes('"de"') ? refuses : undefined);
	const parameters = {
		...sendToItems,
		messengerNumber: '={{ $json.number }}',
		templateLanguage: '={{ $json.language }}',
		testNumber: '+14159999999',
	};
	const languages = ['en', 'de', 'en'];
	const [first, second] = people(2).map(({ number }) => number);
	const items = [first, second, first].map((number, index) => ({
		number,
		language: languages[index],
	}));
	const test = await execute(
		{ ...parameters, sendMode },
		{ url: service.url, items, mode: 'manual' },
	);
	expect(test.error?.context.run).toMatchObject({ accepted: [0], failed: [1] });
	expect(sent()).toEqual({ 9999999: 2 });
	fate = () => undefined;
	const again = await test.retry({ parameters: { sendMode } });
	expect(again.error).toBeUndefined();
	expect(sent()).toEqual({ 9999999: 2 });
	const real = await test.retry({ parameters: { sendMode: 'send' } });
	expect(real.error).toBeUndefined();
	expect(sent()).toEqual({ 0: 1, 1: 1 });
	expect(real.output.map(({ json }) => json.send_status)).toEqual(['sent', 'sent', 'duplicate']);
});

describe.each([
	['send', campaignSend],
	['sendToItems', sendToItems],
])('a Retry in mode Send after a test, %s', (_, parameters) => {
	const afterTest = async (node = {}) => {
		const language = '={{ $json.language }}';
		const items = people(2, (index) => ({ language: ['en', 'de'][index] }));
		fate = (request) => (JSON.stringify(request.body).includes('"de"') ? refuses : undefined);
		const test = await execute(
			{
				...parameters,
				sendMode: 'testManual',
				testNumber: '+14159999999',
				templateLanguage: language,
			},
			{ url: service.url, items, mode: 'manual' },
		);
		expect(test.error?.context.run).toMatchObject({ accepted: [0], failed: [1] });
		sent();
		fate = () => undefined;
		return async (changes: INodeParameters) =>
			await test.retry({ parameters: { sendMode: 'send', ...changes }, node });
	};
	const past = {
		additionalFields: { scheduledAt: "={{ $itemIndex === 0 ? '2020-01-01T00:00:00Z' : '' }}" },
	};

	it('does not take a test for sent where the item is not in order', async () => {
		const { error } = await (await afterTest())(past);
		expect(error?.message).toMatch(/^'Scheduled At' is in the past.*\[item 0\]/);
		expect(sent()).toEqual({});
	});

	it('goes on after errors with the others only', async () => {
		const { failed } = await (await afterTest(continues))(past);
		expect(failed.map(({ error }) => error)).toEqual([
			expect.stringMatching(/^'Scheduled At' is in the past/),
		]);
		expect(sent()).toEqual({ 1: 1 });
	});

	it('has an error for all where the run as a whole must not be sent', async () => {
		const { failed } = await (await afterTest(continues))({ options: { maxRecipients: 1 } });
		expect(failed.map(({ error }) => error)).toEqual(
			Array(2).fill(expect.stringMatching(/^'Maximum Recipients' is 1/)),
		);
		expect(sent()).toEqual({});
	});

	it('has an error for all where an option is wrong', async () => {
		const { failed } = await (await afterTest(continues))({ requestOptions: { timeout: -1 } });
		expect(failed).toHaveLength(2);
		expect(sent()).toEqual({});
	});
});

it.each([
	['send', campaignSend],
	['sendToItems', sendToItems],
])(
	'a Retry sends nothing again because the service itself calls it a test: %s',
	async (_, parameters) => {
		fate = (request) =>
			forItem(1, refuses)(request) ?? answers(200, { success: true, id: '1', send_status: 'test' });
		const first = await execute(
			{ ...parameters, sendMode: 'send', templateLanguage: '={{ $json.language }}' },
			{
				url: service.url,
				items: people(2, (index) => ({ language: ['en', 'de'][index] })),
				mode: 'manual',
			},
		);
		expect(first.error?.context.run).toMatchObject({ accepted: [0], failed: [1] });
		sent();
		fate = () => undefined;
		expect((await first.retry()).error).toBeUndefined();
		expect(sent()).toEqual({ 1: 1 });
	},
);

it('whom Send to All Items has skipped gets the campaign by no Retry as Send either', async () => {
	fate = forItem(1, refuses);
	const numbers = ['+14150000000', '+1 415 000 0000', '+14150000001'];
	const items = numbers.map((number, index) => ({ number, language: index < 2 ? 'en' : 'de' }));
	const parameters = {
		...sendToItems,
		messengerNumber: '={{ $json.number }}',
		templateLanguage: '={{ $json.language }}',
	};
	const first = await execute(parameters, { url: service.url, items });
	expect(first.error?.context.run).toMatchObject({ accepted: [0], failed: [2] });
	sent();
	fate = () => undefined;
	const again = await first.retry({
		parameters: {
			operation: 'send',
			recipients: { recipient: [{ messengerNumber: '={{ $json.number }}' }] },
		},
	});
	expect(again.error).toBeUndefined();
	expect(sent()).toEqual({ 1: 1 });
	expect(again.output[1]?.json).toMatchObject({ send_status: 'duplicate', duplicate_of_item: 0 });
});

describe('what n8n stores for a retry', () => {
	it('takes less than 100 kB of ten items', async () => {
		fate = forItem(9, refuses);
		const { run } = await execute(event, { url: service.url, items: people(10) });
		expect(stored(run).length).toBeLessThan(100_000);
	});
});

describe('in a loop', () => {
	/** Loop Over Items, ten at a time. */
	function loop(): IWorkflowBase {
		const workflow = messengerWorkflow(event, people(30));
		return {
			...workflow,
			nodes: [
				...workflow.nodes,
				{
					id: 'loop',
					name: 'Loop',
					type: 'n8n-nodes-base.splitInBatches',
					typeVersion: 3,
					position: [100, 0],
					parameters: { batchSize: 10 },
				},
			],
			connections: {
				Items: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
				Loop: { main: [[], [{ node: 'Messenger', type: 'main', index: 0 }]] },
				Messenger: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
			},
		};
	}

	it.each([
		['second', 13],
		['third', 29],
	])('the %s round fails, and Retry goes on there', async (_name, item) => {
		const items = people(30);
		fate = forItem(item, refuses);
		const first = await execute(event, { url: service.url, items, workflow: loop() });
		expect(first.error?.context.itemIndex).toBe(item % 10);
		const before = sent();
		fate = () => undefined;
		const second = await first.retry();
		expect(second.error).toBeUndefined();
		const after = sent();
		for (const [mark, count] of Object.entries(before)) {
			if (mark !== String(item))
				expect({ mark, count: count + (after[mark] ?? 0) }).toEqual({ mark, count: 1 });
		}
		expect(Object.keys({ ...before, ...after })).toHaveLength(30);
		expect(second.run.items('Loop')).toHaveLength(30);
		expect(keptOf(second)).toEqual({});
	});
});

describe('a manual run stays one in its retry', () => {
	it.each([
		['a wrong item', people(3, () => ({ number: 'none' })), people(3), {}],
		['too many recipients', people(3), people(3), { options: { maxRecipients: 1 } }],
	])('after %s', async (_name, items, _later, changes) => {
		const parameters = { ...campaignSend, sendMode: 'previewManual', ...changes };
		const first = await execute(parameters, { url: service.url, items, mode: 'manual' });
		expect(first.error).toBeDefined();
		const second = await first.retry({
			parameters: {
				options: {},
				recipients: { recipient: [{ messengerNumber: '+14155550123' }] },
			},
		});
		expect(second.error).toBeUndefined();
		expect(second.output[0]?.json).toMatchObject({ send_status: 'preview' });
		expect(service.requests).toEqual([]);
	});

	it('after a wrong option', async () => {
		const parameters = {
			...campaignSend,
			sendMode: 'previewManual',
			requestOptions: { maxConcurrency: 0 },
		};
		const first = await execute(parameters, {
			url: service.url,
			items: people(3),
			mode: 'manual',
		});
		expect(first.error?.message).toContain('Max Concurrency');
		const second = await first.retry({ parameters: { requestOptions: {} } });
		expect(second.output[0]?.json).toMatchObject({ send_status: 'preview' });
		expect(service.requests).toEqual([]);
	});
});

it('a duplicate of an uncertain item is uncertain, in the retry too', async () => {
	const items = people(3, (index) => (index === 2 ? { number: '+14150000000' } : {}));
	fate = forItem(0, fails);
	const first = await execute(
		{ ...sendToItems, options: {} },
		{ url: service.url, items, node: continues },
	);
	expect(first.failed.map(({ details }) => details.state)).toEqual([
		'uncertain',
		'uncertain',
		'uncertain',
	]);

	const stopping = await execute({ ...sendToItems, options: {} }, { url: service.url, items });
	fate = () => accepts;
	service.requests.length = 0;
	const second = await stopping.retry();
	expect(service.requests).toEqual([]);
	expect(second.error?.context.run).toMatchObject({ uncertain: [0, 1, 2] });
});

it('a duplicate of a refused item was not sent', async () => {
	const items = people(3, (index) => (index === 2 ? { number: '+14150000000' } : {}));
	fate = forItem(0, refuses);
	const { failed } = await execute(
		{ ...sendToItems, options: {} },
		{ url: service.url, items, node: continues },
	);
	expect(failed.map(({ details }) => details.state)).toEqual(['failed', 'failed', 'not sent']);
});

it('a skipped duplicate stays skipped, whatever it and the item before it hold now', async () => {
	const items = [
		{ number: '+14150000000', email: 'nobody' },
		{ number: '+1 415 000 0000', email: 'person@example.com' },
		{ number: '+14150000009', email: 'person@example.com' },
	];
	fate = forItem(9, refuses);
	const first = await execute(
		{ ...sendToItems, options: { recipientsPerRequest: 1 } },
		{ url: service.url, items },
	);
	expect(sent()).toEqual({ 0: 1, 9: 1 });
	const parameters = {
		recipientFields: { email: '={{ $json.email }}' },
		messengerNumber: "={{ $itemIndex === 1 ? '+14150000001' : $json.number }}",
	};
	const second = await first.retry({ parameters });
	expect(second.error?.context.run).toMatchObject({ accepted: [0], failed: [2] });
	fate = () => undefined;
	const third = await second.retry({ parameters });
	expect(third.error).toBeUndefined();
	expect(sent()).toEqual({ 9: 2 });
	expect(third.output[1]?.json).toMatchObject({ send_status: 'duplicate', duplicate_of_item: 0 });
});

it('a Retry looks for duplicates only among what is still to be sent', async () => {
	fate = forItem(1, refuses);
	const parameters = { ...sendToItems, options: { recipientsPerRequest: 1 } };
	const first = await execute(parameters, { url: service.url, items: people(3) });
	fate = () => undefined;
	sent();
	// The first item was sent to 0, and has 1 now.
	const messengerNumber = "={{ ['+14150000001', '+14150000001', '+14150000000'][$itemIndex] }}";
	const second = await first.retry({ parameters: { messengerNumber } });
	expect(second.error).toBeUndefined();
	expect(sent()).toEqual({ 1: 1 });
});
