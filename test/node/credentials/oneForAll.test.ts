import { continues, runNode } from '../../support/runNode';
import { people, startService, type ScriptedService } from '../../support/service';

let services: ScriptedService[];
beforeEach(async () => (services = [await startService(), await startService()]));
afterEach(async () => await Promise.all(services.map(async (service) => await service.close())));

const keys = ['key-of-client-a', 'key-of-client-b'];

/** Sends an event for each of some items, of two clients in turn. */
async function send(credential: object, more: object = {}, count = 10) {
	const items = people(count, (index) => ({ key: keys[index % 2], url: services[index % 2]!.url }));
	const fixed = { baseUrl: services[0]!.url, apiKey: 'key-of-all' };
	const given = { items, credential: { ...fixed, ...credential }, ...more };
	const execution = await runNode('event: send', given);
	return { ...execution, arrived: services.flatMap(({ requests }) => requests).length };
}

it.each([
	['API Key', { apiKey: '={{ $json.key }}' }],
	['API Key', { apiKey: '={{ "key" + ($itemIndex % 2) }}' }],
	['Base URL', { baseUrl: '={{ $json.url }}' }],
])(
	'the %s is refused where it has several values, and nothing is sent: %j (C1)',
	async (_, credential) => {
		const { error, arrived } = await send(credential);
		expect(error?.message).toContain('has another value for item 1 than for item 0');
		expect(error?.description).toContain('Nothing was sent');
		const { failed, arrived: later } = await send(credential, { node: continues });
		expect([arrived, failed.length, later]).toEqual([0, 10, 0]);
	},
);
