import type { IWorkflowBase } from 'n8n-workflow';

import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { isNewerThan2_0 } from '../../tools/playground/engine/runWorkflow';
import { inLoop } from '../support/loop';
import { people, sentFor, type Fate } from '../support/service';
import { accepting, keptOf, refuses, refusing, retry } from './retrying';
import { reading, run, service, writing } from './scripted';

describe('in a loop (R7)', () => {
	const main = (node: string) => [{ node, type: 'main' as const, index: 0 }];

	const loop = (count: number, batchSize: number) =>
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
			execution = await retry(execution, notVerifying(item));
			sent.push(events());
		}
		expect(execution.error).toBeUndefined();
		expect(sent).toEqual(['', '0', '1', '2', '3 4']);
	});

	it('a Retry claims an execution that never reached the node, too', async () => {
		service.fate = notVerifying(0);
		const failing = async () => await run(writing, { workflow: loopWithVerification(2) });
		// The other one has the same items and began in the same millisecond. n8n 2.0 tells no such two apart.
		const [first, other] = [await failing(), await failing()];
		for (const [beginning, { data }] of [first.run, other.run].entries())
			data.executionData!.runtimeData!.establishedAt = isNewerThan2_0 ? 1 : beginning;
		const refusingEvents: Fate = ({ path }) =>
			path.startsWith('/webhook/event') ? refuses : undefined;
		const refused = await retry(first, refusingEvents);
		expect(events()).toBe('0');
		expect((await retry(first, accepting)).error?.message).toContain('already retried');
		expect(events()).toBe('');
		await refused.retry();
		expect(events()).toBe('0 1');
		expect((await retry(other, accepting)).error).toBeUndefined();
		expect((await other.retry()).error?.message).toContain('already retried');
	});

	it('a later round takes nothing of an earlier one for its own', async () => {
		service.fate = refusing(1);
		const first = await run(writing, { workflow: loop(4, 2) });
		// What only reads leaves alone what is kept of the first round.
		const second = await retry(first, refusing(3), { parameters: reading });
		service.sent();
		await retry(second, accepting, { parameters: writing });
		expect(service.sent()).toEqual({ 2: 1, 3: 1 });
	});

	it('a round fails, and Retry goes on there', async () => {
		const item = 13;
		service.fate = refusing(item);
		const first = await run(writing, { workflow: loop(30, 10) });
		expect(first.error?.context.itemIndex).toBe(item % 10);
		const second = await retry(first, accepting);
		expect(second.error).toBeUndefined();
		const all = Object.fromEntries(people(30).map((_, index) => [index, index === item ? 2 : 1]));
		expect(service.sent()).toEqual(all);
		const { runData } = second.run.data.resultData;
		expect(runData.Loop?.at(-1)?.data?.main?.[0]).toHaveLength(30);
		expect(keptOf(second)).toEqual({});
	});
});
