import { stringify } from 'flatted';
import type { IDataObject, INodeParameters, IWorkflowBase } from 'n8n-workflow';

import { caseOf } from '../node/cases';
import { answers } from '../support/conducts';
import type { Conduct } from '../support/FaultyService';
import { messengerWorkflow } from '../support/engine/messengerWorkflow';
import {
	continues,
	retriesOnFail,
	type Execution,
	type Retry,
	type RunSettings,
} from '../support/runNode';
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

/** Requests go one by one, so that it is certain what a failure keeps back. */
const oneByOne = { requestOptions: { maxConcurrency: 1 } };
const resending = { requestOptions: { maxConcurrency: 1, resendUncertain: true } };

/** What the service does, what the Retry changes, and what comes of it. */
type Step = [fate: Fate, changes: INodeParameters, told: string];

/** An execution and its Retries, each of what the one before has left. */
async function story(
	parameters: INodeParameters,
	{ steps, ...settings }: RunSettings & { steps: Step[]; retry?: Retry },
): Promise<Execution[]> {
	const executions: Execution[] = [];
	const seen: string[] = [];
	for (const [fate, changes] of steps) {
		service.fate = fate;
		const before = executions.at(-1);
		const execution = before
			? await before.retry({ ...settings.retry, parameters: changes })
			: await run({ ...parameters, ...oneByOne, ...changes }, { items: 5, ...settings });
		executions.push(execution);
		seen.push(told(execution));
	}
	expect(seen).toEqual(steps.map(([, , expected]) => expected));
	return executions;
}

/** Which items were sent (and how often), and how all ended: their states, or what was put out for each. */
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

/** What the node has left with the execution. */
const keptOf = ({ run: { data } }: Execution) =>
	data.executionData?.contextData?.['node:Messenger'] ?? {};

const toNobody = "={{ $('Nobody').first().json.email }}";

describe("n8n's Retry (R7)", () => {
	it.each<[string, Step[]]>([
		[
			'sends only what was not accepted, however often',
			[
				[refusing(1, 2, 3), {}, 'sent 0 1 2 3 4; accepted 0 4; failed 1 2 3'],
				[refusing(2, 3), {}, 'sent 1 2 3; accepted 0 1 4; failed 2 3'],
				[refusing(3), {}, 'sent 2 3; accepted 0 1 2 4; failed 3'],
				[accepting, {}, 'sent 3; ok ok ok ok ok'],
			],
		],
		[
			'sends an accepted item never again, whatever its parameters are now',
			[
				[refusing(4), {}, 'sent 0 1 2 3 4; accepted 0 1 2 3; failed 4'],
				[accepting, { contactEmail: toNobody }, 'sent; accepted 0 1 2 3; notSent 4'],
				[accepting, writing, 'sent 4; ok ok ok ok ok'],
			],
		],
		[
			'forgets nothing where one ends before it sends anything',
			[
				[
					(...request) => failing(1)(...request) ?? refusing(2)(...request),
					{},
					'sent 0 1 2 3 4; accepted 0 3 4; uncertain 1; failed 2',
				],
				[
					accepting,
					{ requestOptions: { maxConcurrency: 0, resendUncertain: true } },
					'sent; accepted 0 3 4; uncertain 1; notSent 2',
				],
				[accepting, oneByOne, 'sent 2; accepted 0 2 3 4; uncertain 1'],
			],
		],
		[
			'begins anew where nothing was accepted',
			[
				[() => answers(401, {}), {}, 'sent 0; failed 0; notSent 1 2 3 4'],
				[accepting, {}, 'sent 0 1 2 3 4; ok ok ok ok ok'],
			],
		],
	])('%s', async (_, steps) => {
		await story(writing, { steps });
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
		expect(errors.map((error) => error?.context.itemIndex)).toEqual([3, 3, 3, 3]);
		expect(errors.map((error) => error?.httpCode)).toEqual(['500', '500', '400', '400']);
		expect(errors[1]?.message).toBe(errors[0]?.message);
		expect(errors[2]?.message).toContain('earlier try');
		expect(errors[3]?.message).toBe(errors[2]?.message);
	});

	it('with Execute Once on forgets nothing of the other items', async () => {
		service.fate = failing(0);
		const first = await run(writing);
		service.fate = accepting;
		const second = await first.retry({ node: { executeOnce: true } });
		const third = await second.retry({ node: { executeOnce: false } });
		expect(ended(third)).toMatchObject({ accepted: [1, 2, 3, 4, 5, 6, 7, 8, 9], uncertain: [0] });
		expect(service.requests).toHaveLength(10);
	});

	it('knows nothing of other executions (R9)', async () => {
		const steps: Step[] = [[accepting, {}, 'sent 0 1 2 3 4; ok ok ok ok ok']];
		const credential = { baseUrl: service.url, apiKey: 'sk-live-of-both-executions' };
		await story(writing, { steps, credential });
		await story(writing, { steps, credential });
	});

	it('is offered for little more than the output that it keeps', async () => {
		service.fate = refusing(499);
		const parameters = { ...sendToItems, options: { recipientsPerRequest: 100 } };
		const { run: failed } = await run(parameters, { items: 500 });
		const size = stringify(failed.data).length;
		failed.data.executionData!.contextData = {};
		const kept = size - stringify(failed.data).length;
		service.fate = accepting;
		const { output } = await run(parameters, { items: 500 });
		expect(kept).toBeGreaterThan(0);
		expect(kept).toBeLessThan(JSON.stringify(output).length);
		service.fate = refusing(9);
		expect(stringify((await run(writing)).run.data).length).toBeLessThan(100_000);
	});
});

describe('Retry On Fail (R7)', () => {
	/** Refuses the item for the first two times. */
	const refusingTwice = (item: number) => {
		let left = 2;
		return ((...request) =>
			refusing(item)(...request) && left-- > 0 ? refuses : undefined) satisfies Fate;
	};

	it.each<[string, object, Step]>([
		[
			'sends only what was not accepted',
			{},
			[refusingTwice(3), {}, 'sent 0 1 2 3×3 4; ok ok ok ok ok'],
		],
		[
			'never sends what may have been processed',
			{},
			[failing(3), resending, 'sent 0 1 2 3 4; accepted 0 1 2 4; uncertain 3'],
		],
		// n8n tries again where the first item failed.
		[
			'with Continue sends a refused first item again, and no other',
			continues,
			[refusing(0), {}, 'sent 0×3 1 2 3 4; error ok ok ok ok'],
		],
		[
			'with Continue never sends a first item that may have been processed',
			continues,
			[failing(0), resending, 'sent 0 1 2 3 4; error ok ok ok ok'],
		],
	])('%s', async (_, node, step) => {
		await story(writing, { steps: [step], node: { ...retriesOnFail, ...node } });
	});

	it.each(['', 0, null, 'none'])('sends nothing again after the "error" %j', async (error) => {
		const answer = answers(200, { success: true, error });
		const steps: Step[] = [[() => answer, {}, `sent 0; ${error ? 'error' : 'ok'}`]];
		await story(writing, { steps, items: 1, node: retriesOnFail });
	});

	it('asks again for what failed', async () => {
		const steps: Step[] = [[refusingTwice(0), {}, 'sent 0×3; ok']];
		await story(reading, { steps, items: 1, node: retriesOnFail });
	});
});

const byLanguage = { ...sendToItems, templateLanguage: '={{ $json.language }}' };
const testing = { sendMode: 'testManual', testNumber: '+14150000009' };
/** The first item is a preview now; the others are still sent. */
const previewOfFirst = { ...testing, sendMode: "={{ $itemIndex === 0 ? 'preview' : 'send' }}" };
const [a, b] = people(2).map(({ number }) => number);
const inLanguages = (...languages: string[]) =>
	people(languages.length, (index) => ({ language: languages[index] }));

describe("n8n's Retry of Send to All Items (R7)", () => {
	it.each<[string, IDataObject[], INodeParameters, Step[]]>([
		[
			'sends an accepted item never again, whatever its parameters are now',
			people(4),
			sendToItems,
			[
				[refusing(2), {}, 'sent 0 1 2; accepted 0 1; failed 2; notSent 3'],
				[
					accepting,
					{ messengerNumber: `={{ $itemIndex < 2 ? ${toNobody.slice(3, -2)} : $json.number }}` },
					'sent 2 3; sent sent sent sent',
				],
			],
		],
		[
			'sends nothing accepted again by the other operation',
			people(3),
			sendToItems,
			[
				[refusing(2), {}, 'sent 0 1 2; accepted 0 1; failed 2'],
				[accepting, caseOf('campaign: send').parameters, 'sent 2; sent sent sent'],
			],
		],
		[
			'sends an accepted item never again, also after a preview of it',
			people(2),
			sendToItems,
			[
				[refusing(1), {}, 'sent 0 1; accepted 0; failed 1'],
				[refusing(1), previewOfFirst, 'sent 1; accepted 0; failed 1'],
				[accepting, { sendMode: 'send' }, 'sent 1; sent sent'],
			],
		],
		[
			'holds what may have been processed, also after a preview of sending it again (R8)',
			people(2),
			sendToItems,
			[
				[failing(0), {}, 'sent 0; uncertain 0; notSent 1'],
				[refusing(1), { ...previewOfFirst, ...resending }, 'sent 1; uncertain 0; failed 1'],
				[accepting, { sendMode: 'send', ...oneByOne }, 'sent 1; accepted 1; uncertain 0'],
			],
		],
		[
			'sends nothing again because the service itself calls it a test',
			people(2),
			sendToItems,
			[
				[
					(...request) => refusing(1)(...request) ?? answers(200, { send_status: 'test' }),
					{},
					'sent 0 1; accepted 0; failed 1',
				],
				[accepting, {}, 'sent 1; sent sent'],
			],
		],
		[
			'shows as a preview what is still to be sent',
			[{ number: a }, { number: a }, { number: b }],
			sendToItems,
			[
				[refusing(1), {}, 'sent 0 1; accepted 0; failed 2'],
				[accepting, { sendMode: 'preview' }, 'sent; sent duplicate preview'],
			],
		],
		[
			'keeps a skipped duplicate skipped, whatever it and the item before it hold now',
			[{ number: a }, { number: '+1 415 000 0000' }, { number: b }],
			sendToItems,
			[
				[refusing(1), {}, 'sent 0 1; accepted 0; failed 2'],
				[
					refusing(1),
					{ messengerNumber: "={{ ['nobody', '+14150000007', $json.number][$itemIndex] }}" },
					'sent 1; accepted 0; failed 2',
				],
				[accepting, {}, 'sent 1; sent duplicate sent'],
			],
		],
		[
			'sends a skipped duplicate by the other operation neither',
			[{ number: a }, { number: a }, { number: b }],
			sendToItems,
			[
				[refusing(1), {}, 'sent 0 1; accepted 0; failed 2'],
				[accepting, caseOf('campaign: send').parameters, 'sent 1; sent duplicate sent'],
			],
		],
		[
			'looks for duplicates only among what is still to be sent',
			people(3),
			sendToItems,
			[
				[refusing(1), {}, 'sent 0 1; accepted 0; failed 1; notSent 2'],
				[
					accepting,
					{
						messengerNumber: `={{ ['${String(b)}', '${String(b)}', '${String(a)}'][$itemIndex] }}`,
					},
					'sent 0 1; sent sent sent',
				],
			],
		],
		[
			'sends a campaign to which a skipped duplicate has moved',
			[
				{ number: a, language: 'en', next: 'en' },
				{ number: a, language: 'en', next: 'de' },
				{ number: a, language: 'de', next: 'de' },
			],
			byLanguage,
			[
				[refusingGerman, {}, 'sent 0×2; accepted 0; failed 2'],
				[accepting, { templateLanguage: '={{ $json.next }}' }, 'sent 0; sent duplicate sent'],
			],
		],
		[
			'sends to a number that an uncertain item has now',
			[
				{ number: a, mobile: b },
				{ number: b, mobile: b },
			],
			sendToItems,
			[
				[failing(0), {}, 'sent 0; uncertain 0; notSent 1'],
				[accepting, { messengerNumber: '={{ $json.mobile }}' }, 'sent 1; accepted 1; uncertain 0'],
			],
		],
		[
			'holds a duplicate of what may have been processed (R8)',
			[{ number: a }, { number: b }, { number: a }],
			{ ...sendToItems, options: {} },
			[
				[failing(0), {}, 'sent 0 1; uncertain 0 1 2'],
				[accepting, {}, 'sent; uncertain 0 1 2'],
			],
		],
	])('%s', async (_, items, parameters, steps) => {
		await story(parameters, { items, steps });
	});

	it.each([
		['uncertain', failing(0)],
		['failed', refusing(0)],
	])('says first what keeps it from sending anything, not what was %s', async (state, fate) => {
		const left = state === 'failed' ? 'notSent 0 1 2' : 'uncertain 0; notSent 1 2';
		const options = { recipientsPerRequest: 1, maxRecipients: 1 };
		const [, second] = await story(sendToItems, {
			items: 3,
			steps: [
				[fate, {}, `sent 0; ${state} 0; notSent 1 2`],
				[accepting, { options }, `sent; ${left}`],
			],
		});
		expect(second?.error?.message).toContain('Maximum Recipients');
		expect(second?.error?.context.itemIndex).toBeUndefined();
	});
});

describe('a Retry of a test (R7, M3)', () => {
	const send = { sendMode: 'send' };

	it.each([
		['tests again', testing, 'sent 9×2; test test duplicate'],
		['reaches all, each campaign once', send, 'sent 0 1; sent sent duplicate'],
	])('%s', async (_, changes, expected) => {
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

	it.each<[string, INodeParameters, string]>([
		['reaches those whom the test did not', {}, 'sent 0 1; sent sent'],
		[
			'calls nobody accepted where it is refused as a whole',
			{ options: { maxRecipients: 1 } },
			'sent; notSent 0 1',
		],
		[
			'calls nobody accepted where an item is not in order',
			{ templateLanguage: "={{ $itemIndex === 1 ? '' : 'en' }}" },
			'sent; notSent 0 1',
		],
	])('%s', async (_, changes, expected) => {
		const items = inLanguages('en', 'de');
		const steps: Step[] = [
			[refusingGerman, testing, 'sent 9×2; accepted 0; failed 1'],
			[accepting, { ...send, ...changes }, expected],
		];
		await story(byLanguage, { items, mode: 'manual', steps });
		await story(
			{ ...caseOf('campaign: send').parameters, templateLanguage: '={{ $json.language }}' },
			{ items, mode: 'manual', steps },
		);
	});

	it('reaches those whose test may have been processed', async () => {
		await story(sendToItems, {
			items: 2,
			mode: 'manual',
			steps: [
				[() => fails, testing, 'sent 9; uncertain 0'],
				[accepting, send, 'sent 0 1; sent sent'],
			],
		});
	});

	it('reaches whom another item was skipped for that is not in order any more', async () => {
		await story(byLanguage, {
			items: [
				{ number: a, language: 'en', next: 'nobody' },
				{ number: a, language: 'en', next: a },
				{ number: b, language: 'de', next: b },
			],
			mode: 'manual',
			retry: { node: continues },
			steps: [
				[refusingGerman, testing, 'sent 9×2; accepted 0; failed 2'],
				[accepting, { ...send, messengerNumber: '={{ $json.next }}' }, 'sent 0 1; error sent sent'],
			],
		});
	});
});

describe('a manual run stays one in its retry (M1)', () => {
	it.each<[string, INodeParameters]>([
		['a wrong item', { recipients: { recipient: [{ messengerNumber: 'nobody' }] } }],
		['too many recipients', { options: { maxRecipients: 1 } }],
		['a wrong option', { requestOptions: { maxConcurrency: 0 } }],
	])('after %s', async (_, wrong) => {
		const { parameters } = caseOf('campaign: send');
		await story(parameters, {
			items: 3,
			mode: 'manual',
			steps: [
				[accepting, { sendMode: 'previewManual', ...wrong }, 'sent; notSent 0 1 2'],
				[accepting, { options: {}, ...parameters, ...oneByOne }, 'sent; preview preview preview'],
			],
		});
	});
});

describe('in a loop (R7)', () => {
	/** Loop Over Items, ten at a time. */
	function loop(): IWorkflowBase {
		const workflow = messengerWorkflow(writing, people(30));
		const main = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		return {
			...workflow,
			nodes: [
				...workflow.nodes,
				{
					...{ id: 'loop', name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 },
					...{ position: [100, 0], parameters: { batchSize: 10 } },
				},
			],
			connections: {
				Items: { main: [main('Loop')] },
				Loop: { main: [[], main('Messenger')] },
				Messenger: { main: [main('Loop')] },
			},
		};
	}

	it.each([13, 29])('the round with item %d fails, and Retry goes on there', async (item) => {
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
