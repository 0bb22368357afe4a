import { inLoop } from '../support/loop';
import { DataDeduplicationService } from 'n8n-core';
import type { INodeParameters, IWorkflowBase } from 'n8n-workflow';

import { resources } from '../../nodes/Messenger/resources';
import * as report from '../../nodes/runtime/report/report';
import { caseOf } from '../node/cases';
import { answers } from '../support/conducts';
import type { Conduct } from '../support/FaultyService';
import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { continues, retriesOnFail, type Execution, type RunSettings } from '../support/runNode';
import { people, sentFor, type Fate } from '../support/service';
import { ended, reading, run, sendToItems, service, writing } from './scripted';

const refuses = answers(400, { message: 'Bad request' });
const fails = answers(500, { message: 'Internal server error' });

const meets =
	(conduct: Conduct) =>
	(...items: number[]): Fate =>
	(request) =>
		sentFor(request).some((mark) => items.includes(Number(mark))) ? conduct : undefined;
/** The service refuses these items; or it fails with them, and may have processed them. It accepts the others. */
const refusing = meets(refuses);
const failing = meets(fails);
const accepting = refusing();
const refusingGerman: Fate = ({ body }) =>
	JSON.stringify(body).includes('"de"') ? refuses : undefined;

/** The service refuses the first request. */
function refusingOnce(): Fate {
	const fates = [refuses];
	return () => fates.pop();
}

afterEach(() => jest.restoreAllMocks());

/** Requests go one by one, so that it is certain what a failure keeps back. */
const oneByOne = { requestOptions: { maxConcurrency: 1 } };
const resending = { requestOptions: { maxConcurrency: 1, resendUncertain: true } };

/** The service's conduct, the Retry's changes, and the result. */
type Step = [fate: Fate, changes: INodeParameters, told: string];

/** An execution and its Retries, each of what the one before has left. */
async function story(
	parameters: INodeParameters,
	{ steps, ...settings }: RunSettings & { steps: Step[] },
): Promise<Execution[]> {
	const executions: Execution[] = [];
	const seen: string[] = [];
	for (const [fate, changes] of steps) {
		service.fate = fate;
		const before = executions.at(-1);
		const execution = before
			? await before.retry({ parameters: changes })
			: await run({ ...parameters, ...oneByOne, ...changes }, { items: 5, ...settings });
		executions.push(execution);
		seen.push(told(execution));
	}
	expect(seen).toEqual(steps.map(([, , expected]) => expected));
	return executions;
}

/** Says which items were sent (and how often), and how all ended: their states, or what was put out for each. */
function told(execution: Execution): string {
	const { error, output } = execution;
	const sent = Object.entries(service.sent()).map(([item, count]) =>
		count === 1 ? item : `${item}×${count}`,
	);
	// R9
	if (error === undefined) expect(keptOf(execution)).toEqual({});
	const states = error
		? Object.entries(ended(execution)).map(([state, items]) => [state, ...items])
		: [output.map(({ json }) => String(json.error ? 'error' : (json.send_status ?? 'ok')))];
	const all = [['sent', ...sent], ...states.filter((words) => !error || words.length > 1)];
	return all.map((words) => words.join(' ')).join('; ');
}

/** The node's memory in the execution, but for the execution's id, which only its own Retry reads. */
function keptOf({ run: { data } }: Execution) {
	const kept = { ...data.executionData?.contextData?.['node:Messenger'] };
	delete kept.execution;
	return kept;
}

describe("n8n's Retry (R7, R9)", () => {
	it('sends only what was not accepted, however often', async () => {
		await story(writing, {
			steps: [
				[refusing(1, 2, 3), {}, 'sent 0 1 2 3 4; accepted 0 4; failed 1 2 3'],
				[refusing(2, 3), {}, 'sent 1 2 3; accepted 0 1 4; failed 2 3'],
				[refusing(3), {}, 'sent 2 3; accepted 0 1 2 4; failed 3'],
				[accepting, {}, 'sent 3; ok ok ok ok ok'],
			],
		});
	});

	it('holds what may have been processed, in the words of the last try, until it is accepted (R8)', async () => {
		const uncertain = 'accepted 0 1 2 4; uncertain 3';
		const executions = await story(writing, {
			steps: [
				[failing(3), {}, `sent 0 1 2 3 4; ${uncertain}`],
				[accepting, {}, `sent; ${uncertain}`],
				[refusing(3), resending, `sent 3; ${uncertain}`],
				[accepting, oneByOne, `sent; ${uncertain}`],
				[accepting, resending, 'sent 3; ok ok ok ok ok'],
			],
		});
		const errors = executions.slice(0, 4).map(({ error }) => error);
		expect(errors.map((error) => error?.httpCode)).toEqual(['500', '500', '400', '400']);
		const ofService = /: Internal server error for /;
		expect(errors[0]?.message).toMatch(ofService);
		expect(errors[1]?.message).toMatch(ofService);
		expect(errors[1]?.message).toContain('4 of 5 items were accepted');
		expect(errors[2]?.message).toMatch(/^May have been sent: Bad request/);
		expect(errors[3]?.message).toBe(errors[2]?.message);
	});

	it('holds it in a preview, too (R8)', async () => {
		const uncertain = 'accepted 0; uncertain 1';
		await story(sendToItems, {
			items: people(2),
			steps: [
				[failing(1), {}, `sent 0 1; ${uncertain}`],
				[accepting, { ...resending, sendMode: 'preview' }, `sent; ${uncertain}`],
				[accepting, { ...resending, sendMode: 'send' }, 'sent 1; sent sent'],
			],
		});
	});

	it('sends nothing again where a defect of the node stopped it', async () => {
		service.fate = accepting;
		jest.spyOn(report, 'hintsOf').mockRejectedValueOnce(new Error('A defect'));
		const first = await run(writing);
		expect(first.error?.message).toBe('A defect');
		expect((await first.retry()).output).toHaveLength(10);
		expect(service.requests).toHaveLength(10);
	});

	it('forgets nothing that was accepted where a defect throws twice, nor what was on its way', async () => {
		const [event] = resources.find(({ value }) => value === 'event')!.operations;
		const { toItems } = event!;
		let read = 0;
		jest.spyOn(event!, 'toItems').mockImplementation((...given) => {
			if ((read += 1) === 2) throw new Error('A defect');
			return toItems(...given);
		});
		jest.spyOn(event!, 'about').mockImplementationOnce(() => {
			throw new Error('Another defect');
		});
		service.fate = accepting;
		const first = await run(writing, { items: 5 });
		expect(first.error?.message).toBe('Another defect');
		expect(service.requests.length).toBeGreaterThan(2);
		jest.restoreAllMocks();
		const { accepted, uncertain } = ended(await first.retry());
		expect([accepted?.length, uncertain?.length]).toEqual([4, 1]);
		expect(service.sent()).toEqual({ 0: 1, 1: 1, 2: 1, 3: 1, 4: 1 });
	});
});

describe('a Retry of an execution that was already retried (R7)', () => {
	const taken = 'sent; accepted 0 4; uncertain 1 2 3';
	/** An execution that failed for three of five, and a Retry that has sent these. */
	async function retriedOnce() {
		service.fate = refusing(1, 2, 3);
		const first = await run({ ...writing, ...oneByOne }, { items: 5 });
		expect(told(first)).toBe('sent 0 1 2 3 4; accepted 0 4; failed 1 2 3');
		service.fate = accepting;
		const second = await first.retry();
		expect(told(second)).toBe('sent 1 2 3; ok ok ok ok ok');
		return first;
	}

	it('sends nothing, and says where to look', async () => {
		const first = await retriedOnce();
		for (const again of [await first.retry(), await first.retry({ parameters: oneByOne })]) {
			expect(told(again)).toBe(taken);
			expect(again.error?.message).toContain(
				'May have been sent: this execution was already retried',
			);
			expect(again.error?.description).toContain('Open its newest Retry');
			expect(told(await again.retry())).toBe(taken);
		}
		const resent = await first.retry({ parameters: resending });
		expect(told(resent)).toBe('sent 1 2 3; ok ok ok ok ok');
	});

	it('says so even if other items were uncertain before: the advice on these would send the same again', async () => {
		service.fate = (...request) => failing(0)(...request) ?? refusing(1)(...request);
		const first = await run({ ...writing, ...oneByOne }, { items: 3 });
		service.fate = accepting;
		await first.retry();
		service.sent();
		const { error } = await first.retry();
		expect(service.sent()).toEqual({});
		expect(error?.message).toBe('May have been sent: this execution was already retried');
		expect(error?.description).not.toContain('Send Again If Unsure');
	});

	it('may send if it is the Retry of a failed Retry, and only then', async () => {
		service.fate = refusing(1, 2, 3);
		const first = await run({ ...writing, ...oneByOne }, { items: 5 });
		service.sent();
		const second = await first.retry();
		expect(told(second)).toBe('sent 1 2 3; accepted 0 4; failed 1 2 3');
		service.fate = refusing(3);
		expect(told(await first.retry())).toBe(taken);
		const third = await second.retry();
		expect(told(third)).toBe('sent 1 2 3; accepted 0 1 2 4; failed 3');
		service.fate = accepting;
		expect(told(await second.retry())).toBe(taken);
		expect(told(await third.retry())).toBe('sent 3; ok ok ok ok ok');
		expect(told(await third.retry())).toBe('sent; accepted 0 1 2 4; uncertain 3');
	});

	it('shares one claim among the tries of Retry On Fail', async () => {
		service.fate = refusing(1, 2, 3);
		const first = await run({ ...writing, ...oneByOne }, { items: 5 });
		service.sent();
		service.fate = refusingOnce();
		const second = await first.retry({ node: retriesOnFail });
		expect(told(second)).toBe('sent 1×2 2 3; ok ok ok ok ok');
	});

	it('sends nothing if n8n cannot note it', async () => {
		service.fate = refusing(1);
		const first = await run({ ...writing, ...oneByOne }, { items: 3 });
		service.sent();
		const broken = jest
			.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord')
			.mockRejectedValueOnce(new Error('SQLITE_BUSY'));
		service.fate = accepting;
		const second = await first.retry();
		expect(told(second)).toBe('sent; accepted 0 2; notSent 1');
		expect(second.error?.message).toContain('SQLITE_BUSY');
		broken.mockRejectedValueOnce(new Error('SQLITE_BUSY'));
		expect(told(await first.retry({ node: retriesOnFail }))).toBe('sent 1; ok ok ok');
		broken.mockRestore();
	});
});

it.each<[string, object, Step]>([
	[
		'never sends what may have been processed',
		{},
		[failing(3), resending, 'sent 0 1 2 3 4; accepted 0 1 2 4; uncertain 3'],
	],
	[
		'leaves nothing behind when it has sent all',
		{},
		[refusingOnce(), {}, 'sent 0×2 1 2 3 4; ok ok ok ok ok'],
	],
	// n8n tries again where the first item failed.
	[
		'with Continue sends a refused first item again, and no other',
		continues,
		[refusing(0), {}, 'sent 0×3 1 2 3 4; error ok ok ok ok'],
	],
])('Retry On Fail %s (R7)', async (_, node, step) => {
	await story(writing, { steps: [step], node: { ...retriesOnFail, ...node } });
});

const byLanguage = { ...sendToItems, templateLanguage: '={{ $json.language }}' };
const testing = { sendMode: 'testManual', testNumber: '+14150000009' };
const [a, b] = people(2).map(({ number }) => number);

it("n8n's Retry skips the duplicate of what was accepted, still (R7)", async () => {
	await story(sendToItems, {
		items: [a, a, b].map((number) => ({ number })),
		steps: [
			[refusing(1), { options: { recipientsPerRequest: 1 } }, 'sent 0 1; accepted 0; failed 2'],
			[accepting, {}, 'sent 1; sent duplicate sent'],
		],
	});
});

it("n8n's Retry sends to nobody again for whom other parameters make another item the same message (R7, R12)", async () => {
	const items = [
		{ number: a, language: 'en' },
		{ number: b, language: 'de' },
		{ number: a, language: 'de' },
	];
	await story(byLanguage, {
		items,
		steps: [
			[
				refusing(1),
				{ options: { recipientsPerRequest: 1 } },
				'sent 0 1; accepted 0; failed 1; notSent 2',
			],
			[accepting, { templateLanguage: 'en' }, 'sent 1; sent sent duplicate'],
		],
	});
});

it('a refused test says nothing of what an earlier try may have sent (R8)', async () => {
	await story(sendToItems, {
		items: people(1),
		mode: 'manual',
		steps: [
			[failing(0), { sendMode: 'send' }, 'sent 0; uncertain 0'],
			[() => refuses, { ...resending, ...testing }, 'sent 9; failed 0'],
		],
	});
});

it("n8n's Retry sends nothing accepted again by the other operation (R7)", async () => {
	await story(sendToItems, {
		items: people(3),
		steps: [
			[refusing(2), {}, 'sent 0 1 2; accepted 0 1; failed 2'],
			[accepting, caseOf('campaign: send').parameters, 'sent 2; sent sent sent'],
		],
	});
});

it.each([
	['tests again', testing, 'sent 9×2; test test duplicate'],
	['reaches all, each campaign once', { sendMode: 'send' }, 'sent 0 1; sent sent duplicate'],
])('a Retry of a test, which stays a manual run, %s (R7, M1, M3)', async (_, changes, expected) => {
	await story(byLanguage, {
		items: [
			{ number: a, language: 'en' },
			{ number: b, language: 'de' },
			{ number: a, language: 'en' },
		],
		mode: 'manual',
		steps: [
			[refusingGerman, testing, 'sent 9×2; accepted 0; failed 1'],
			[accepting, changes, expected],
		],
	});
});

describe('in a loop (R7)', () => {
	const main = (node: string) => [{ node, type: 'main' as const, index: 0 }];

	/** Loop Over Items, ten at a time. */
	const loop = (count = 30, batchSize = 10) =>
		inLoop(messengerWorkflow(writing, people(count)), batchSize);

	/** One at a time, and each is verified before: by a node that fails if the service refuses it. */
	function loopWithVerification(count: number): IWorkflowBase {
		const workflow = loop(count, 1);
		const [, messenger] = workflow.nodes;
		return {
			...workflow,
			nodes: [
				...workflow.nodes,
				{ ...messenger!, id: 'verify', name: 'Verify', parameters: reading },
			],
			connections: {
				...workflow.connections,
				Loop: { main: [[], main('Verify')] },
				Verify: { main: [main('Messenger')] },
			},
		};
	}

	const notVerifying =
		(item: number): Fate =>
		(request) =>
			request.path.startsWith('/webhook/email') ? refusing(item)(request, 0) : undefined;
	/** Says which events were sent. */
	const events = () =>
		service.requests
			.splice(0)
			.filter(({ path }) => path.startsWith('/webhook/event'))
			.flatMap(sentFor)
			.join(' ');

	it('goes on with the newest Retry, however often an earlier node fails', async () => {
		service.fate = notVerifying(0);
		let execution = await run(writing, { workflow: loopWithVerification(5) });
		const sent = [events()];
		for (const item of [1, 2, 3, 5]) {
			service.fate = notVerifying(item);
			execution = await execution.retry();
			sent.push(events());
		}
		expect(execution.error).toBeUndefined();
		expect(sent).toEqual(['', '0', '1', '2', '3 4']);
	});

	it('a Retry claims an execution that never reached the node, too', async () => {
		service.fate = notVerifying(0);
		const first = await run(writing, { workflow: loopWithVerification(2) });
		service.fate = ({ path }) => (path.startsWith('/webhook/event') ? refuses : undefined);
		const refused = await first.retry();
		expect(events()).toBe('0');
		service.fate = accepting;
		expect((await first.retry()).error?.message).toContain('already retried');
		expect(events()).toBe('');
		await refused.retry();
		expect(events()).toBe('0 1');
		// One with the same items, that began in the same millisecond, is another execution.
		service.fate = notVerifying(0);
		const other = await run(writing, { workflow: loopWithVerification(2) });
		for (const { data } of [first.run, other.run])
			data.executionData!.runtimeData!.establishedAt = 1;
		service.fate = accepting;
		expect((await other.retry()).error).toBeUndefined();
		expect((await other.retry()).error?.message).toContain('already retried');
	});

	it('a round fails, and Retry goes on there', async () => {
		const item = 13;
		service.fate = refusing(item);
		const first = await run(writing, { workflow: loop() });
		expect(first.error?.context.itemIndex).toBe(item % 10);
		service.fate = accepting;
		const second = await first.retry();
		expect(second.error).toBeUndefined();
		const all = Object.fromEntries(people(30).map((_, index) => [index, index === item ? 2 : 1]));
		expect(service.sent()).toEqual(all);
		const { runData } = second.run.data.resultData;
		expect(runData.Loop?.at(-1)?.data?.main?.[0]).toHaveLength(30);
		expect(keptOf(second)).toEqual({});
	});
});
