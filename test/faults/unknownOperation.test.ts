import { continues, runNode } from '../support/runNode';
import { service } from './scripted';

const newer = { resource: 'campaign', operation: 'sendTomorrow', fromNumber: '+14155550100' };

it('an operation of a newer version is refused in its own words, and nothing is sent', async () => {
	const { error } = await runNode(newer, { credential: { baseUrl: service.url } });
	expect(error).toMatchObject({
		message: "This version of the node doesn't know this operation",
		description: expect.stringContaining('Update the package') as string,
	});
	const going = await runNode(newer, { credential: { baseUrl: service.url }, node: continues });
	const [first] = going.output;
	expect(first?.json).toEqual({ error: "This version of the node doesn't know this operation" });
	expect(service.connections).toEqual([]);
});
