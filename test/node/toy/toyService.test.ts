import type { IDataObject, INode } from 'n8n-workflow';

import { answers } from '../../support/conducts';
import { messengerWorkflow } from '../../../playground/engine/messengerWorkflow';
import { runWorkflow } from '../../../playground/engine/runWorkflow';
import { skipPauses } from '../../support/pauses';
import { everythingIn } from '../../support/runNode';
import { startService, type Fate, type ScriptedService } from '../../support/service';
import { ToyCredential, ToyNode } from './toyService';

let service: ScriptedService;
beforeEach(async () => {
	skipPauses();
	service = await startService();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

let keys = 0;

/** Runs an operation of the toy by n8n's engine, for parcels by their codes. */
async function run(operation: string, codes: string[], fate: Fate, settings: Partial<INode> = {}) {
	service.fate = fate;
	const parameters = { resource: 'parcel', operation, code: '={{ $json.code }}' };
	const workflow = messengerWorkflow(
		{ ...parameters, requestOptions: { maxRetryWait: 20 } },
		codes.map((code) => ({ code })),
		{ ...settings, credentials: { parcelsToken: { id: 'toy', name: 'Toy' } } },
	);
	const {
		error,
		json,
		run: whole,
	} = await runWorkflow(workflow, {
		node: new ToyNode(),
		credentialType: new ToyCredential(),
		credential: { baseUrl: `${service.url}/v3/`, apiKey: `toy-key-${(keys += 1)}` },
	});
	const asked = service.requests.splice(0).map(({ method, path }) => `${method} ${path}`);
	// Nothing of the other service stands in what the runtime says.
	const said = everythingIn([error?.message, error?.description, whole.data.resultData.runData]);
	expect(said.replaceAll(/messenger(?= workflow|-workflow)|'?Messenger'?:/gi, '')).not.toMatch(
		/messenger_|campaign|recipient|mailing|webhook|Messenger API/i,
	);
	return { error, items: json('Messenger') as IDataObject[], asked };
}

const shipped = answers(200, { parcel: 7 });
const refusal = answers(200, { error: { text: 'No such street' } });
const isProbe = ({ path }: { path: string }) => path === '/v3/ping';

it('a second service runs on the runtime, by its own paths and its own forms of answers', async () => {
	const ship = await run('ship', ['a', 'b'], () => shipped);
	expect([ship.items, ship.asked]).toEqual([
		[{ parcel: 7 }, { parcel: 7 }],
		['POST /v3/parcels', 'POST /v3/parcels'],
	]);
	const track = await run('track', ['x y'], () => answers(200, { data: { at: 'Rome' } }));
	expect([track.items, track.asked]).toEqual([[{ at: 'Rome' }], ['GET /v3/parcels?code=x+y']]);
});

it('its refusal under 200 is an error in its own words, and an answer that says nothing proves nothing', async () => {
	const refused = await run('ship', ['a'], () => refusal);
	expect(refused.error?.message).toBe('No such street');
	const silent = await run('ship', ['a'], () => answers(200, {}));
	expect(silent.error?.message).toContain('May have been sent');
});

it('its block by another status is waited out, and named in its own words', async () => {
	let blocked = 4;
	const thaws = await run(
		'ship',
		['a', 'b'],
		() => (blocked-- > 0 ? answers(423, {}) : undefined) ?? shipped,
	);
	expect(thaws.error).toBeUndefined();
	expect(thaws.asked.filter((line) => line.endsWith('/v3/ping')).length).toBeGreaterThan(1);
	const stays = await run('ship', ['a'], () => answers(423, {}));
	expect(stays.error).toMatchObject({ message: 'This token is locked', httpCode: '423' });
});

it('an outage is asked about by its own probe', async () => {
	let failures = 3;
	const { asked, items } = await run('track', ['a'], (request) =>
		isProbe(request)
			? answers(200, { data: [] })
			: failures-- > 0
				? answers(503, {})
				: answers(200, { data: {} }),
	);
	expect(items).toEqual([{}]);
	expect(asked.filter((line) => line === 'GET /v3/ping')).toHaveLength(1);
});
