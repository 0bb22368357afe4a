import type { INodeParameters } from 'n8n-workflow';

import { httpAnswer, startRawServer, type RawServer } from '../support/rawServer';
import { continues, execute } from './execution';
import { event, sendToItems } from './operations';
import { people } from './service';

let service: RawServer;
const serve = async (body: string) => {
	service = await startRawServer((socket) => socket.end(httpAnswer(body)));
};
afterEach(async () => await service.close());

/**
 * The longest piece of work that lets nothing else happen, in milliseconds of processor time: on a
 * busy machine the time on the clock says nothing. It counts the collection of garbage, too.
 */
async function longestWork(act: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let last = process.cpuUsage();
	const ticker = setInterval(() => {
		const { user, system } = process.cpuUsage(last);
		longest = Math.max(longest, (user + system) / 1000);
		last = process.cpuUsage();
	}, 1);
	await act();
	clearInterval(ticker);
	return longest;
}

const plain = { ...sendToItems, messengerNumber: '={{ $json.number }}', options: {} };
const itself = '+14155550123';
const cases: Array<[name: string, parameters: INodeParameters, node: object, number?: string]> = [
	['sends', plain, {}],
	['sends with an expression for the evaluator', { ...plain, ...sendToItems, options: {} }, {}],
	['sends many campaigns', { ...plain, templateName: '={{ $json.email }}', mode: 'preview' }, {}],
	['skips duplicates', plain, {}, itself],
	['previews duplicates', { ...plain, mode: 'preview' }, {}, itself],
	['continues after bad items', plain, continues, 'nobody'],
	['stops at bad items', plain, {}, 'nobody'],
];

/** Beside the node's own 20 ms, n8n itself copies all items, and the machine collects garbage. */
const most = 200;

it.each(cases)(
	'no work of 20,000 items is long where it %s',
	async (_name, parameters, node, number) => {
		await serve('{"success":true}');
		const items = people(20_000, () => (number === undefined ? {} : { number }));
		expect(
			await longestWork(async () => await execute(parameters, { url: service.url, items, node })),
		).toBeLessThan(most);
	},
);

it('no work is long where 1,000 events fail and are kept for a retry', async () => {
	await serve('{"success":false}');
	const run = async () =>
		await execute(event, { url: service.url, items: people(1_000), node: continues });
	expect(await longestWork(run)).toBeLessThan(most);
});
