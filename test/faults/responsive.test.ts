import type { INodeParameters } from 'n8n-workflow';

import { answers } from '../support/conducts';
import type { FaultyService } from '../support/FaultyService';
import * as turns from '../../nodes/Messenger/run/yieldToEventLoop';
import { continues, execute } from './execution';
import { event, sendToItems } from './operations';
import { people, startService } from '../support/service';
import '../support/onTheClock';

let service: FaultyService;
let refuses = false;
beforeEach(async () => {
	service = await startService(() => (refuses ? answers(200, { success: false }) : undefined));
});
afterEach(async () => await service.close());

/**
 * The most work between two moments at which the node lets n8n answer others if it is time, in
 * milliseconds of processor time: on a busy machine the time on the clock says nothing.
 */
async function longestWork(act: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let last: NodeJS.CpuUsage | undefined;
	const { yieldToEventLoop } = turns;
	const spy = jest.spyOn(turns, 'yieldToEventLoop');
	spy.mockImplementation(async () => {
		const { user, system } = last ? process.cpuUsage(last) : { user: 0, system: 0 };
		longest = Math.max(longest, (user + system) / 1000);
		await yieldToEventLoop();
		last = process.cpuUsage();
	});
	try {
		await act();
	} finally {
		spy.mockRestore();
	}
	return longest;
}

const plain = { ...sendToItems, messengerNumber: '={{ $json.number }}', options: {} };
const cases: Array<[name: string, parameters: INodeParameters, node: object, number: string]> = [
	// One request at a time: what HTTP costs n8n and the service of this test is not the node's work.
	['sends', { ...plain, requestOptions: { maxConcurrency: 1 } }, {}, ''],
	['previews', { ...plain, sendMode: 'preview' }, {}, ''],
	['previews duplicates', { ...plain, sendMode: 'preview' }, {}, '+14155550123'],
	['continues after bad items', plain, continues, 'nobody'],
];

/**
 * docs/node-contract.md says 50; it does not count other threads, which compile and collect garbage.
 */
const most = 100;

/** What n8n does before the node begins is not the node's work. */
beforeAll(async () => {
	const parameters = { ...plain, sendMode: 'preview' };
	await execute(parameters, { url: 'http://127.0.0.1:9', items: people(2_000) });
});

it.each(cases)(
	'no work of 20,000 items is long where it %s',
	async (_name, parameters, node, number) => {
		refuses = false;
		const items = people(20_000, () => (number === '' ? {} : { number }));
		expect(
			await longestWork(async () => await execute(parameters, { url: service.url, items, node })),
		).toBeLessThan(most);
	},
);

it('no work is long where 1,000 events fail and are kept for a retry', async () => {
	refuses = true;
	const run = async () =>
		await execute(event, { url: service.url, items: people(1_000), node: continues });
	expect(await longestWork(run)).toBeLessThan(most);
});
