import { getEventListeners } from 'node:events';

import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { gates } from '../../nodes/Messenger/gate/gates';
import { systemClock } from '../../nodes/Messenger/http/clock';
import { endpoints } from '../../nodes/Messenger/http/endpoints';
import { runOptions, type RequestOptions } from '../../nodes/Messenger/http/options';
import { refuse } from '../../nodes/Messenger/input/InvalidInput';
import type { NodeError } from '../../nodes/Messenger/run/nodeError';
import type { CheckedItem, OperationDefinition, Plan } from '../../nodes/Messenger/run/operation';
import { RetryMemory } from '../../nodes/Messenger/run/RetryMemory';
import { Run } from '../../nodes/Messenger/run/Run';
import { keepsFailure } from '../support/declaredFailure';

interface Params {
	text: string;
}

type Changes = Partial<OperationDefinition<Params>>;

const text = { name: 'text', displayName: 'Text' };

/** Sends each item's text, refuses "bad", and has nothing to ask for "known". */
const sendText: OperationDefinition<Params> = {
	...{ name: 'Send', value: 'send', action: 'Send', description: '', parameters: [] },
	endpoint: endpoints.sendEvent,
	inputsToCheck: ['the text'],
	toRequest: (params) => {
		if (params.text === 'bad') refuse(text, 'is bad', 'Write another.');
		return params.text === 'known' ? { output: { known: true } } : { body: { ...params } };
	},
	toItems: (body) => [body as IDataObject],
};

const baseUrl = 'https://service.example';
let executions = 0;

/** An execution of the node in n8n, whose service answers each text by a status, after a turn. */
function execution(texts: unknown[], changes: Changes = {}) {
	const operation = { ...sendText, ...changes };
	const given = {
		continues: false,
		apiKey: `key-of-execution-${(executions += 1)}`,
		requestOptions: {} as RequestOptions,
		signal: new AbortController(),
		mode: 'trigger',
		nodeType: 'messenger',
		/** Milliseconds. */
		latency: 0,
		status: (() => 200) as (text: string) => number | 'ECONNREFUSED',
	};
	const arrived: string[] = [];
	const inFlightAt: number[] = [];
	const hints: string[] = [];
	const logged: string[] = [];
	const stored = {};
	let executeData = {};
	let inFlight = 0;
	const request = async (_type: string, { body = '{}' }: IHttpRequestOptions) => {
		const sent = (JSON.parse(body as string) as Params).text;
		const status = given.status(sent);
		if (status === 'ECONNREFUSED') throw Object.assign(new Error('Refused'), { code: status });
		arrived.push(sent);
		inFlightAt.push((inFlight += 1));
		await new Promise<void>((resolve) => setTimeout(resolve, given.latency));
		inFlight -= 1;
		return { statusCode: status, headers: {}, body: [Buffer.from(JSON.stringify({ sent }))] };
	};
	const context = {
		getContext: () => stored,
		getCredentials: async () => await Promise.resolve({ baseUrl, apiKey: given.apiKey }),
		getExecutionCancelSignal: () => given.signal.signal,
		getExecutionId: () => '4711',
		getMode: () => given.mode,
		getExecutionContext: () => undefined,
		getNode: () => ({
			...{ name: 'Messenger', type: given.nodeType, typeVersion: 1 },
			parameters: { resource: 'event' },
		}),
		getTimezone: () => 'Europe/Vilnius',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		helpers: { httpRequestWithAuthentication: request },
		logger: { warn: (line: string) => logged.push(line) },
	} as unknown as IExecuteFunctions;
	const execute = async () =>
		await new Run(context, operation, {
			indexes: [...texts.keys()],
			read: (item) => {
				if (texts[item] === undefined) throw new Error(`No text in ${item}`);
				return { text: texts[item] as string };
			},
			options: () => given.requestOptions,
			memory: new RetryMemory(context, executeData, true),
			continues: given.continues,
			showHints: (messages) => hints.push(...messages),
		}).execute();
	/** The error that stops it. */
	const fail = async () => {
		try {
			await execute();
		} catch (error) {
			return error as NodeError;
		}
		throw new Error('It has not failed');
	};
	/** n8n's Retry comes next; without it, the next try of Retry On Fail. */
	const retry = () => {
		executeData = {};
		given.mode = 'retry';
	};
	const gate = () => gates.gateOf({ baseUrl, apiKey: given.apiKey, options: runOptions({}) });
	return { given, arrived, inFlightAt, hints, logged, stored, execute, fail, retry, gate };
}

const json = (items: INodeExecutionData[]) => items.map((item) => item.json);
const errorsOf = (items: INodeExecutionData[]) => json(items).map(({ error }) => error);
/** What was sent for each item, or that it failed. */
const sentIn = (items: INodeExecutionData[]) => json(items).map(({ sent }) => sent ?? 'failed');

type Items = Array<CheckedItem<Params>>;

/** A request for each item. */
const planOf = (items: Items): Plan<Params> => ({
	requests: items.map((item) => ({ parts: item.parts, members: [item] })),
});

/** An operation that plans its requests so. */
const planned = (plan: (items: Items) => Plan<Params>): Changes => ({
	plan: async (items) => await Promise.resolve(plan(items)),
});

afterEach(() => jest.restoreAllMocks());

describe('a run sends', () => {
	it('a request for each item, and puts out what came back in the order of the input', async () => {
		const { execute, arrived, hints, logged } = execution(['a', 'known', 'b'], {
			toItems: (body) => [body as IDataObject, { more: true }],
		});
		const [ofA, ofB] = [{ item: 0 }, { item: 2 }];
		expect(await execute()).toEqual([
			{ json: { sent: 'a' }, pairedItem: ofA },
			{ json: { more: true }, pairedItem: ofA },
			{ json: { known: true }, pairedItem: { item: 1 } },
			{ json: { sent: 'b' }, pairedItem: ofB },
			{ json: { more: true }, pairedItem: ofB },
		]);
		expect(arrived).toEqual(['a', 'b']);
		expect([hints, logged]).toEqual([[], []]);
	});

	it('one request for several items, each with its own output, and none with the key', async () => {
		const { given, execute } = execution(['a', 'b'], {
			toItems: () => [{ said: [given.apiKey], text: 'of the answer' }],
			...planned((members) => ({
				requests: [
					{
						...{ parts: { body: { text: 'both' } }, members },
						memberFields: ({ params }) => ({ ...params, key: given.apiKey }),
					},
				],
			})),
		});
		const output = await execute();
		expect(output).toEqual(
			['a', 'b'].map((of, item) => ({
				json: { said: ['[API key]'], text: of, key: '[API key]' },
				pairedItem: { item },
			})),
		);
		// What the answer says is not copied for each of 100,000 items.
		expect(output[1]!.json.said).toBe(output[0]!.json.said);
	});

	it('a request, and puts out any number of items that it brings', async () => {
		const records = Array.from({ length: 200_000 }, (_, id) => ({ id }));
		const { execute } = execution(['a'], { toItems: () => records });
		expect(await execute()).toHaveLength(records.length);
	});

	it('one request until one was accepted, then several at once, Max Concurrency at the most', async () => {
		const { given, execute, inFlightAt } = execution([...'abcdefghijklmnopqrstuvwxyz']);
		given.continues = true;
		given.requestOptions = { maxConcurrency: 3 };
		given.latency = 10;
		given.status = (sent) => (sent < 'c' ? 422 : 200);
		await execute();
		expect(inFlightAt.slice(0, 3)).toEqual([1, 1, 1]);
		expect(Math.max(...inFlightAt)).toBe(3);
	});

	it.each([
		[77, [2, 4]],
		[0, []],
	])('a batch, and pauses for %i ms before the next', async (batchInterval, pauses) => {
		const { given, execute, arrived } = execution(['a', 'b', 'c', 'd', 'e']);
		given.requestOptions = {
			maxConcurrency: 1,
			batching: { batch: { batchSize: 2, batchInterval } },
		};
		const pausedAfter: number[] = [];
		const { sleep } = systemClock;
		jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
			if (milliseconds === batchInterval) pausedAfter.push(arrived.length);
			else await sleep(milliseconds, signal);
		});
		await execute();
		expect(pausedAfter).toEqual(pauses);
	});

	it('no more in its batches once it has stopped', async () => {
		const { given, fail, arrived } = execution(['a', 'b', 'c']);
		given.requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 60_000 } } };
		setTimeout(() => given.signal.abort(), 50);
		expect((await fail()).message).toBe('The execution was canceled');
		expect(arrived).toEqual(['a']);
	});
});

describe('a run that must not begin sends nothing', () => {
	it.each<[string, object]>([
		['API Key', { apiKey: '' }],
		['Timeout', { requestOptions: { timeout: -1 } }],
	])('because of %s, which fails the run, or all items', async (words, wrong) => {
		const { given, execute, fail, arrived, hints } = execution(['a', 'b']);
		Object.assign(given, wrong);
		const { message, description, context } = await fail();
		expect(message).toContain(words);
		expect(description).toContain('Nothing was sent.');
		expect(context.run).toMatchObject({ notSent: [0, 1] });
		given.continues = true;
		expect(errorsOf(await execute())).toEqual(Array(2).fill(expect.stringContaining(words)));
		expect([arrived, hints]).toEqual([[], ['This run sent nothing: see the error.']]);
	});

	it('because items are not in order, and names all of them', async () => {
		const { given, execute, fail, arrived, gate } = execution(['a', 'bad', undefined, 'bad']);
		const { message, description, context } = await fail();
		expect(message).toBe("'Text' is bad [item 1]");
		expect(description).toMatch(/No text in 2 \[item 2\]<br>.*\[item 3\]<br>Nothing was sent\./);
		expect(context).toMatchObject({ itemIndex: 1, run: { notSent: [0, 1, 2, 3] } });
		expect(arrived).toEqual([]);
		jest.spyOn(systemClock, 'now').mockReturnValue(performance.now() + 59_000);
		expect(gate().idleFor()).toBeGreaterThan(50_000);
		jest.restoreAllMocks();
		given.continues = true;
		expect(sentIn(await execute())).toEqual(['a', 'failed', 'failed', 'failed']);
	});

	const isBad = "'Text' is bad";
	it.each<[string, unknown[], number | undefined, string, string]>([
		['once, without an item, where it is wrong for all', ['bad', 'bad'], undefined, isBad, 'Write'],
		['of the only item', ['bad'], 0, `${isBad} [item 0]`, 'Write'],
		[
			'of each of some',
			['bad', 'bad', 'a'],
			0,
			`${isBad} [item 0]`,
			`Also to correct:<br>${isBad} [item 1]<br>`,
		],
		[
			'of each where it is not the same',
			['bad', undefined],
			0,
			`${isBad} [item 0]`,
			'No text in 1 [item 1]<br>',
		],
	])(
		'because items are not in order, and says so %s',
		async (_, texts, itemIndex, title, words) => {
			const { given, execute, fail } = execution(texts);
			const { message, description, context } = await fail();
			expect({ message, itemIndex: context.itemIndex }).toEqual({ message: title, itemIndex });
			expect(description).toContain(words);
			expect(description).toContain('<br>Nothing was sent.');
			expect(String(description).includes('Also to correct')).toBe(words.includes('[item'));
			given.continues = true;
			const bad = errorsOf(await execute()).filter((error) => error !== undefined);
			expect(bad.every((error, item) => String(error).endsWith(`[item ${item}]`))).toBe(true);
		},
	);

	it('because it was cancelled, and reads no item', async () => {
		const { given, execute, fail, arrived } = execution(['a', 'bad']);
		given.signal.abort();
		const error = await fail();
		expect(error.message).toBe('The execution was canceled');
		expect(error.context.run).toMatchObject({ notSent: [0, 1], failed: [] });
		given.continues = true;
		expect(errorsOf(await execute())).toEqual(
			Array(2).fill('Not sent, because the execution was cancelled'),
		);
		expect(arrived).toEqual([]);
	});
});

describe('a run that fails', () => {
	it('says of each item what became of it, and leaves nothing behind', async () => {
		const { given, fail } = execution(['a', 'b', 'c'], { stopsAtFailure: true });
		given.requestOptions = { maxConcurrency: 1 };
		given.status = (sent) => (sent === 'b' ? 500 : 200);
		expect((await fail()).context).toMatchObject({
			itemIndex: 1,
			run: { accepted: [0], uncertain: [1], failed: [], notSent: [2] },
		});
		expect(getEventListeners(given.signal.signal, 'abort')).toEqual([]);
	});

	it.each<[string, object, RegExp]>([
		['workflow', {}, /open Executions and press Retry\. Execute step sends all again\./],
		['sub-workflow', { mode: 'integrated' }, /press Retry in this sub-workflow's .* parent/],
		['tool', { nodeType: 'messengerTool' }, /were accepted \(0 to 1\)\.<br>/],
	])('says which button sends the rest of a %s', async (_, changes, words) => {
		const { given, fail } = execution(['a', 'b', 'c', 'd']);
		Object.assign(given, changes);
		given.status = (sent) => (sent > 'b' ? 422 : 200);
		expect((await fail()).description).toMatch(words);
	});

	it.each([
		['goes on after errors', true, {}],
		['has an operation that does not want it', false, { stopsAtFailure: undefined }],
	])('sends the rest where it %s', async (_, continues, changes) => {
		const { given, execute, arrived } = execution(['a', 'b', 'c'], {
			...{ stopsAtFailure: true, ...changes },
		});
		given.continues = continues;
		given.status = (sent) => (sent === 'b' ? 500 : 200);
		await execute().catch(() => undefined);
		expect(arrived).toEqual(['a', 'b', 'c']);
	});

	it('says first what happened, not what that kept back', async () => {
		const { given, fail } = execution(['a', 'b', 'c', 'd']);
		given.requestOptions = { maxConcurrency: 1 };
		given.status = (sent) => (sent === 'c' ? 401 : 200);
		const { context, description } = await fail();
		expect(context.itemIndex).toBeUndefined();
		expect(context.run).toMatchObject({ accepted: [0, 1], failed: [2], notSent: [3] });
		expect(description).toContain('1 item was not sent (3).');
		expect(description).not.toContain('request was not sent');
	});

	it('by a defect ends in good order: in doubt, or failed where it only reads', async () => {
		const toItems: Changes['toItems'] = (body) => {
			if ((body as IDataObject).sent === 'b') throw new Error('A defect');
			return [body as IDataObject];
		};
		const { given, execute, arrived } = execution(['a', 'b', 'c', 'd'], { toItems });
		given.continues = true;
		given.requestOptions = { maxConcurrency: 1 };
		const notSent = 'Not sent, because an earlier request of this run failed';
		expect(errorsOf(await execute())).toEqual([
			...[undefined, 'May have been sent: The node failed: A defect', notSent, notSent],
		]);
		expect(arrived).toEqual(['a', 'b']);
		const reading = execution(['b'], { toItems, endpoint: endpoints.verifyEmail });
		expect((await reading.fail()).message).toBe('The node failed: A defect');
	});

	it.each([
		[403, 5, '3 requests were not sent.'],
		[403, 2, undefined],
		[401, 3, undefined],
	])('by %i of %i items says how many requests a block kept back', async (status, count, words) => {
		const { given, execute, fail } = execution([...'abcde'].slice(0, count));
		given.requestOptions = { maxConcurrency: 1 };
		given.status = (sent) => (sent === 'b' ? status : 200);
		const said = (what: unknown) => /\d+ requests? w\w+ not sent\./.exec(String(what))?.[0];
		expect(said((await fail()).description)).toBe(words);
		given.continues = true;
		const [accepted, ...others] = json(await execute()).map(({ message }) => said(message));
		expect(accepted).toBeUndefined();
		expect(others).toEqual(Array(count - 1).fill(words));
	});

	it('while the service is away says once how long it waited', async () => {
		const { sleep } = systemClock;
		jest
			.spyOn(systemClock, 'sleep')
			.mockImplementation(async (milliseconds, signal) => await sleep(milliseconds / 10, signal));
		const { given, fail } = execution(['a', 'b']);
		given.requestOptions = { maxConcurrency: 1, maxRetryWait: 2 };
		given.status = () => 'ECONNREFUSED';
		const met = await fail();
		expect(met.message).toContain('refused the connection');
		expect(met.description).toMatch(/<br>This run waited [\d.]+ s because/);
		const { message, description } = await fail();
		expect(message).toMatch(/unavailable for [\d.]+ s/);
		expect(description).not.toContain('This run waited');
	});

	it.each([
		[['ana', 'ben', 'eva'], '2 items'],
		[['ana', 'ben'], '1 item'],
	])('in doubt has one line in the log, without what %j hold', async (texts, count) => {
		const { given, execute, logged } = execution(texts);
		given.continues = true;
		given.status = (sent) => (sent === 'ana' ? 200 : 500);
		await execute();
		await execute();
		const line = `Messenger at service.example: ${count} of execution 4711 may have been processed`;
		expect(logged).toEqual([line, line]);
	});

	it.each<[string, string[], (given: ReturnType<typeof execution>['given']) => void, Changes]>([
		['its credential', ['a'], (given) => (given.apiKey = ''), {}],
		['its being cancelled', ['a'], ({ signal }) => signal.abort(), {}],
		[
			'a request of several items',
			['a', 'b'],
			(given) => (given.status = () => 422),
			planned((members) => ({ requests: [{ parts: { body: { text: 'a' } }, members }] })),
		],
	])('by %s has no item of its own', async (_, texts, change, changes) => {
		const { given, fail } = execution(texts, changes);
		change(given);
		expect((await fail()).context.itemIndex).toBeUndefined();
	});
});

describe('a retry', () => {
	it('sends again neither what was accepted nor, within Retry On Fail, what may have been', async () => {
		const { given, execute, fail, arrived, retry } = execution(['a', 'b', 'c']);
		given.status = (sent) => (sent === 'a' ? 200 : sent === 'b' ? 500 : 422);
		const { message } = await fail();
		given.status = () => 200;
		given.requestOptions = { resendUncertain: true };
		expect(await fail()).toMatchObject({
			message,
			context: { itemIndex: 1, run: { accepted: [0, 2], uncertain: [1] } },
		});
		retry();
		expect(sentIn(await execute())).toEqual(['a', 'b', 'c']);
		expect(arrived).toEqual(['a', 'b', 'c', 'c', 'b']);
	});

	it('keeps what was sent, though items or the credential are not in order now', async () => {
		const texts = ['a', 'b'];
		const { given, execute, fail, arrived } = execution(texts);
		given.status = (sent) => (sent === 'a' ? 200 : 422);
		await fail();
		texts[1] = 'bad';
		expect((await fail()).context.run).toMatchObject({ accepted: [0] });
		const { apiKey } = given;
		given.apiKey = 'short\n';
		expect((await fail()).context.run).toMatchObject({ accepted: [0] });
		Object.assign(given, { apiKey, status: () => 200 });
		texts[1] = 'b';
		expect(sentIn(await execute())).toEqual(['a', 'b']);
		expect(arrived).toEqual(['a', 'b', 'b']);
	});

	const earlier = 'May have been sent by an earlier try: ';

	it.each<[string, object, string, string | undefined]>([
		['is refused', { status: () => 422 }, earlier + 'The service refused', '422'],
		['meets a wrong key', { status: () => 401 }, `${earlier}The service didn't accept`, '401'],
		['is in doubt again', { status: () => 503 }, 'May have been sent: The service failed', '503'],
		['is not in order', { texts: ['bad'] }, `${earlier}'Text' is bad [item 0]`, undefined],
	])('that %s leaves what was uncertain uncertain', async (_, changes, title, httpCode) => {
		const texts = ['a'];
		const { given, execute, fail, retry } = execution(texts);
		given.status = () => 500;
		await fail();
		retry();
		given.requestOptions = { resendUncertain: true };
		Object.assign(given, changes);
		Object.assign(texts, (changes as { texts?: string[] }).texts);
		const { context, message } = await fail();
		expect(context.run).toMatchObject({ uncertain: [0], failed: [], notSent: [] });
		given.continues = true;
		const [item] = json(await execute());
		expect(item?.error).toMatch(title);
		expect(item?.details).toMatchObject(
			keepsFailure ? { state: 'uncertain', ...(httpCode && { httpCode }) } : {},
		);
		expect(message).toBe(item?.error);
	});

	it('knows nothing of a test, of its duplicates, nor of a defect in it', async () => {
		const { given, fail, stored } = execution(['a', 'b', 'a', 'c'], {
			toItems: (body) => {
				if ((body as IDataObject).sent === 'c') throw new Error('A defect');
				return [body as IDataObject];
			},
			...planned((items) => ({
				requests: items
					.filter(({ itemIndex }) => itemIndex !== 2)
					.map((item) => ({ parts: item.parts, members: [item], isTest: true })),
				duplicates: [{ itemIndex: 2, firstItem: 0, output: { duplicate: true } }],
			})),
		});
		given.status = (sent) => (sent === 'b' ? 500 : 200);
		await fail();
		expect(stored).toEqual({});
	});
});

it('after a run the editor says what the plan says of all items, and that it was slowed down', async () => {
	const changes = planned((items) => ({
		...planOf(items),
		summary: async (outcomes) =>
			await Promise.resolve([0, 1, 2].map((item) => outcomes.get(item)?.state).join()),
	}));
	const { given, execute, hints } = execution(['a', 'b', 'c'], changes);
	given.continues = true;
	let throttled = 0;
	given.status = (sent) =>
		sent === 'b' ? 500 : sent === 'c' && (throttled += 1) === 1 ? 429 : 200;
	await execute();
	expect(hints).toEqual([
		'accepted,uncertain,accepted',
		expect.stringMatching(/slowed down this run\. Requests were refused once and sent/),
	]);

	const stopped = execution(['a'], changes);
	stopped.given.status = () => 500;
	await stopped.fail();
	expect(stopped.hints).toEqual([]);
});

describe('an operation that plans its requests', () => {
	const cannot = (): never => {
		throw new Error('No plan');
	};

	it('is told of the run, and of all items that no earlier try has sent', async () => {
		const plan = jest.fn(async (items: Items) => await Promise.resolve(planOf(items)));
		const { given, execute, fail } = execution(['a', 'b', 'known'], { plan });
		given.mode = 'manual';
		given.status = (sent) => (sent === 'a' ? 200 : 422);
		await fail();
		given.status = () => 200;
		await execute();
		const facts = { timezone: 'Europe/Vilnius', isManual: true };
		const item = (itemIndex: number, params: Params) => ({
			...{ itemIndex, params, parts: { body: params } },
		});
		const [a, b] = [item(0, { text: 'a' }), item(1, { text: 'b' })];
		expect(plan.mock.calls).toEqual([
			[[a, b], facts],
			[[b], facts],
		]);
	});

	it('may put out items without a request, and none with the key', async () => {
		const { given, execute, arrived } = execution(
			['a', 'b'],
			planned((items) => ({
				...planOf(items.slice(1)),
				outputs: new Map([[0, { preview: given.apiKey }]]),
			})),
		);
		expect(json(await execute())).toEqual([{ preview: '[API key]' }, { sent: 'b' }]);
		expect(arrived).toEqual(['b']);
	});

	it('fails as a whole, or by all items that were not sent, where there is no plan', async () => {
		const { given, execute, fail, arrived } = execution(
			['a', 'bad', 'b', 'b'],
			planned((items) => (items.length < 3 ? cannot() : planOf(items))),
		);
		given.continues = true;
		given.status = (sent) => (sent === 'a' ? 200 : 422);
		await execute();
		const output = await execute();
		expect(sentIn(output)).toEqual(['a', ...Array<string>(3).fill('failed')]);
		expect(errorsOf(output.slice(1))).toEqual([
			...["'Text' is bad [item 1]", 'No plan', 'No plan'],
		]);
		expect(arrived).toEqual(['a', 'b', 'b']);
		const stopped = execution(['a', 'b'], planned(cannot));
		const { message, context } = await stopped.fail();
		expect(message).toBe('No plan');
		expect(context.run).toMatchObject({ accepted: [], notSent: [0, 1] });
		given.continues = false;
		expect((await fail()).context.run).toMatchObject({ accepted: [0] });
	});

	it.each<[number, string, string | undefined]>([
		[200, 'accepted', undefined],
		[500, 'uncertain', 'uncertain'],
		[422, 'failed', 'not sent'],
	])('skips a duplicate of an item that gets %i: %s, %s', async (status, _, state) => {
		const { given, execute, arrived } = execution(
			['a', 'a'],
			planned((items) => ({
				...planOf(items.slice(0, 1)),
				duplicates: [{ itemIndex: 1, firstItem: 0, output: { skipped: true } }],
			})),
		);
		given.continues = true;
		given.status = () => status;
		const [first, second] = await execute();
		expect(arrived).toEqual(['a']);
		expect(second?.pairedItem).toEqual({ item: 1 });
		expect(second?.json.error).toBe(first?.json.error);
		if (state === undefined) expect(second?.json).toEqual({ skipped: true });
		else if (keepsFailure) expect(second?.json.details).toMatchObject({ state });
	});
});
