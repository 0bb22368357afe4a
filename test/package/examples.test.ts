import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	IDataObject,
	INode,
	INodeParameters,
	IWorkflowBase,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { ExpectedRequest } from '../../playground/demo/expectedRequests';
import { compareJournal } from '../../playground/demo/journalComparison';
import { startSandbox, type Sandbox } from '../../sandbox';
import { expectations } from '../real/editor/expectations';
import { Messenger, MessengerApi } from '../support/engine/builtPackage';
import { messengerWorkflow } from '../support/engine/messengerWorkflow';
import { NodeTypes } from '../support/engine/nodeTypes';
import { readWorkflow, runWorkflow } from '../support/engine/runWorkflow';

const folder = join(__dirname, '..', '..', 'examples');
const ending = '.workflow.json';
const ids = readdirSync(folder).flatMap((file) =>
	file.endsWith(ending) ? file.split('.')[0]! : [],
);
const list = readFileSync(join(folder, 'README.md'), 'utf8');
const example = (id: string) => readWorkflow(join(folder, id + ending));

/** What a node takes on n8n's canvas, its name below it included. */
function placeOf({ name, position: [left, top], parameters }: INode) {
	const { width = 96, height = 144 } = parameters as { width?: number; height?: number };
	return { name, left, top, right: left + width, bottom: top + height };
}

type Place = ReturnType<typeof placeOf>;

const overlap = (one: Place, other: Place) =>
	one !== other &&
	one.left < other.right &&
	other.left < one.right &&
	one.top < other.bottom &&
	other.top < one.bottom;

/** Where the version that the editor adds today is newer than n8n 1.123. */
const newestOfOldestN8n: Record<string, number | undefined> = {
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.scheduleTrigger': 1.3,
};

const isMessenger = ({ type }: INode) => type.startsWith('n8n-nodes-messenger.');
const isTool = ({ type }: INode) => type.endsWith('Tool');

describe.each(ids)('%s', (id) => {
	const { id: ownId, name, nodes, connections } = example(id);

	it('has its own id, a row and a picture in the list, notes that explain it, and no code', () => {
		expect(ownId).toBe(id);
		const picture = `../docs/images/examples/${id}.png`;
		expect(list).toContain(`\n| [${name}](${id}${ending}) ([picture](${picture}))`);
		expect(existsSync(join(folder, picture))).toBe(true);
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.length).toBeGreaterThan(0);
		for (const { parameters } of notes) expect(parameters.content).toMatch(/^## /);
		expect(nodes.map(({ type }) => type)).not.toContain('n8n-nodes-base.code');
	});

	it('shows its nodes side by side, each under its own name, and connects only these', () => {
		const places = nodes.map(placeOf);
		const isUnderAnother = (place: Place) => places.some((other) => overlap(place, other));
		expect(places.filter(isUnderAnother)).toEqual([]);
		const names = places.map((place) => place.name);
		expect(new Set(names).size).toBe(names.length);
		const targets = Object.values(connections).flatMap((outputs) => Object.values(outputs).flat(2));
		const connected = [...Object.keys(connections), ...targets.map((target) => target?.node)];
		expect(names).toEqual(expect.arrayContaining(connected));
	});

	it("uses n8n's own nodes in the newest version that n8n 1.123 knows, too", () => {
		const nodeTypes = new NodeTypes(new Messenger());
		const ofN8n = nodes.filter(({ type }) => type.startsWith('n8n-nodes-base.'));
		for (const { type, typeVersion } of ofN8n) {
			const { version, defaultVersion } = nodeTypes.getByNameAndVersion(type).description;
			const newest = defaultVersion ?? Math.max(...[version].flat());
			expect({ type, typeVersion: newestOfOldestN8n[type] ?? newest }).toEqual({
				type,
				typeVersion,
			});
		}
	});

	it('uses the one credential, and only parameters that the node has', () => {
		const own = nodes.filter(isMessenger);
		expect(own.length > 0).toBe(id !== 'practice-service');
		const known = new Messenger().description.properties.map((property) => property.name);
		for (const node of own) {
			expect(node.credentials).toEqual({
				messengerApi: { id: 'messenger-api', name: 'Messenger API' },
			});
			const ofTool = isTool(node) ? ['descriptionType', 'toolDescription'] : [];
			const names = Object.keys(node.parameters);
			expect([...known, ...ofTool]).toEqual(expect.arrayContaining(names));
		}
	});

	it('sends no campaign by a click unless a person approves it, and marks only what was sent (M2)', () => {
		const campaigns = nodes
			.filter((node) => isMessenger(node) && node.parameters.resource === 'campaign')
			.filter((node) => !(isTool(node) && id === 'ai-agent-approval'));
		for (const { name: campaign, parameters } of campaigns) {
			expect(parameters.sendMode).toMatch(/^preview/);
			if (parameters.sendMode === 'preview') continue;
			for (const { node: behind } of connections[campaign]?.main?.[0] ?? []) {
				const condition = nodes.find((node) => node.name === behind)?.parameters.conditions;
				const onStatus = /send_status.*"sent".*send_status.*"scheduled"/;
				expect(JSON.stringify(condition)).toMatch(onStatus);
			}
		}
	});
});

describe('run by the engine', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox()));
	beforeEach(async () => await sandbox.reset());
	afterAll(async () => await sandbox.close());

	/** @throws the error that stops the workflow */
	const run = async (
		workflow: IWorkflowBase,
		startNode?: string,
		mode: WorkflowExecuteMode = 'manual',
	) => {
		const { error, ...result } = await runWorkflow(workflow, {
			node: new Messenger(),
			credentialType: new MessengerApi(),
			credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
			mode,
			startNode,
		});
		if (error) throw error;
		return result;
	};

	/** Runs an example from its first pinned node on, with these items in place of its own. */
	const start = async (
		id: string,
		pinned: Record<string, unknown[]> = {},
		mode?: WorkflowExecuteMode,
	) => {
		const workflow = example(id);
		// n8n's data tables, and what it remembers of other executions, are not in the engine.
		const nodes = workflow.nodes.map((node): INode => {
			const isOutside = node.type.endsWith('.dataTable') || node.name === 'Only New Numbers';
			return isOutside ? { ...node, type: 'n8n-nodes-base.noOp', typeVersion: 1 } : node;
		});
		const pinData = Object.fromEntries(
			Object.entries(pinned).map(([node, items]) => [
				node,
				items.map((json) => ({ json: json as IDataObject })),
			]),
		);
		return await run({ ...workflow, nodes, pinData }, Object.keys(pinned)[0], mode);
	};

	const expectReceived = async (expected: ExpectedRequest[] = []) =>
		expect(compareJournal(expected, await sandbox.requests())).toEqual({
			missing: [],
			unexpected: [],
		});

	it('"Verify a list" parts the safe addresses from the rest, and asks about whole ones only', async () => {
		const { json } = await start('verify-list');

		expect(json('Safe Addresses')).toMatchObject(Array(4).fill({ status: 'safe' }));
		const others = (json('Other Addresses') as IDataObject[]).map(({ status }) => status);
		expect(others).toEqual(['invalid_format', 'risky', 'invalid_format', 'undeliverable']);
		await expectReceived(expectations['verify-list']);
	});

	it('"Go on after an error" sends an event for each contact that it finds, and explains the others', async () => {
		const { json } = await start('error-output');

		expect(json('To Look After')).toMatchObject([
			{ email: 'a@', order: '1043', details: { state: 'not sent', parameter: 'email' } },
			{ order: '1045', error: expect.any(String), details: { state: 'failed', httpCode: '404' } },
		]);
		await expectReceived(expectations['error-output']);
	});

	describe('the error output', () => {
		/** The `details` of a failed item; n8n 1.x has none. */
		type Details = IDataObject | undefined;

		const nodeOf = (id: string, name: string) =>
			example(id).nodes.find((node) => node.name === name)!;

		/** A node that only shows a value. */
		const showing = (type: string, value: unknown) => ({
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				assignments: { assignments: [{ id: 'value', name: 'value', type, value }] },
			} as INodeParameters,
		});

		/** Runs a node, alone, for failed items. @returns the items of its outputs */
		const afterErrors = async (
			{ type, typeVersion, parameters }: ReturnType<typeof showing>,
			...errors: Details[]
		) => {
			const items = errors.map((details) => ({ error: 'reason', ...(details && { details }) }));
			const { json } = await run(messengerWorkflow(parameters, items, { type, typeVersion }));
			return (output = 0) => json('Messenger', output);
		};

		it.each<[details: Details, output: string, state: string, status: number]>([
			[undefined, 'Uncertain', 'in doubt', 202],
			[{ state: 'uncertain', httpCode: '503' }, 'Uncertain', 'in doubt', 202],
			[{ state: 'failed', httpCode: '429' }, 'Later', 'open', 503],
			[{ state: 'failed', httpCode: '200', retryAfterMs: 2000 }, 'Later', 'open', 503],
			[{ state: 'not sent' }, 'Later', 'open', 503],
			[{ state: 'not sent', httpCode: 'ECONNREFUSED' }, 'Later', 'open', 503],
			[{ state: 'not sent', parameter: 'apiKey' }, 'Not accepted', 'open', 503],
			[{ state: 'not sent', parameter: 'contactEmail' }, 'Not accepted', 'failed', 400],
			[{ state: 'not sent', parameter: 'parameters' }, 'Not accepted', 'failed', 400],
			[{ state: 'not sent', parameter: 'data' }, 'Not accepted', 'failed', 400],
			[{ state: 'not sent', httpCode: '200' }, 'Not accepted', 'open', 503],
			// Held back, because the service has refused ten others.
			[{ state: 'not sent', httpCode: '400' }, 'Not accepted', 'open', 400],
			[{ state: 'failed', httpCode: '400' }, 'Not accepted', 'failed', 400],
			[{ state: 'failed', httpCode: '302' }, 'Not accepted', 'open', 503],
			[{ state: 'failed', httpCode: '401' }, 'Not accepted', 'open', 503],
			[{ state: 'failed', httpCode: '407' }, 'Not accepted', 'open', 503],
			[{ state: 'failed', httpCode: '200' }, 'Not accepted', 'failed', 503],
		])(
			'with %j goes to "%s", marks the row of the outbox as %s, answers the webhook by %i',
			async (details, output, state, status) => {
				const switching = nodeOf('error-routes', 'What Became of It?');
				const routed = await afterErrors(switching, details);
				const taken = ['Uncertain', 'Later', 'Not accepted'].filter(
					(_, index) => routed(index).length > 0,
				);
				expect(taken).toEqual([output]);

				const asking = nodeOf('campaign-to-segment', 'May It Have Been Sent?');
				const mayBeSent = await afterErrors(asking, details);
				expect(mayBeSent()).toHaveLength(output === 'Uncertain' ? 1 : 0);

				const marking = nodeOf('outbox', 'Mark as Failed, in Doubt or Open').parameters;
				const { value } = marking.columns as { value: IDataObject };
				const marked = await afterErrors(showing('string', value.state), details);
				expect(marked()).toEqual([{ value: state }]);

				const choosing = nodeOf('event-from-webhook', 'Choose the Status');
				const answered = await afterErrors(choosing, details);
				expect(answered()).toEqual([{ status }]);
			},
		);

		it.each([
			['as long as the service asked at most', 2500, 3],
			['a minute where it did not say', undefined, 60],
		])('waits %s before it sends again', async (_, retryAfterMs, value) => {
			const { amount } = nodeOf('error-routes', 'Wait').parameters;
			const errors = [{ retryAfterMs: 1500 }, { retryAfterMs }];
			const shown = await afterErrors(showing('number', amount), ...errors);
			expect(shown()[0]).toEqual({ value });
		});
	});

	it('"Outbox" adds a key once that comes twice, and ends a run before its rows count as lost', async () => {
		const orders = ['1', '2', '1'].map((key) => ({ key }));
		const { json } = await start('outbox', { 'One Item for Each': orders });

		expect(json('Add to Outbox')).toEqual([{ key: '1' }, { key: '2' }]);
		const { nodes, settings } = example('outbox');
		const lost = /minus\(\{ minutes: (\d+) \}\)/.exec(JSON.stringify(nodes))?.[1];
		expect(settings?.executionTimeout).toBeLessThan(Number(lost) * 60);
	});

	const [anna, claire, oliver] = ['+491713920001', '+33639980112', '+447700900123'];
	describe.each([
		['once-per-contact', [anna, claire, oliver], 'Numbers to Correct', ['Only New Numbers']],
		['campaign-to-segment', [anna, claire], 'Contacts to Correct', []],
	])('%s', (id, numbers, toCorrect, remembering) => {
		const contacts = [
			['+49 171 3920001', 'de'],
			['+49 171-3920001', 'fr'],
			['+33 6 39 98 01 12', 'fr'],
			['+44 (7700) 900123', 'en'],
			['0171 3920014', 'de'],
			[undefined, 'de'],
			[undefined, 'fr'],
		].map(([messenger_number, language]) => ({ messenger_number, language }));

		it.each([
			['manual' as const, []],
			['trigger' as const, numbers],
		])('in a run of mode %s sends once to each of %j, and marks no other', async (mode, sent) => {
			const { json } = await start(id, { 'One Item for Each': contacts }, mode);

			for (const node of [...remembering, 'Mark as Sent']) {
				expect(json(node)).toMatchObject(sent.map((messenger_number) => ({ messenger_number })));
			}
			expect(json(toCorrect)).toHaveLength(3);
			const { campaigns } = await sandbox.accepted();
			expect(campaigns).toHaveLength(sent.length);
		});
	});

	describe('"Never to people who opted out"', () => {
		const startWith = async (optOuts: unknown[], contacts: unknown[]) => {
			const items = (numbers: unknown[]) =>
				numbers.map((messenger_number) => ({ messenger_number, language: 'de' }));
			const [optOut, contact] = [optOuts, contacts].map(items);
			const pinned = {
				'One Item for Each Opt-Out': optOut!,
				'One Item for Each Contact': contact!,
			};
			const { json } = await start('opt-outs', pinned, 'trigger');
			return json;
		};
		const lukas = [
			'+491713920014',
			'+49 (171) 392-0014',
			'+49.171/3920014',
			'\u202a+49\u00a0171\u20093920014\u200e',
		];
		const malformed = [
			'0171 3920014',
			'+49 ( 0 ) 171 3920014',
			'+49 171 3920014/15',
			'+0171 3920014',
			'+49 171 3920014 ext',
			'+49171',
			'+4917139200140123',
			1713920014,
			undefined,
		];

		it.each(lukas)('sends to no way of writing a number that is listed as %j', async (optOut) => {
			const json = await startWith([optOut], [...lukas, anna]);

			expect(json('Mark as Sent')).toMatchObject([{ messenger_number: anna }]);
			expect(json('To Look After')).toEqual([]);
		});

		it('takes the same numbers for whole ones as the node', async () => {
			const json = await startWith([anna], [...lukas, ...malformed]);

			expect(json('Send Campaign')).toMatchObject(
				lukas.map(() => ({ messenger_number: '+491713920014' })),
			);
			expect(json('To Look After')).toHaveLength(malformed.length);
		});

		it.each(malformed)('stops before it sends anything where an opt-out is %j', async (optOut) => {
			const stopped = startWith([lukas[0], optOut], [anna]);

			const message = expect.stringContaining('not a whole international number') as string;
			await expect(stopped).rejects.toMatchObject({ message });
			await expectReceived();
		});

		it('sends nothing where the list of opt-outs is empty', async () => {
			await startWith([], [anna]);
			await expectReceived();
		});
	});

	it.each([
		['2026-01-15T12:00:00Z', 'America/Los_Angeles', '2026-01-15T17:00:00.000Z'],
		['2026-01-15T07:59:59Z', 'Europe/Berlin', '2026-01-15T08:00:00.000Z'],
		['2026-01-15T08:00:00Z', 'Europe/Berlin', undefined],
		['2026-01-15T18:59:59Z', 'Europe/Berlin', undefined],
		['2026-01-15T19:00:00Z', 'Europe/Berlin', '2026-01-16T08:00:00.000Z'],
		// The night in which summer time begins.
		['2026-03-28T22:30:00Z', 'Europe/Berlin', '2026-03-29T07:00:00.000Z'],
	])('"No messages in quiet hours" at %s sends to %s: %s', async (now, timezone, scheduled_at) => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
		const contacts = [timezone, 'Europe/Nowhere', undefined].map((zone) => ({
			messenger_number: anna,
			language: 'de',
			timezone: zone,
		}));
		const { json } = await start('quiet-hours', { 'One Item for Each': contacts });
		jest.restoreAllMocks();

		const sent = (json('Send Campaign') as IDataObject[]).map((item) => item.scheduled_at);
		expect(sent).toEqual([scheduled_at]);
		expect(json('To Look After')).toHaveLength(2);
	});

	it.each([
		['0171 3920014', 'DE', '+491713920014'],
		['(0171) 392-0014', 'DE', '+491713920014'],
		['(0049) 171 3920014', 'DE', '+491713920014'],
		['+33 6 39 98 01 12', 'DE', '+33639980112'],
		['06 39 98 01 12', 'FR', 'no country code'],
		['06 39 98 01 12', undefined, 'no country code'],
		['171 3920014', 'DE', 'no country code'],
		[1713920014, 'DE', 'no country code'],
		['0049 (0)171 3920014', 'DE', 'it contains (0)'],
		[undefined, 'DE', "'Recipient Number' is empty"],
	])(
		'"Local numbers to international ones" makes of %j in %s: %s',
		async (messenger_number, country, expected) => {
			const contact = { messenger_number, country, language: 'de' };
			const { json } = await start('local-numbers', { 'One Item for Each': [contact] });

			const [item] = [...json('Send Campaign'), ...json('To Look After')] as IDataObject[];
			expect(item?.error ?? item?.messenger_number).toContain(expected);
		},
	);

	describe('"Event from a webhook"', () => {
		it.each([
			['anna.schmidt@example.com', 200, { success: true, id: expect.any(String) }],
			['<b>a', 400, { error: 'The data of the order is wrong. Nothing was recorded.' }],
		])('answers an order of %s by %i, in words of its own', async (email, statusCode, body) => {
			const call = { body: { email, order: { id: 1042 } } };
			const { responses } = await start('event-from-webhook', { 'Order Placed': [call] });

			expect(responses).toEqual([expect.objectContaining({ statusCode, body })]);
			expect(await sandbox.requests()).toHaveLength(statusCode === 200 ? 1 : 0);
		});

		it('asks for authentication', () => {
			const { nodes } = example('event-from-webhook');
			expect(nodes.find(({ name }) => name === 'Order Placed')).toMatchObject({
				parameters: { authentication: 'headerAuth' },
				credentials: { httpHeaderAuth: {} },
			});
		});
	});
});
