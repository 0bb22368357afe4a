import type { IWorkflowBase } from 'n8n-workflow';

import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { answers } from '../support/conducts';
import { people, sentFor } from '../support/service';
import { onNewerN8n, reading, run, service, writing } from './scripted';

/** One person, verified by a node before the event is sent. */
function verifiedFirst(person: number): IWorkflowBase {
	const workflow = messengerWorkflow(writing, [people(person + 1)[person]!]);
	const [, messenger] = workflow.nodes;
	const verify = { ...messenger!, id: 'verify', name: 'Verify', parameters: reading };
	const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	return {
		...workflow,
		nodes: [...workflow.nodes, verify],
		connections: { Items: to('Verify'), Verify: to('Messenger') },
	};
}

// Before n8n 2.41 nothing tells executions of one millisecond apart.
onNewerN8n(
	'of 200 executions that failed before the node in one millisecond, each has one Retry (R7)',
	async () => {
		const refuses = answers(400, { message: 'Bad request' });
		service.fate = ({ path }) => (path.startsWith('/webhook/email') ? refuses : undefined);
		const failed = [];
		for (let person = 0; person < 200; person += 1) {
			const execution = await run(writing, { workflow: verifiedFirst(person), apiKey: 'sk-burst' });
			execution.run.data.executionData!.runtimeData!.establishedAt = 1_795_000_000_000;
			failed.push(execution);
		}
		service.fate = () => undefined;
		const events = () =>
			service.requests.splice(0).filter(({ path }) => path.startsWith('/webhook/event'));
		expect(events()).toEqual([]);
		const retries = await Promise.all(failed.map(async (execution) => await execution.retry()));
		expect(retries.flatMap(({ error }) => error ?? [])).toEqual([]);
		const sent = events().flatMap(sentFor).map(Number);
		expect(sent.sort((one, other) => one - other)).toEqual([...failed.keys()]);
		for (const execution of failed) {
			const { error } = await execution.retry();
			expect(error?.message).toBe('May have been sent: this execution was already retried');
		}
		expect(events()).toEqual([]);
	},
);
