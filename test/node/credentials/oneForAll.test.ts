import type { IDataObject } from 'n8n-workflow';

import { continues, runNode } from '../../support/runNode';
import { people, startService, type ScriptedService } from '../../support/service';

let services: ScriptedService[];
beforeEach(async () => (services = [await startService(), await startService()]));
afterEach(async () => await Promise.all(services.map(async (service) => await service.close())));

const keys = ['key-of-client-a', 'key-of-client-b'];
const clients = (differ: boolean, count = 10) =>
	people(count, (index) => ({
		key: keys[differ ? index % 2 : 0],
		url: services[differ ? index % 2 : 0]!.url,
	}));

async function send(items: IDataObject[], credential: IDataObject, more: object = {}) {
	const fixed = { baseUrl: services[0]!.url, apiKey: 'key-of-all' };
	const execution = await runNode('event: send', {
		items,
		credential: { ...fixed, ...credential } as never,
		...more,
	});
	const arrived = services.flatMap(({ requests }) => requests).length;
	return { ...execution, arrived };
}

describe('a credential whose expression reads the item (C1)', () => {
	it.each([
		['API Key', { apiKey: '={{ $json.key }}' }],
		['API Key', { apiKey: '={{ $json.key || "key-of-client-a" }}' }],
		['API Key', { apiKey: "={{ $json.key === 'key-of-client-b' ? 'key-of-b' : 'key-of-a' }}" }],
		['Base URL', { baseUrl: '={{ $json.url }}' }],
	])('is refused where it has several values: %s %j', async (label, credential) => {
		const { error, arrived } = await send(clients(true), credential);
		expect(arrived).toBe(0);
		expect(error?.message).toBe(
			`'${label}' of the credential has another value for item 1 than for item 0: its expression reads the item`,
		);
		expect(error?.description).toContain('Loop Over Items');
		expect(error?.description).toContain('Nothing was sent');
		const { failed, arrived: later } = await send(clients(true), credential, { node: continues });
		expect([failed.length, later]).toEqual([10, 0]);
	});

	it.each([
		['of one item', true, 1],
		['of several items with one value', false, 10],
	])('is used %s', async (_, differ, count) => {
		const credential = { apiKey: '={{ $json.key }}', baseUrl: '={{ $json.url }}' };
		const { error, arrived, credentialReads } = await send(clients(differ, count), credential);
		expect([error, arrived]).toEqual([undefined, count]);
		expect(credentialReads).toBeLessThanOrEqual(count + 1);
	});
});

it('a credential that does not read the item is read twice, however many items there are (C1, R10)', async () => {
	const credential = { apiKey: '={{ "key-of-" + "client-a" }}' };
	const { error, arrived, credentialReads } = await send(clients(false, 30), credential);
	expect([error, arrived, credentialReads]).toEqual([undefined, 30, 2]);
});
