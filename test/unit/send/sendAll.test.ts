import { service } from '../../../nodes/Messenger/service';
import { runOperation } from '../../../nodes/runtime/node/runOperation';
import { wholeBody } from '../../../nodes/runtime/response/parse';
import type { OperationDefinition } from '../../../nodes/runtime/run/operation';
import { endpoints } from '../../support/endpoints';
import { startN8n } from '../../support/startN8n';

/** Requests whose texts the service of `startN8n` answers. */
const operation = {
	endpoint: endpoints.sendEvent,
	parameters: [],
	inputsToCheck: ['it'],
	toRequest: () => ({ body: { text: 'it' } }),
	toItems: wholeBody,
} as unknown as OperationDefinition;

it('where another run has opened the limiter, a run begins with one request at a time until one is accepted (R3)', async () => {
	const n8n = startN8n();
	n8n.continues = true;
	// Each run is one of its own, not another try of the first.
	n8n.context.getExecuteData = () => ({}) as never;
	const run = async (items: number) => {
		n8n.items = Array.from({ length: items }, () => ({}));
		n8n.arrived.length = 0;
		await runOperation(n8n.context, service, operation);
	};
	await run(100);
	expect(n8n.arrived).toHaveLength(100);
	// After bad requests, a run ends at the first 403.
	n8n.statusOf = () => (n8n.arrived.length === 1 ? 422 : 403);
	await run(100);
	expect(n8n.arrived).toHaveLength(2);
});
