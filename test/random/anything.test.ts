import type { IDataObject, INode, INodeParameters, IPairedItemData } from 'n8n-workflow';
import seedrandom from 'seedrandom';

import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { answers, breaksOff, later, neverAnswers, resetsAfterReading } from '../support/conducts';
import type { Conduct, FaultyService } from '../support/FaultyService';
import { skipPauses } from '../support/pauses';
import { execute, type ErrorItem, type Execution } from '../faults/execution';
import { operations } from '../faults/operations';
import { accepts, people, sentFor, startService } from '../support/service';

/** Another one shows other runs: `SEED=… npx jest test/random/anything`. */
const seed = process.env.SEED ?? 'anything';

const apiKey = 'sk-anything-5f0e4c39';

/** What the service does with a request, and what has become of it there. */
interface Fate {
	weight: number;
	conduct: Conduct;
	/** `lost`: processed, without an answer that says so. */
	effect: 'accepted' | 'lost' | 'refused';
}

const html = { 'Content-Type': 'text/html' };
const fate = (weight: number, effect: Fate['effect'], conduct: Conduct): Fate => ({
	weight,
	effect,
	conduct,
});

const fates: Fate[] = [
	fate(60, 'accepted', accepts),
	fate(6, 'accepted', later(40, accepts)),
	fate(10, 'refused', answers(429, {})),
	fate(3, 'refused', answers(429, {}, { 'Retry-After': '1' })),
	fate(3, 'refused', answers(400, { message: 'Bad request' })),
	fate(2, 'refused', answers(200, { success: false, message: 'Bad request' })),
	fate(0.4, 'refused', answers(401, { detail: 'Not provided' })),
	fate(0.4, 'refused', answers(403, {})),
	fate(0.4, 'refused', answers(302, '', { Location: 'https://elsewhere.example.com/' })),
	fate(4, 'lost', answers(503, {})),
	fate(2, 'lost', answers(502, '<html>', html)),
	fate(3, 'lost', resetsAfterReading),
	fate(2, 'lost', breaksOff),
	fate(2, 'lost', answers(200, '<html>', html)),
	fate(1, 'lost', answers(200, '')),
	fate(1, 'lost', neverAnswers),
];

/** What an expression may find in place of an address or a number; none of it can be sent. */
const oddValues = [NaN, undefined, null, '', {}, [], Infinity, '\ud800', 'a b@c.de', new Date(NaN)];

type Random = () => number;

const oneOf = <T>(random: Random, values: readonly T[]) =>
	values[Math.floor(random() * values.length)] as T;

function nextFate(random: Random): Fate {
	let place = random() * fates.reduce((sum, { weight }) => sum + weight, 0);
	return fates.find(({ weight }) => (place -= weight) < 0) ?? (fates[0] as Fate);
}

/** How often the service has processed each person's request, and whom it has told so. */
const processed = new Map<string, number>();
const told = new Set<string>();

let service: FaultyService;
beforeAll(async () => {
	skipPauses();
	const random = seedrandom(`${seed} service`);
	// Trouble comes in rows, too: outages.
	let row: { fate: Fate; left: number } | undefined;
	service = await startService((request) => {
		if (random() < 0.01) row = { fate: nextFate(random), left: random() * 15 };
		const { effect, conduct } = row && row.left-- > 0 ? row.fate : nextFate(random);
		if (effect === 'refused') return conduct;
		for (const mark of sentFor(request)) {
			processed.set(mark, (processed.get(mark) ?? 0) + 1);
			if (effect === 'accepted') told.add(mark);
		}
		return conduct;
	});
});
afterAll(async () => await service.close());

/** A run of the node, with settings and input by chance. */
function randomRun(random: Random, first: number) {
	const operation = oneOf(random, operations);
	const count = 1 + Math.floor(random() * 40);
	const items: IDataObject[] = people(first + count).slice(first);
	// One call of an agent is one item, by n8n's own declarative engine.
	const isCall = random() < 0.15;
	if (isCall) items.length = 1;
	else if (random() < 0.2) {
		const odd = { email: oneOf(random, oddValues), number: oneOf(random, oddValues) };
		items[Math.floor(random() * count)] = odd as IDataObject;
	}
	const onError = oneOf(random, [undefined, 'continueRegularOutput', 'continueErrorOutput']);
	const node = {
		...(onError !== undefined && { onError }),
		...(random() < 0.3 && { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }),
	} as Partial<INode>;
	const parameters: INodeParameters = {
		...operation.parameters,
		...(operation.name.includes('ToItems') && {
			options: { recipientsPerRequest: oneOf(random, [1, 3, 500]) },
		}),
		requestOptions: {
			maxConcurrency: oneOf(random, [1, 3, 10, 100]),
			maxRetryWait: oneOf(random, [2, 20, 60]),
			timeout: 4_000,
			...(random() < 0.1 && { batching: { batch: { batchSize: 3, batchInterval: 50 } } }),
		},
	};
	const nodeType = new Messenger();
	if (isCall) delete (nodeType as Partial<Messenger>).customOperations;
	return { operation, items, node, nodeType, parameters, first, isCall };
}

type RandomRun = ReturnType<typeof randomRun>;

const numberIn = (text: string, words: RegExp) => Number(words.exec(text)?.[1] ?? 0);

/** What is not true of an execution, by the service's own book. */
function untrue({ operation, items, first }: RandomRun, { error, run }: Execution): string[] {
	const found: string[] = [];
	const check = (isTrue: boolean, what: string) => void (isTrue || found.push(what));
	const writes = !operation.readOnly;
	const mark = (item: number) => String(first + item);
	const isOdd = (item: number) => items[item]?.email !== people(first + item + 1).at(-1)?.email;
	const output = [0, 1].flatMap((index) => run.items('Messenger', index));
	check(!(JSON.stringify(run.run) + error?.stack).includes(apiKey), 'the key is kept secret');
	for (const item of items.keys()) {
		check(!writes || (processed.get(mark(item)) ?? 0) <= 1, `item ${item} was sent once`);
	}
	const ended = (state: string, item: number) => {
		if (state === 'accepted') check(isOdd(item) || told.has(mark(item)), `${item} was accepted`);
		else if (state !== 'uncertain' && writes) check(!processed.has(mark(item)), `${item} ${state}`);
	};
	if (error === undefined) {
		for (const { json, pairedItem } of output) {
			const { details } = json as Partial<ErrorItem>;
			ended(details?.state ?? 'accepted', (pairedItem as IPairedItemData).item);
		}
		const paired = output.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);
		check(String(paired.sort((a, b) => a - b)) === String([...items.keys()]), 'each has an output');
		return found;
	}
	check(output.length === 0, 'nothing is put out beside an error');
	const states = error.context.run as Record<string, number[]> | undefined;
	// An agent's call has no other items to speak of.
	if (states === undefined) return found;
	for (const [state, numbers] of Object.entries(states)) {
		for (const item of numbers) ended(state, item);
	}
	const all = Object.values(states).flat();
	check(String(all.sort((a, b) => a - b)) === String([...items.keys()]), 'each item has a state');
	if (items.length === 1 || !writes) return found;
	const text = error.description ?? '';
	if (text.includes('Nothing was sent.')) return found;
	const { accepted = [], uncertain = [], failed = [], notSent = [] } = states;
	// The error's own title says how its own item has ended.
	const own = error.context.itemIndex as number;
	const others = (numbers: number[]) => (String(numbers) === String([own]) ? [] : numbers);
	const counts: Array<[RegExp, number[]]> = [
		[/(\d+) of \d+ items (was|were) accepted/, accepted],
		[/(\d+) items? may have been processed/, others(uncertain)],
		[/(\d+) items? failed/, others(failed)],
	];
	if (!/requests? (was|were) not sent/.test(text)) {
		counts.push([/(\d+) items? (was|were) not sent/, notSent]);
	}
	for (const [words, numbers] of counts) {
		check(numberIn(text, words) === numbers.length, `the error counts ${words.source}: ${text}`);
	}
	return found;
}

/** Runs it, and then presses Retry up to three times, with the workflow as it was or changed. */
async function untilItSucceeds(run: RandomRun, random: Random): Promise<string[]> {
	const { parameters, items, node, nodeType, isCall } = run;
	let execution = await execute(parameters, { url: service.url, apiKey, items, node, nodeType });
	const found = untrue(run, execution);
	for (let retries = 0; execution.error !== undefined && retries < 3 && !isCall; retries += 1) {
		const changed = { parameters: { ...parameters, contactName: 'changed' } };
		execution = await execution.retry(random() < 0.4 ? changed : {});
		found.push(...untrue(run, execution));
	}
	return found;
}

it('sends nothing twice and says of each item what became of it, whatever happens', async () => {
	const random = seedrandom(seed);
	const wrong: Array<[run: object, found: string[]]> = [];
	let first = 0;
	for (let round = 0; round < 10; round += 1) {
		// Several runs at once with one key.
		const runs = Array.from({ length: 3 }, () => {
			const run = randomRun(random, first);
			first += run.items.length;
			return run;
		});
		const found = await Promise.all(runs.map(async (run) => await untilItSucceeds(run, random)));
		for (const [index, run] of runs.entries()) {
			const { operation, parameters, node } = run;
			if (found[index]?.length) wrong.push([{ operation, parameters, node }, found[index]]);
		}
	}
	expect(wrong).toEqual([]);
	// It is not true for lack of trying.
	expect(processed.size).toBeGreaterThan(200);
	expect(told.size).toBeLessThan(processed.size);
}, 120_000);
