import { Messenger } from '../../nodes/Messenger/Messenger.node';
import type { OperationDefinition } from '../../nodes/Messenger/run/operation';
import { endpoints } from '../../nodes/Messenger/http/endpoints';
import { defineOperation } from '../../nodes/Messenger/run/defineOperation';
import { continues, execute } from './execution';
import { event } from './operations';
import { people, startService } from '../support/service';

/** Event: Send, with a defect where it reads the response. */
const defective: OperationDefinition<object> = {
	name: 'Send',
	value: 'send',
	action: 'Send an event',
	description: 'Send an event',
	endpoint: endpoints.sendEvent,
	parameters: [],
	inputsToCheck: ['the event'],
	toRequest: () => ({ body: {} }),
	toItems: () => {
		throw new TypeError("Cannot read properties of undefined (reading 'id')");
	},
};

it('a defect of the node ends the run, and says that the request may have been processed', async () => {
	const service = await startService();
	const nodeType = Object.assign(new Messenger(), {
		customOperations: { event: { send: defineOperation(defective).execute } },
	});
	const run = { url: service.url, items: people(3), nodeType };
	const { failed } = await execute(event, { ...run, node: continues });
	expect(service.requests).toHaveLength(1);
	expect(failed.map(({ details }) => details.state)).toEqual(['uncertain', 'not sent', 'not sent']);
	expect(failed[0]?.message).toContain('may have been processed');

	const { error } = await execute(event, run);
	expect(service.requests).toHaveLength(2);
	expect(error?.context.run).toEqual({
		accepted: [],
		uncertain: [0],
		failed: [],
		notSent: [1, 2],
	});
	await service.close();
});
