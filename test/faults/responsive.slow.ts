import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { caseOf } from '../node/cases';
import { longestWork } from '../support/processorTime';
import { people } from '../support/service';
import { startN8n } from '../support/startN8n';

afterEach(() => jest.restoreAllMocks());

const { marked } = caseOf('campaign: sendToItems');
const sendToItems = { ...marked, templateLanguage: 'en', sendMode: 'send', options: {} };
const { execute } = new Messenger();

const alone = { options: { recipientsPerRequest: 1 } };
const preview = { sendMode: 'preview' };
const same = { number: '+14155550100' };
const bad = { number: 'nobody' };

/** Runs that differ in what the node does with each item, and in how many pieces: their parameters, and what is in an item. */
const runs: Array<[string, INodeParameters, IDataObject, pieces: number]> = [
	['sends all together', {}, {}, 8],
	['sends each alone', alone, {}, 10],
	['skips duplicates', {}, same, 7],
	['previews', preview, {}, 9],
	['previews duplicates', preview, same, 8],
	['goes on after bad ones', {}, bad, 6],
];

/** The node without n8n's engine, whose own work with so many items is not the node's. */
function prepare(parameters: INodeParameters, item: IDataObject, count: number, stops = false) {
	const n8n = startN8n();
	const items = people(count, () => item).map((json) => ({ json }));
	Object.assign(n8n, { parameters: { ...sendToItems, ...parameters }, continues: !stops });
	n8n.input = () => items;
	return async () => {
		const run = execute.call(n8n.context as IExecuteFunctions);
		const outputs = (await run.catch((error: Error) => error)) as INodeExecutionData[][] | Error;
		expect(outputs instanceof Error || outputs.flat().length).toBe(stops || count);
	};
}

/** Times as long as JavaScript itself takes to copy so many items in one piece. */
const longest = 3.5;

it.each<[string, ...Parameters<typeof prepare>]>([
	['are previewed', preview, {}, 100_000],
	['are all bad, and stop the run', {}, bad, 100_000, true],
])('no work is long where 100,000 items %s (R10)', async (_, ...run) => {
	const items = people(100_000);
	const copying = await longestWork(
		async () => await Promise.resolve(JSON.parse(JSON.stringify(items))),
	);
	const work = await longestWork(prepare(...run));
	expect(work).toBeLessThan(longest * copying);
});

/** Of all tests here: the node remembers when n8n had its last turn. Later than any real one. */
let now = 1e9;

/** Counts how often n8n may answer others while the node works, if there is time for no more than one piece of work at once. */
async function turnsOf(act: () => Promise<unknown>): Promise<number> {
	// Each look at the clock is 15 ms after the one before.
	jest.spyOn(performance, 'now').mockImplementation(() => (now += 15));
	const { setTimeout } = globalThis;
	const inOneTurn = (act: () => void, milliseconds = 0) =>
		milliseconds > 1 ? setTimeout(act, milliseconds).unref() : setImmediate(act);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(inOneTurn as never);
	let turns = 0;
	let counting = setImmediate(function count() {
		turns += 1;
		counting = setImmediate(count);
	});
	await act();
	clearImmediate(counting);
	return turns;
}

it.each(runs)(
	'n8n gets a turn for each piece of work of each item where it %s (R10)',
	async (_, parameters, item, pieces) => {
		expect(await turnsOf(prepare(parameters, item, 40))).toBeGreaterThanOrEqual(40 * pieces);
	},
);
