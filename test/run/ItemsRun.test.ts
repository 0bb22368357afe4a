import { getEventListeners } from 'node:events';

import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { refuse } from '../../nodes/Messenger/input/InvalidInput';
import type { OperationDefinition, Plan } from '../../nodes/Messenger/run/operation';
import { endpoints } from '../../nodes/Messenger/http/endpoints';
import type { RequestOptions } from '../../nodes/Messenger/http/options';
import { services } from '../../nodes/Messenger/gate/services';
import { systemClock } from '../../nodes/Messenger/http/systemClock';
import { ItemsRun } from '../../nodes/Messenger/run/ItemsRun';
import type { NodeError } from '../../nodes/Messenger/run/nodeError';

interface Sent {
	text: string;
}

const text = { name: 'text', displayName: 'Text' };

/** Sends each item's text, refuses "bad", and has nothing to ask for "known". */
const sendText: OperationDefinition<Sent> = {
	name: 'Send',
	value: 'send',
	action: 'Send',
	description: '',
	endpoint: endpoints.sendEvent,
	inputsToCheck: 'Check the text.',
	parameters: [
		{
			...text,
			type: 'string',
			default: '',
			routing: { send: { type: 'body', property: 'text' } },
		},
	],
	toRequest: (sent) => {
		if (sent.text === 'bad') refuse(text, 'is bad', 'Write another.');
		return sent.text === 'known' ? [{ known: true }] : { body: { ...sent } };
	},
	toItems: (body) => [body as IDataObject],
};

const accepts = { status: 200 };
let executions = 0;

/** An execution of the node in n8n, whose service answers each text as told, after a turn. */
function execution(texts: unknown[], settings: Partial<OperationDefinition<Sent>> = {}) {
	const operation = { ...sendText, ...settings };
	const given = {
		continues: false,
		apiKey: `key-of-execution-${(executions += 1)}`,
		requestOptions: {} as RequestOptions,
		signal: new AbortController(),
		mode: 'trigger',
		/** Milliseconds. */
		latency: 0,
		/** Whether the service takes no connection. */
		isAway: false,
		answer: (() => accepts) as (text: string) => { status: number },
	};
	const arrived: string[] = [];
	const hints: NodeExecutionHint[] = [];
	const stored = {};
	const executeData = {};
	let inFlight = 0;
	const inFlightAt: number[] = [];
	const request = async (_type: string, { body }: IHttpRequestOptions) => {
		if (given.isAway) throw Object.assign(new Error('Refused'), { code: 'ECONNREFUSED' });
		const sent = (JSON.parse(body as string) as Sent).text;
		arrived.push(sent);
		inFlightAt.push((inFlight += 1));
		await new Promise<void>((resolve) => setTimeout(resolve, given.latency));
		inFlight -= 1;
		const { status } = given.answer(sent);
		return {
			statusCode: status,
			headers: {},
			body: [Buffer.from(JSON.stringify({ sent }))],
		};
	};
	const node = {
		name: 'Messenger',
		type: 'messenger',
		typeVersion: 1,
		parameters: { resource: 'event', text: '={{ $json.text }}' },
	};
	const context = {
		addExecutionHints: (...more: NodeExecutionHint[]) => hints.push(...more),
		continueOnFail: () => given.continues,
		getContext: () => stored,
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://service.example', apiKey: given.apiKey }),
		getExecuteData: () => executeData,
		getExecutionCancelSignal: () => given.signal.signal,
		getInputData: () => texts.map((value) => ({ json: { text: value } })),
		getMode: () => given.mode,
		getNode: () => node,
		getNodeParameter: (path: string, item: number) => {
			if (path === 'requestOptions') return given.requestOptions;
			throw new Error(`No text in ${item}`);
		},
		getTimezone: () => 'Europe/Vilnius',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		helpers: { httpRequestWithAuthentication: request },
	} as unknown as IExecuteFunctions;
	const execute = async () => await new ItemsRun(context, operation).execute();
	/** The error that stops it. */
	const fail = async () => {
		try {
			await execute();
		} catch (error) {
			return error as NodeError;
		}
		throw new Error('It has not failed');
	};
	const runs = () => services.stateOf('https://service.example', given.apiKey).runs;
	return { given, arrived, inFlightAt, hints, execute, fail, runs };
}

const json = (items: INodeExecutionData[]) => items.map((item) => item.json);
const outcomeOf = (items: INodeExecutionData[]) =>
	items.map(({ json: { sent, details } }) => sent ?? (details as IDataObject).state);

afterEach(() => jest.restoreAllMocks());

describe('a run sends', () => {
	it('a request for each item, and puts out what came back in the order of the input', async () => {
		const { execute, arrived } = execution(['a', 'b', 'c'], {
			toItems: (body) => [body as IDataObject, { more: true }],
		});
		const output = await execute();
		expect(json(output)).toEqual([
			{ sent: 'a' },
			{ more: true },
			{ sent: 'b' },
			{ more: true },
			{ sent: 'c' },
			{ more: true },
		]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1, 2, 2].map((item) => ({ item })),
		);
		expect(arrived).toEqual(['a', 'b', 'c']);
	});

	it('a request, and puts out any number of items that it brings', async () => {
		const records = Array.from({ length: 200_000 }, (_, id) => ({ id }));
		const { execute } = execution(['a'], { toItems: () => records });
		expect(await execute()).toHaveLength(records.length);
	});

	it('nothing for an item that has its output without', async () => {
		const { execute, arrived } = execution(['known', 'a']);
		const output = await execute();
		expect(output).toEqual([
			{ json: { known: true }, pairedItem: { item: 0 } },
			{ json: { sent: 'a' }, pairedItem: { item: 1 } },
		]);
		expect(arrived).toEqual(['a']);
	});

	it('one request until one was accepted, then several at once, Max Concurrency at the most', async () => {
		const { given, execute, inFlightAt } = execution([...'abcdefghijklmnopqrstuvwxyz']);
		given.continues = true;
		given.requestOptions = { maxConcurrency: 3 };
		given.latency = 10;
		given.answer = (sent) => ({ status: sent < 'c' ? 422 : 200 });
		await execute();
		expect(inFlightAt.slice(0, 3)).toEqual([1, 1, 1]);
		expect(Math.max(...inFlightAt)).toBe(3);
	});

	it('a batch, and pauses before the next', async () => {
		const { given, execute, arrived } = execution(['a', 'b', 'c', 'd', 'e']);
		given.requestOptions = {
			maxConcurrency: 1,
			batching: { batch: { batchSize: 2, batchInterval: 77 } },
		};
		const pausedAfter: number[] = [];
		const { sleep } = systemClock;
		jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
			if (milliseconds === 77) pausedAfter.push(arrived.length);
			else await sleep(milliseconds, signal);
		});
		await execute();
		expect(pausedAfter).toEqual([2, 4]);
	});

	it('without a pause where there is no interval', async () => {
		const { execute } = execution(['a', 'b', 'c']);
		const sleep = jest.spyOn(systemClock, 'sleep');
		await execute();
		const pauses = sleep.mock.calls.filter(([milliseconds]) => milliseconds === 0);
		expect(pauses).toEqual([]);
	});

	it('no more in its batches once it has stopped', async () => {
		const { given, fail, arrived } = execution(['a', 'b', 'c']);
		given.requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 60_000 } } };
		setTimeout(() => given.signal.abort(), 50);
		expect((await fail()).message).toBe('The execution was canceled');
		expect(arrived).toEqual(['a']);
	});
});

describe('a run that must not begin', () => {
	it('because of its credential fails by its first item', async () => {
		const { given, fail, arrived } = execution(['a', 'b']);
		given.apiKey = '';
		const error = await fail();
		expect(error.message).toMatch(/API Key.*\[item 0\]/);
		expect(error.description).toContain('Nothing was sent.');
		expect(error.context.run).toMatchObject({ notSent: [0, 1] });
		expect(arrived).toEqual([]);
	});

	it('because of an option fails by all items, where it goes on after errors', async () => {
		const { given, execute, arrived, hints } = execution(['a', 'b']);
		given.continues = true;
		given.requestOptions = { timeout: -1 };
		const output = await execute();
		expect(json(output).map(({ error }) => error)).toEqual([
			expect.stringMatching(/Timeout.*\[item 0\]/),
			expect.stringMatching(/Timeout.*\[item 1\]/),
		]);
		expect(arrived).toEqual([]);
		expect(hints).toEqual([]);
	});

	it('does not forget what an earlier try has sent', async () => {
		const { given, execute, arrived } = execution(['a', 'b', 'bad']);
		given.continues = true;
		await execute();
		given.apiKey = 'short\n';
		expect(outcomeOf(await execute())).toEqual(['a', 'b', 'not sent']);
		expect(arrived).toEqual(['a', 'b']);
	});

	it('because items are not in order names all of them, and sends nothing', async () => {
		const { fail, arrived, runs } = execution(['a', 'bad', undefined, 'bad']);
		const error = await fail();
		expect(error.message).toMatch(/Text.*\[item 1\]/);
		expect(error.description).toMatch(
			/No text in 2 \[item 2\]<br>.*\[item 3\]<br>Nothing was sent\./,
		);
		expect(arrived).toEqual([]);
		expect(runs().size).toBe(0);
	});

	it('sends the others where it goes on after errors', async () => {
		const { given, execute, arrived } = execution(['bad', 'a', undefined]);
		given.continues = true;
		expect(outcomeOf(await execute())).toEqual(['not sent', 'a', 'not sent']);
		expect(arrived).toEqual(['a']);
	});

	it('because it was cancelled reads no item', async () => {
		const { given, fail, arrived } = execution(['a', 'bad']);
		given.signal.abort();
		const error = await fail();
		expect(error.message).toBe('The execution was canceled');
		expect(error.context.itemIndex).toBe(0);
		expect(error.context.run).toMatchObject({ notSent: [0, 1], failed: [] });
		expect(arrived).toEqual([]);
	});

	it('because it was cancelled puts its items out as not sent, where it goes on after errors', async () => {
		const { given, execute } = execution(['a', 'known']);
		given.continues = true;
		given.signal.abort();
		const output = await execute();
		expect(json(output).map(({ error }) => error)).toEqual(
			Array(2).fill('Not sent, because the execution was cancelled'),
		);
	});
});

describe('a run that fails', () => {
	it('says of each item what became of it', async () => {
		const { given, fail, runs } = execution(['a', 'b', 'c'], { stopsAtFailure: true });
		given.requestOptions = { maxConcurrency: 1 };
		given.answer = (sent) => ({ status: sent === 'b' ? 500 : 200 });
		const error = await fail();
		expect(error.context).toMatchObject({
			itemIndex: 1,
			run: { accepted: [0], uncertain: [1], failed: [], notSent: [2] },
		});
		expect(runs().size).toBe(0);
		expect(getEventListeners(given.signal.signal, 'abort')).toEqual([]);
	});

	it.each([
		['goes on after errors', true, {}],
		['has an operation that does not want it', false, { stopsAtFailure: undefined }],
	])('sends the rest where it %s', async (_, continues, settings) => {
		const { given, execute, arrived } = execution(['a', 'b', 'c'], {
			stopsAtFailure: true,
			...settings,
		});
		given.continues = continues;
		given.answer = (sent) => ({ status: sent === 'b' ? 500 : 200 });
		await execute().catch(() => undefined);
		expect(arrived).toEqual(['a', 'b', 'c']);
	});

	it('is not sent again by the next try where something was accepted or may have been', async () => {
		const { given, execute, fail, arrived } = execution(['a', 'b', 'c']);
		given.answer = (sent) => ({ status: sent === 'a' ? 200 : sent === 'b' ? 500 : 422 });
		await fail();
		given.answer = () => accepts;
		expect((await fail()).context).toMatchObject({
			itemIndex: 1,
			run: { accepted: [0, 2], uncertain: [1] },
		});
		given.requestOptions = { resendUncertain: true };
		expect(outcomeOf(await execute())).toEqual(['a', 'b', 'c']);
		expect(arrived).toEqual(['a', 'b', 'c', 'c', 'b']);
	});

	it('by items that are not in order keeps what the try before has sent', async () => {
		const texts = ['a', 'b'];
		const { given, execute, fail, arrived } = execution(texts);
		given.answer = (sent) => ({ status: sent === 'a' ? 200 : 422 });
		await fail();
		texts[1] = 'bad';
		expect((await fail()).context.run).toMatchObject({ accepted: [0] });
		texts[1] = 'b';
		given.answer = () => accepts;
		expect(outcomeOf(await execute())).toEqual(['a', 'b']);
		expect(arrived).toEqual(['a', 'b', 'b']);
	});

	it('is sent again in another execution that has succeeded before', async () => {
		const { execute, arrived } = execution(['a']);
		await execute();
		await execute();
		expect(arrived).toEqual(['a', 'a']);
	});

	it('says first what happened, not what that kept back', async () => {
		const { given, fail } = execution(['a', 'b', 'c', 'd']);
		given.requestOptions = { maxConcurrency: 1 };
		given.answer = (sent) => ({ status: sent === 'c' ? 401 : 200 });
		const error = await fail();
		expect(error.context.itemIndex).toBe(2);
		expect(error.context.run).toMatchObject({ accepted: [0, 1], notSent: [3] });
	});

	it('by a defect of the node ends in good order', async () => {
		const { given, execute, arrived } = execution(['a', 'b', 'c', 'd'], {
			toItems: (body) => {
				if ((body as Sent & { sent: string }).sent === 'b') throw new Error('A defect');
				return [body as IDataObject];
			},
		});
		given.continues = true;
		given.requestOptions = { maxConcurrency: 1 };
		const output = await execute();
		expect(outcomeOf(output)).toEqual(['a', 'uncertain', 'not sent', 'not sent']);
		expect(output[1]?.json.error).toBe('The node failed: A defect');
		expect(arrived).toEqual(['a', 'b']);
	});

	it('by a defect of the node has failed for sure where it only reads', async () => {
		const { given, execute } = execution(['a'], {
			endpoint: endpoints.verifyEmail,
			toItems: () => {
				throw new Error('A defect');
			},
		});
		given.continues = true;
		expect(outcomeOf(await execute())).toEqual(['failed']);
	});

	it('because the key is blocked says how many requests that kept back', async () => {
		const { given, execute, fail } = execution(['a', 'b', 'c', 'd', 'e']);
		given.requestOptions = { maxConcurrency: 1 };
		given.answer = (sent) => ({ status: sent === 'b' ? 403 : 200 });
		expect((await fail()).description).toContain('3 requests were not sent.');
		given.continues = true;
		const output = await execute();
		const said = json(output).map(({ message }) =>
			/\d requests? w\w+ not sent\./.exec(String(message)),
		);
		const three = '3 requests were not sent.';
		expect(said.map((match) => match?.[0])).toEqual([undefined, three, three, three, three]);
	});

	it('because the key is blocked says nothing of others where there were none', async () => {
		const { given, execute } = execution(['a', 'b']);
		given.continues = true;
		given.answer = (sent) => ({ status: sent === 'b' ? 403 : 200 });
		const [, blocked] = json(await execute());
		expect(blocked?.message).not.toMatch(/requests? w\w+ not sent/);
	});

	it('by another status says of it nothing more than it does', async () => {
		const { given, execute, fail } = execution(['a', 'b', 'c']);
		given.requestOptions = { maxConcurrency: 1 };
		given.answer = (sent) => ({ status: sent === 'b' ? 401 : 200 });
		const { description } = await fail();
		expect(description).toContain('1 item was not sent (2).');
		expect(description).not.toContain('request was not sent');
		given.continues = true;
		const messages = json(await execute()).map(({ message }) => String(message));
		expect(messages[2]).toMatch(/^Check 'API Key'/);
		expect(messages[2]).not.toContain('request was not sent');
	});
});

describe('while the service is away, a run', () => {
	/** Every pause of it is a tenth as long. */
	const whileAway = () => {
		const started = execution(['a', 'b']);
		started.given.requestOptions = { maxConcurrency: 1, maxRetryWait: 2 };
		started.given.isAway = true;
		const { sleep } = systemClock;
		jest
			.spyOn(systemClock, 'sleep')
			.mockImplementation(async (milliseconds, signal) => await sleep(milliseconds / 10, signal));
		return started;
	};

	it('that has met the outage says in its summary how long it waited', async () => {
		const { fail } = whileAway();
		const { message, description } = await fail();
		expect(message).toContain('refused the connection');
		expect(description).toMatch(/<br>This run waited [\d.]+ s because/);
	});

	it('that only waited says so once', async () => {
		const met = whileAway();
		await met.fail();
		jest.restoreAllMocks();
		const { given, fail } = whileAway();
		given.apiKey = met.given.apiKey;
		const { message, description } = await fail();
		expect(message).toMatch(/unavailable for [\d.]+ s/);
		expect(description).not.toContain('This run waited');
	});
});

describe('after a run, the editor says', () => {
	it('nothing where there is nothing to say', async () => {
		const { execute, hints } = execution(['a']);
		await execute();
		expect(hints).toEqual([]);
	});

	it('that it was slowed down, what is in doubt, and what the plan says', async () => {
		const { given, execute, hints } = execution(['a', 'b', 'c'], {
			plan: (items) => ({
				...planOf(items),
				hints: (outcomes) => [`Planned: ${outcomes.map((outcome) => outcome?.state).join()}.`],
			}),
		});
		given.continues = true;
		let throttled = 0;
		given.answer = (sent) => ({
			status: sent === 'b' ? 500 : sent === 'c' && (throttled += 1) === 1 ? 429 : 200,
		});
		const startedAt = performance.now();
		await execute();
		const elapsed = (performance.now() - startedAt) / 1000;
		expect(hints.map(({ location }) => location)).toEqual(Array(3).fill('outputPane'));
		const [planned, slowed, inDoubt] = hints.map(({ message }) => message);
		expect(planned).toBe('Planned: accepted,uncertain,accepted.');
		expect(slowed).toMatch(/which took \d+(\.\d)? s\. Requests were refused once and sent/);
		const seconds = Number(/took ([\d.]+) s/.exec(String(slowed))?.[1]);
		expect(seconds).toBeGreaterThan(0);
		expect(seconds).toBeLessThanOrEqual(elapsed + 0.05);
		expect(inDoubt).toBe(
			'1 item may have been processed. Check in the service before you resend it.',
		);
	});
});

type Planned = Parameters<NonNullable<OperationDefinition<Sent>['plan']>>[0];

/** A request for each item that was not sent. */
function planOf(items: Planned): Plan<Sent> {
	const requests = items
		.filter(({ wasSent }) => !wasSent)
		.map((item) => ({ parts: item.parts, members: [item] }));
	return { requests, outputs: new Map(), duplicates: [], hints: () => [] };
}

describe('an operation that plans its requests', () => {
	const cannot = () => {
		throw new Error('No plan');
	};

	it('is told of all items in order, of the run, and of what was sent before', async () => {
		const plans: Array<{ items: Planned; facts: unknown }> = [];
		const { given, execute, fail } = execution(['a', 'b', 'known'], {
			plan: (items, facts) => {
				plans.push({ items, facts });
				return planOf(items);
			},
		});
		given.mode = 'manual';
		given.answer = (sent) => ({ status: sent === 'a' ? 200 : 422 });
		await fail();
		given.answer = () => accepts;
		await execute();
		const [first, second] = plans;
		expect(first?.facts).toEqual({ timezone: 'Europe/Vilnius', isManual: true });
		expect(first?.items).toMatchObject([
			{ itemIndex: 0, sent: { text: 'a' }, parts: { body: { text: 'a' } }, wasSent: false },
			{ itemIndex: 1, wasSent: false },
		]);
		expect(second?.items).toMatchObject([
			{ itemIndex: 0, wasSent: true, sentAs: undefined },
			{ itemIndex: 1, wasSent: false },
		]);
	});

	it('may put out items without a request', async () => {
		const { execute, arrived } = execution(['a', 'b'], {
			plan: (items) => ({
				...planOf(items.slice(1)),
				outputs: new Map([[0, [{ json: { preview: true } }]]]),
			}),
		});
		expect(json(await execute())).toEqual([{ preview: true }, { sent: 'b' }]);
		expect(arrived).toEqual(['b']);
	});

	it('sends nothing where there is no plan, and fails by the first item that was not sent', async () => {
		const { given, fail, arrived } = execution(['a', 'b'], {
			plan: (items) => (items.some(({ wasSent }) => wasSent) ? cannot() : planOf(items)),
		});
		given.answer = (sent) => ({ status: sent === 'a' ? 200 : 422 });
		await fail();
		const error = await fail();
		expect(error.message).toBe('No plan [item 1]');
		expect(error.context).toMatchObject({ itemIndex: 1, run: { accepted: [0], notSent: [1] } });
		expect((await fail()).context.run).toMatchObject({ accepted: [0] });
		expect(arrived).toEqual(['a', 'b']);
	});

	it('fails by all items where there is no plan, and it goes on after errors', async () => {
		const { given, execute, arrived } = execution(['a', 'bad', 'b'], { plan: cannot });
		given.continues = true;
		const output = await execute();
		expect(json(output).map(({ error }) => error)).toEqual([
			'No plan [item 0]',
			expect.stringContaining('is bad'),
			'No plan [item 2]',
		]);
		expect(arrived).toEqual([]);
	});

	it('keeps the output of what was sent where there is no plan', async () => {
		const { given, execute } = execution(['a', 'b'], {
			plan: (items) => (items.some(({ wasSent }) => wasSent) ? cannot() : planOf(items)),
		});
		given.continues = true;
		given.answer = (sent) => ({ status: sent === 'a' ? 200 : 422 });
		await execute();
		expect(outcomeOf(await execute())).toEqual(['a', 'not sent']);
	});

	describe('skips a duplicate of an item', () => {
		const skipsLast: OperationDefinition<Sent>['plan'] = (items) => ({
			...planOf(items.slice(0, -1)),
			duplicates: [
				{
					itemIndex: items.length - 1,
					skipped: { of: 0, key: 'a' },
					output: { skipped: true },
				},
			],
		});

		it('that is accepted: with an output of its own', async () => {
			const { execute, arrived } = execution(['a', 'a'], { plan: skipsLast });
			const output = await execute();
			expect(output).toEqual([
				{ json: { sent: 'a' }, pairedItem: { item: 0 } },
				{ json: { skipped: true }, pairedItem: { item: 1 } },
			]);
			expect(arrived).toEqual(['a']);
		});

		it.each([
			['uncertain', 500, 'uncertain'],
			['failed', 422, 'not sent'],
		])('that is %s: as what it is', async (state, status, skipped) => {
			const { given, execute } = execution(['a', 'a'], { plan: skipsLast });
			given.continues = true;
			given.answer = () => ({ status });
			const output = await execute();
			expect(outcomeOf(output)).toEqual([state, skipped]);
			expect(output[1]?.json.error).toBe(output[0]?.json.error);
		});
	});
});
