import { getEventListeners } from 'node:events';

import type { IDataObject } from 'n8n-workflow';

import { Limiter } from '../../../nodes/runtime/limiter/Limiter';
import { systemClock } from '../../../nodes/runtime/http/clock';
import type { RequestOptions } from '../../../nodes/runtime/http/options';
import { refuse } from '../../../nodes/runtime/input/InvalidInput';
import type { NodeError } from '../../../nodes/runtime/run/nodeError';
import type { CheckedItem, OperationDefinition, Plan } from '../../../nodes/runtime/run/operation';
import { RequestSender } from '../../../nodes/runtime/run/RequestSender';
import { RetryMemory } from '../../../nodes/runtime/run/RetryMemory';
import { Run, type RunInput } from '../../../nodes/runtime/run/Run';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';
import { startN8n, tellOf } from '../../support/startN8n';
import { service } from '../../../nodes/Messenger/service';
import { endpoints } from '../../support/endpoints';

interface Params {
	text: string;
}
type Items = Array<CheckedItem<Params>>;

const refusals: Record<string, [problem: string, advice: string]> = {
	bad: ['is bad', 'Write another.'],
	same: ['is bad', 'Write the same.'],
	worse: ['is worse', 'Write another.'],
};

let n8n: ReturnType<typeof startN8n>;
let operation: OperationDefinition<Params>;
let scene: Scenario;
beforeEach(() => {
	scene = new Scenario();
	n8n = startN8n();
	inputFields = undefined;
	n8n.requestOptions = { maxConcurrency: 1 };
	// Sends each item's text, refuses some, has nothing to ask for "known", and breaks at what comes of "defect".
	operation = {
		name: 'Send',
		value: 'send',
		action: 'Send',
		description: '',
		parameters: [],
		endpoint: endpoints.sendEvent,
		inputsToCheck: ['the text'],
		toRequest: (params) => {
			const refusal = refusals[params.text];
			if (refusal) refuse({ name: 'text', displayName: 'Text' }, ...refusal);
			return params.text === 'known' ? { output: { sent: 'nothing' } } : { body: { ...params } };
		},
		toItems: (body) => {
			if ((body as IDataObject).sent === 'defect') throw new Error('A defect');
			return [body as IDataObject];
		},
	};
});
afterEach(() => jest.restoreAllMocks());

/** Where the output has the fields of the input items, too. */
let inputFields: RunInput['inputFields'];

/** A run for these texts; "unread" cannot be read. */
async function execute(...texts: string[]) {
	try {
		return await new Run(n8n.context, service, operation, {
			indexes: [...texts.keys()],
			read: (item) => {
				if (texts[item] === 'unread') throw new Error(`No text in ${item}`);
				return { text: texts[item] };
			},
			options: () => n8n.requestOptions as RequestOptions,
			memory: new RetryMemory(n8n.context, n8n.executeData),
			continues: n8n.continues,
			inputFields,
			showHints: (messages) => n8n.hints.push(...messages),
		}).execute();
	} finally {
		expect(getEventListeners(n8n.cancel.signal, 'abort')).toEqual([]);
	}
}

async function run(texts: string | number) {
	const result = await execute(...String(texts).split(' ')).catch((error: NodeError) => error);
	tellOf(result, n8n, scene);
}

const breaking = (words: string) => () => {
	throw new Error(words);
};

const request = (item: CheckedItem<Params>) => ({ parts: item.parts, members: [item] });

const duplicates = [{ itemIndex: 0, firstItem: 1, output: { sent: 'skipped' } }];

const plans: Record<string, (items: Items) => Partial<Plan<Params>>> = {
	'one request for all': (members) => ({
		requests: [
			{
				parts: { body: { text: members[0]!.params.text } },
				members,
				memberFields: ({ params }) => ({ sent: `as one with ${n8n.apiKey} for ${params.text}` }),
			},
		],
	}),
	'the first is a duplicate': ([, ...others]) => ({ requests: others.map(request), duplicates }),
	'the first is a duplicate, the last goes first': ([, ...others]) => ({
		requests: others.reverse().map(request),
		duplicates,
	}),
	'outputs that fail': (items) => ({
		requests: items.map((item) => ({ ...request(item), memberFields: breaking('A defect') })),
	}),
	tests: ([, ...others]) => ({
		requests: others.map((item) => ({ ...request(item), isTest: true })),
		duplicates,
	}),
	'a hint that fails': () => ({ summary: breaking('A defect') }),
	'the first is shown': ([, ...others]) => ({
		requests: others.map(request),
		outputs: new Map([[0, { sent: `preview with ${n8n.apiKey}` }]]),
	}),
	'the last goes first': (items) => ({ requests: items.reverse().map(request) }),
	'one for each': () => ({}),
	'there is none': breaking('No plan'),
};

/** In its hint a plan says how all items have ended. */
function plan(name: string) {
	const summary: Plan['summary'] = async (outcomes) => {
		const states = [...outcomes].map(([item, { state }]) => `${item} ${state}`);
		return await Promise.resolve(states.sort().join(', '));
	};
	operation.plan = async (items) =>
		await Promise.resolve({ requests: items.map(request), summary, ...plans[name]!(items) });
}

/** The node's resource, and the round of a loop that it is in. */
const placed = (resource: string, runIndex: number) =>
	Object.assign(n8n, { parameters: { resource }, runIndex });

const steps: Steps = [
	[/^run (.*)$/, run],
	[/^On Error: (Continue|Stop)$/, (choice: string) => (n8n.continues = choice === 'Continue')],
	[/^probes get (\d+)$/, (status) => (n8n.probeStatus = status)],
	[
		/^(maxConcurrency|timeout|maxRetryWait) (.*)$/,
		(name, value) => (n8n.requestOptions[name] = value),
	],
	[/^resendUncertain$/, () => (n8n.requestOptions.resendUncertain = true)],
	[/^API Key: ?(\S*)$/, (key) => (n8n.apiKey = key)],
	[/^cancel$/, () => n8n.cancel.abort()],
	[/^another execution$/, () => (n8n.executeData = {})],
	[/^n8n's Retry$/, () => n8n.retry()],
	[/^resource (\w+), round (\d)$/, placed],
	[/^it stops at failure$/, () => (operation.stopsAtFailure = true)],
	[/^it only reads$/, () => (operation.endpoint = endpoints.verifyEmail)],
	[/^plan: (.*)$/, plan],
	[/^the service accepts all$/, () => (n8n.statusOf = () => 200)],
	[/^each takes (\d+) ms$/, (latency) => (n8n.latency = latency)],
	[/^at once$/, () => (scene.note(`${n8n.mostInFlight} at once`), (n8n.mostInFlight = 0))],
	[/^n8n keeps$/, () => scene.note(Object.keys(n8n.stored).join() || 'nothing')],
];

describeScenarios(
	{
		'a run sends': {
			'a request for each item, and gives what came back in the order of the input (Q4)': `
				run a known b → sends a b, gives 0: a | 1: nothing | 2: b`,
			'one until one was accepted, then several at once, Max Concurrency at the most (R3)': `
				On Error: Continue; maxConcurrency 3; each takes 15 ms
				run 422 422; at once → sends 422 422, gives 0: failed 422 | 1: failed 422, 1 at once
				run 422 a b c d e f g h i j k l; at once → sends 422 a b c d e f g h i j k l, gives 0: failed 422 | 1: a | 2: b | 3: c | 4: d | 5: e | 6: f | 7: g | 8: h | 9: i | 10: j | 11: k | 12: l, 3 at once
				another execution; maxConcurrency 10000000000; run a b c; at once → sends a b c, gives 0: a | 1: b | 2: c, 2 at once
				another execution; maxConcurrency 3; run 422 422 422; at once → sends 422 422 422, gives 0: failed 422 | 1: failed 422 | 2: failed 422, 1 at once`,
			'one request for several items, whose outputs have no key (C5)': `
				plan: one request for all
				run a b → sends a, gives 0: as one with [API key] for a | 1: as one with [API key] for b, hint: 0 accepted, 1 accepted
				another execution; run 422 b → sends 422, stops: run; failed 0 1`,
			'none where an item needs none, whose output has no key (C5)': `
				plan: the first is shown
				run a b → sends b, gives 0: preview with [API key] | 1: b, hint: 0 nothing to send, 1 accepted`,
			'as the operation plans, which says what has become of all (M5)': `
				plan: one for each; On Error: Continue; run a known 500 → sends a 500, log: 1 item, gives 0: a | 1: nothing | 2: uncertain 500, hint: 0 accepted, 1 nothing to send, 2 uncertain`,
			'none for a duplicate, which ends as the other item': `
				plan: the first is a duplicate; On Error: Continue
				run a b → sends b, gives 0: skipped | 1: b, hint: 0 duplicate, 1 accepted
				another execution; run a 500 → sends 500, log: 2 items, gives 0: uncertain 500 | 1: uncertain 500, hint: 0 uncertain, 1 uncertain
				another execution; run a 422 → sends 422, gives 0: not sent 422 | 1: failed 422, hint: 0 not sent, 1 failed
				plan: the first is a duplicate, the last goes first; On Error: Stop; it stops at failure
				another execution; run a b 422 → sends 422, stops: item 2; failed 2; notSent 0 1`,
		},
		'a run that must not begin sends nothing': {
			'where the credential or an option is wrong, which is the run, or all items': `
				timeout -1; run a b → stops: run 'Timeout'; notSent 0 1
				API Key:; run a b → stops: run 'API Key'; notSent 0 1
				On Error: Continue; run a b → gives 0: not sent apiKey 'API Key' | 1: not sent apiKey 'API Key', hint: see the error`,
			'where items are not in order: of each, or once where it is wrong for all (R1)': `
				run a bad unread bad → stops: item 1 [item 1] [item 2] [item 3]; notSent 0 1 2 3
				run bad unread; run bad same; run bad worse → stops: item 0 [item 0] [item 1]; notSent 0 1, stops: item 0 [item 0] [item 1]; notSent 0 1, stops: item 0 [item 0] [item 1]; notSent 0 1
				run bad → stops: item 0 [item 0]; notSent 0
				run bad bad → stops: run; notSent 0 1
				On Error: Continue; run bad bad → gives 0: not sent text [item 0] | 1: not sent text [item 1]
				run a bad unread → sends a, gives 0: a | 1: not sent text [item 1] | 2: not sent [item 2]`,
			'where it was cancelled, and reads no item': `
				cancel; run a bad → log: cancelled, stops: run canceled; notSent 0 1
				On Error: Continue; run a bad → log: cancelled, gives 0: not sent cancelled | 1: not sent cancelled`,
			'where there is no plan': `
				plan: there is none; run a b → stops: run No plan; notSent 0 1
				On Error: Continue; run a bad b → gives 0: not sent No plan | 1: not sent text [item 1] | 2: not sent No plan, hint: see the error`,
		},
		'a run that fails': {
			'stops only where the operation wants it, and says of each item what became of it (E3)': `
				run a 422 b → sends a 422 b, stops: item 1; accepted 0 2; failed 1
				it stops at failure; another execution; run a 500 b → sends a 500, log: 1 item, stops: item 1; accepted 0; uncertain 1; notSent 2
				On Error: Continue; another execution; run a 500 b → sends a 500 b, log: 1 item, gives 0: a | 1: uncertain 500 | 2: b, hint: 1 item`,
			'says first what happened, not what that kept back': `
				plan: the last goes first; it stops at failure; run a 500 → sends 500, log: 1 item, stops: item 1; uncertain 1; notSent 0`,
			'by a 403 that only one item meets sends the others (R3)': `
				run a 403 b c → sends a 403 403 b c, stops: item 1 blocked; accepted 0 2 3; failed 1
				another execution; run a 403 403 b → sends a 403 403 403 403, stops: item 1 blocked 1 request; accepted 0; failed 1 2; notSent 3`,
			'by a block that follows its own bad requests says how many requests it kept back (R3)': `
				run a 422 403 b c → sends a 422 403, stops: item 1; accepted 0; failed 1 2; notSent 3 4`,
			'by a block waits for its end, and says for how long (R3, R6)': `
				probes get 403; maxRetryWait 0.3; run a 403 b → sends a 403, log: blocked, stops: item 1 blocked 1 request; accepted 0; failed 1; notSent 2
				maxRetryWait 0; another execution; run 403 b → stops: run blocked 2 requests; notSent 0 1
				plan: one request for all; another execution; run 403 b → stops: run blocked 1 request; notSent 0 1`,
			'by a wrong key has a line in the log, even where it stops at any failure (R11)': `
				it stops at failure; run 401 b → sends 401, log: status 401, stops: run 'API Key'; failed 0; notSent 1`,
			'by a defect ends in good order: uncertain, or failed where it only reads': `
				On Error: Continue; run a defect b → sends a defect, log: 1 item, gives 0: a | 1: uncertain A defect | 2: not sent, hint: 1 item
				it only reads; another execution; run defect → sends defect, gives 0: failed A defect`,
			'by a defect in an output is uncertain: it has left': `
				On Error: Continue; plan: outputs that fail
				run a b → sends a, log: 1 item, gives 0: uncertain A defect | 1: not sent, hint: 0 uncertain, 1 not sent`,
			'uncertain has a line in the log each time (R11)': `
				On Error: Continue
				run ana 500 503 → sends ana 500 503, log: 2 items, gives 0: ana | 1: uncertain 500 | 2: uncertain 503, hint: 2 items
				run ana 500 503 → log: 2 items, gives 0: ana | 1: uncertain 500 | 2: uncertain 503, hint: 2 items`,
		},
		'a retry': {
			'sends again neither what was accepted nor, within Retry On Fail, what may have been (R7)': `
				run a 500 422 → sends a 500 422, log: 1 item, stops: item 1; accepted 0; uncertain 1; failed 2
				the service accepts all; resendUncertain; run a 500 422 → sends 422, log: 1 item, stops: item 1; accepted 0 2; uncertain 1
				n8n's Retry; run a 500 422 → sends 500, gives 0: a | 1: 500 | 2: 422`,
			'keeps what was sent, though items, the plan or the credential are not in order now (R7)': `
				run a 500 422 → sends a 500 422, log: 1 item, stops: item 1; accepted 0; uncertain 1; failed 2
				run a 500 bad → log: 1 item, stops: item 2 [item 2] 1 item; accepted 0; uncertain 1; notSent 2
				API Key:; run a 500 b → stops: run 'API Key' 1 item; accepted 0; uncertain 1; notSent 2
				API Key: key-of-retry; plan: there is none; run a 500 b → log: 1 item, stops: run No plan 1 item; accepted 0; uncertain 1; notSent 2
				n8n's Retry; resendUncertain; run a 500 bad → log: 1 item, stops: item 2 [item 2] 1 item; accepted 0; uncertain 1; notSent 2`,
			'leaves uncertain what was: refused, not in order, uncertain again, by a wrong key, or only shown (R8)': `
				run 500 → sends 500, log: 1 item, stops: item 0; uncertain 0
				n8n's Retry; resendUncertain; run 422 → sends 422, log: 1 item, stops: item 0 earlier try; uncertain 0
				n8n's Retry; run bad → log: 1 item, stops: item 0 earlier try [item 0]; uncertain 0
				n8n's Retry; run 503 → sends 503, log: 1 item, stops: item 0; uncertain 0
				n8n's Retry; run 401 → sends 401, log: 1 item, log: status 401, stops: run earlier try 'API Key'; uncertain 0
				n8n's Retry; plan: the first is shown; run a → log: 1 item, stops: run earlier try 'API Key'; uncertain 0
				On Error: Continue; run a → log: 1 item, gives 0: uncertain 401 earlier try 'API Key', hint: 0 uncertain`,
			'knows nothing of a test, of its duplicates, nor of a defect in it (R7)': `
				plan: tests
				run a b 500 defect → sends b 500 defect, log: 2 items, stops: item 2 2 items; accepted 1; uncertain 2 3
				n8n keeps → nothing`,
			'neither makes nor ends a doubt by a test (R8)': `
				run 422 500 → sends 422 500, log: 1 item, stops: item 0 1 item; uncertain 1; failed 0
				n8n's Retry; resendUncertain; plan: tests; run a 422 → sends 422, stops: item 1; failed 1; notSent 0
				plan: one for each; run a 422 → sends a, log: 1 item, stops: item 1; accepted 0; uncertain 1`,
			'skips again what was skipped as a duplicate (R7)': `
				plan: the first is a duplicate; run a b 422 → sends b 422, stops: item 2; accepted 1; failed 2
				n8n's Retry; plan: one for each; run x b c → sends c, gives 0: skipped | 1: b | 2: c, hint: 0 duplicate, 1 accepted, 2 accepted`,
			'knows nothing of another execution, resource or round of a loop, and leaves nothing behind (R9)': `
				run a 422 → sends a 422, stops: item 1; accepted 0; failed 1
				another execution; run a 422 → sends a 422, stops: item 1; accepted 0; failed 1
				n8n's Retry; resource list, round 0; run a → sends a, gives 0: a
				n8n's Retry; resource event, round 1; run a; n8n keeps → sends a, gives 0: a, event#0
				n8n's Retry; resource event, round 0; run a b; n8n keeps → sends b, gives 0: a | 1: b, nothing`,
			'has nothing to know of a run that accepted nothing, or goes on (R9)': `
				run 422; n8n keeps → sends 422, stops: item 0; failed 0, nothing
				On Error: Continue; another execution; run a 422; n8n keeps → sends a 422, gives 0: a | 1: failed 422, nothing`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);

it('puts out any number of items that an answer brings (R10)', async () => {
	operation.toItems = () => Array<IDataObject>(200_000).fill({});
	expect(await execute('a')).toHaveLength(200_000);
});

it('takes no request in hand when it has stopped (R2)', async () => {
	operation.stopsAtFailure = true;
	const send = jest.spyOn(RequestSender.prototype, 'send');
	await run('422 a b');
	expect(send).toHaveBeenCalledTimes(1);
});

it('sends in batches with pauses', async () => {
	n8n.requestOptions = {
		maxConcurrency: 1,
		batching: { batch: { batchSize: 2, batchInterval: 77 } },
	};
	const { sleep } = systemClock;
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
		if (milliseconds === 77) n8n.arrived.push('pause');
		else await sleep(milliseconds, signal);
	});
	await execute(...'abcde');
	expect(n8n.arrived.join(' ')).toBe('a b pause c d pause e');
});

it('pauses after one batch at a time, however many requests may leave at once', async () => {
	n8n.requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 20 } } };
	const began = systemClock.now();
	await execute(...'abcd');
	expect(systemClock.now() - began).toBeGreaterThan(55);
});

it('has a line in the log each minute: how many of how many, and the credential (R11)', async () => {
	Object.assign(n8n, { latency: 50, apiKey: 'sengerApi' });
	let minutes = 0;
	const { sleep } = systemClock;
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
		const isFirstMinute = milliseconds === 60_000 && (minutes += 1) === 1;
		if (!isFirstMinute) await sleep(milliseconds, signal);
		else while (n8n.arrived.length < 2) await sleep(1, signal);
	});
	await execute(...'abc');
	expect(n8n.logged).toEqual([
		'Messenger at service.example: execution 4711 goes on, 1 of 3 items done (credential "mes[API key]")',
	]);
});

it('ends in a pause between batches when it is cancelled (R2)', async () => {
	n8n.requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 60_000 } } };
	setTimeout(() => n8n.cancel.abort(), 20);
	await run('a b c');
	expect(n8n.arrived).toEqual([]);
});

it('says how long the service was down, in an error and after it (R5)', async () => {
	const { register } = Limiter.prototype;
	jest.spyOn(Limiter.prototype, 'register').mockImplementation(function (this: Limiter, joining) {
		joining.history.outageMs = 5000;
		register.call(this, joining);
	});
	const error: unknown = await execute('422').catch((thrown: unknown) => thrown);
	expect(error).toHaveProperty('description', expect.stringContaining('waited 5 s'));
	await execute('a');
	expect(n8n.hints).toEqual([expect.stringContaining('waited 5 s')]);
});

describe('what was left out of an item (D1)', () => {
	const leftOut = (text: string) => ({ email: `malformed: ${text}` });
	beforeEach(() => {
		operation.toRequest = ({ text }) => ({
			body: { text },
			...(text !== 'whole' && { leftOut: (mask) => leftOut(mask(text)) }),
		});
	});
	const rows = async (...texts: string[]) => (await execute(...texts)).map(({ json }) => json);

	it('is said in its output, without the key (C5)', async () => {
		expect(await rows('whole', 'a', n8n.apiKey)).toEqual([
			{ success: true, sent: 'whole' },
			{ success: true, sent: 'a', left_out: leftOut('a') },
			{ success: true, sent: '[API key]', left_out: leftOut('[API key]') },
		]);
	});

	it('is told to a plan, and not said of a duplicate, which has the other columns (M2)', async () => {
		operation.plan = async ([first, second]) =>
			await Promise.resolve({
				requests: [
					{ ...request(second!), memberFields: (member) => ({ ...member.leftOut, time: 5 }) },
				],
				duplicates: [{ itemIndex: first!.itemIndex, firstItem: 1, output: { repeats: 1 } }],
			});
		expect(await rows('whole', 'a')).toEqual([
			{ success: true, sent: 'a', time: 5, repeats: 1 },
			{ success: true, sent: 'a', time: 5, left_out: leftOut('a') },
		]);
	});
});

describe('a run of which no item needs a request', () => {
	beforeEach(() => {
		operation.refuseWithoutRequests = () =>
			refuse({ name: 'text', displayName: 'Text' }, 'is known in every item', 'Write others.');
	});

	it('is refused where that is a mistake, and is the failure of each item', async () => {
		await expect(execute('known', 'known')).rejects.toThrow('every item');
		n8n.continues = true;
		const failed = {
			json: expect.objectContaining({ error: expect.stringContaining('every item') }),
		};
		expect(await execute('known', 'known')).toMatchObject([failed, failed]);
	});

	it('is in order where another one is malformed, or was sent by an earlier try', async () => {
		n8n.continues = true;
		expect(await execute('known', 'bad')).toMatchObject([{ json: { sent: 'nothing' } }, {}]);
		n8n.continues = false;
		n8n.executeData = {};
		await expect(execute('known', 'a', '422')).rejects.toThrow();
		const again = await execute('known', 'a', 'known');
		expect(again.map(({ json }) => json.sent)).toEqual(['nothing', 'a', 'nothing']);
	});
});

describe('the fields of the input', () => {
	const before = {
		sent: 'before',
		state: 'before',
		error: 'before',
		message: 'before',
		details: '',
	};
	const added = (id: number) => ({ id, note: 'is [API key]' });
	beforeEach(() => {
		operation.ownFields = ['state'];
		inputFields = () => (id) => ({ id, note: `is ${n8n.apiKey}`, ...before });
		n8n.continues = true;
	});

	it("are added but for the operation's own, without the key (C5)", async () => {
		const [first, second] = await execute('a', '422');
		expect(first).toEqual({
			json: { ...added(0), success: true, sent: 'a' },
			pairedItem: { item: 0 },
		});
		const { error, message, details, ...others } = second!.json;
		expect([error, message, details]).not.toContain('before');
		expect(others).toEqual({ ...added(1), sent: 'before' });
		Object.assign(n8n, { apiKey: '', executeData: {} });
		expect(await execute('a')).toMatchObject([
			{ json: { id: 0, error: expect.stringContaining('API Key') } },
		]);
	});

	it('are not stored for a Retry, and added in it (R7)', async () => {
		n8n.continues = false;
		await expect(execute('a', '422')).rejects.toThrow();
		expect(JSON.stringify(n8n.stored)).toMatch(/^(?!.*"id").*"sent":"a"/);
		n8n.statusOf = () => 200;
		expect(await execute('a', '422')).toMatchObject([{ json: added(0) }, { json: added(1) }]);
	});

	it('are an error of the run where the option is wrong', async () => {
		inputFields = () => refuse({ name: 'include', displayName: 'Include' }, 'is wrong', 'Choose.');
		expect(await execute('a')).toMatchObject([{ json: { error: "'Include' is wrong" } }]);
		expect(n8n.arrived).toEqual([]);
	});
});

it('tells a plan of the run, and of all items that no earlier try has sent', async () => {
	plan('one for each');
	const planned = jest.spyOn(operation as Required<typeof operation>, 'plan');
	n8n.mode = 'manual';
	await run('a 422 known');
	await run('a b known');
	const item = (itemIndex: number, text: string) => ({
		itemIndex,
		params: { text },
		parts: { body: { text } },
	});
	const facts = { timezone: 'Europe/Vilnius', isManual: true };
	expect(planned.mock.calls).toEqual([
		[[item(0, 'a'), item(1, '422')], facts],
		[[item(1, 'b')], facts],
	]);
});

it.each<[string, () => unknown]>([
	['its hint', () => plan('a hint that fails')],
	[
		'the log at its end',
		() => {
			n8n.statusOf = (text) => (text === 'b' ? 500 : 200);
			jest.spyOn(n8n.context.logger, 'warn').mockImplementation(breaking('A defect'));
		},
	],
])(
	'a run that fails by a defect in %s is remembered: Retry sends nothing again (R7)',
	async (_, fail) => {
		fail();
		await expect(execute('a', 'b')).rejects.toThrow('A defect');
		jest.restoreAllMocks();
		n8n.retry();
		n8n.continues = true;
		plan('one for each');
		const toRequest = jest.spyOn(operation, 'toRequest');
		await execute('a', 'b');
		expect(toRequest).not.toHaveBeenCalled();
	},
);
