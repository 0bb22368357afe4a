import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { IDataObject, INode, IWorkflowBase, WorkflowExecuteMode } from 'n8n-workflow';
import { compareJournal } from '../../playground/demo/journalComparison';
import type { ExpectedRequest } from '../../playground/demo/expectedRequests';
import { Messenger, MessengerApi } from '../support/engine/builtPackage';
import { NodeTypes } from '../support/engine/nodeTypes';
import { readWorkflow, runWorkflow } from '../support/engine/runWorkflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { expectations, sendEvent } from '../real/editor/expectations';

const folder = join(__dirname, '..', '..', 'examples');
const files = readdirSync(folder).filter((name) => name.endsWith('.workflow.json'));
const example = (name: string) => readWorkflow(join(folder, `${name}.workflow.json`));
const list = readFileSync(join(folder, 'README.md'), 'utf8');

interface Place {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** What a node takes on n8n's canvas, its name below it included. */
function placeOf({ name, position: [left, top], parameters }: INode): Place {
	const { width = 96, height = 144 } = parameters as { width?: number; height?: number };
	return { name, left, top, right: left + width, bottom: top + height };
}

const overlap = (one: Place, other: Place) =>
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
const isCampaign = (node: INode) => isMessenger(node) && node.parameters.resource === 'campaign';

describe.each(files)('%s', (file) => {
	const workflow = readWorkflow(join(folder, file));
	const nodeTypes = new NodeTypes(new Messenger());

	it('has an id for the command-line import, notes that explain it, and no code', () => {
		expect(workflow.id).toBe(basename(file, '.workflow.json'));
		const notes = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.length).toBeGreaterThan(0);
		for (const { parameters } of notes) expect(parameters.content).toMatch(/^## /);
		expect(workflow.nodes.map(({ type }) => type)).not.toContain('n8n-nodes-base.code');
	});

	it('stands in the list of examples under its own name, with its picture', () => {
		const picture = `../docs/images/examples/${workflow.id}.png`;
		expect(list).toContain(`\n| [${workflow.name}](${file}) ([picture](${picture}))`);
		expect(existsSync(join(folder, picture))).toBe(true);
	});

	it('shows its notes and nodes side by side, none upon another', () => {
		const places = workflow.nodes.map(placeOf);
		const overlapping = places.flatMap((one, index) =>
			places
				.slice(index + 1)
				.filter((other) => overlap(one, other))
				.map((other) => `${one.name} and ${other.name}`),
		);
		expect(overlapping).toEqual([]);
	});

	it('names each node once, and connects nodes that are there', () => {
		const names = workflow.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const connected = Object.entries(workflow.connections).flatMap(([from, outputs]) => [
			from,
			...Object.values(outputs)
				.flat(2)
				.map((target) => target?.node),
		]);
		expect(connected.filter((name) => !names.includes(name ?? ''))).toEqual([]);
	});

	it("uses n8n's own nodes in the newest version that n8n 1.123 knows, too", () => {
		const outdated = workflow.nodes
			.filter(({ type }) => type.startsWith('n8n-nodes-base.'))
			.filter(({ type, typeVersion }) => {
				const oldest = newestOfOldestN8n[type];
				if (oldest !== undefined) return typeVersion !== oldest;
				const { description } = nodeTypes.getByName(type);
				const newest =
					'defaultVersion' in description && description.defaultVersion !== undefined
						? description.defaultVersion
						: Math.max(...[nodeTypes.getByNameAndVersion(type).description.version].flat());
				return typeVersion !== newest;
			});
		expect(outdated).toEqual([]);
	});

	it('uses the one credential, and only parameters that the node has', () => {
		const known = new Messenger().description.properties.map(({ name }) => name);
		const ofTool = ['descriptionType', 'toolDescription'];
		const messengerNodes = workflow.nodes.filter(isMessenger);
		expect(messengerNodes.length > 0).toBe(workflow.id !== 'practice-service');
		for (const { credentials, parameters, type } of messengerNodes) {
			expect(credentials).toEqual({ messengerApi: { id: 'messenger-api', name: 'Messenger API' } });
			const allowed = type.endsWith('Tool') ? [...known, ...ofTool] : known;
			expect(Object.keys(parameters).filter((name) => !allowed.includes(name))).toEqual([]);
		}
	});
});

describe('the first click', () => {
	const campaigns = files.flatMap((file) => {
		const { connections, nodes } = readWorkflow(join(folder, file));
		return nodes.filter(isCampaign).map((node) => ({ file, connections, nodes, node }));
	});
	const isTool = ({ type }: INode) => type.endsWith('Tool');

	it('sends no campaign, unless a person approves it', () => {
		const sending = campaigns.filter(
			({ node }) => !/^preview/.test(String(node.parameters.sendMode)),
		);
		expect(sending.map(({ file, node }) => [file, isTool(node)])).toEqual([
			['ai-agent-approval.workflow.json', true],
		]);
	});

	it('marks nothing as sent: all behind a campaign stands behind a condition on its send_status', () => {
		const behind = campaigns
			.filter(({ node }) => !isTool(node) && node.parameters.sendMode !== 'preview')
			.flatMap(({ file, connections, nodes, node }) =>
				(connections[node.name]?.main?.[0] ?? []).map((target) => [
					file,
					JSON.stringify(nodes.find(({ name }) => name === target.node)?.parameters.conditions),
				]),
			);
		const condition = expect.stringMatching(/send_status.*"sent".*send_status.*"scheduled"/);
		expect(behind).toEqual([
			['campaign-to-segment.workflow.json', condition],
			['local-numbers.workflow.json', condition],
			['once-per-contact.workflow.json', condition],
			['opt-outs.workflow.json', condition],
			['quiet-hours.workflow.json', condition],
		]);
	});
});

/** The `details` of a failed item; n8n 1.x has none. */
type Details = IDataObject | undefined;

/** A workflow in which a node only shows what one of its parameters becomes, as `value`. */
function asField(
	workflow: IWorkflowBase,
	node: string,
	type: 'string' | 'number',
	parameter: (parameters: INode['parameters']) => unknown,
): IWorkflowBase {
	const nodes = workflow.nodes.map((it) => {
		if (it.name !== node) return it;
		const value = parameter(it.parameters);
		const assignment = { id: 'value', name: 'value', type, value };
		const parameters = { assignments: { assignments: [assignment] }, options: {} };
		return { ...it, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters } as INode;
	});
	return { ...workflow, nodes };
}

describe('run by the engine', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox()));
	beforeEach(async () => await sandbox.reset());
	afterAll(async () => await sandbox.close());

	const run = async (
		workflow: IWorkflowBase,
		startNode?: string,
		mode: WorkflowExecuteMode = 'manual',
	) =>
		await runWorkflow(workflow, {
			node: new Messenger(),
			credentialType: new MessengerApi(),
			credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
			mode,
			startNode,
		});
	const expectReceived = async (...expected: ExpectedRequest[]) =>
		expect(compareJournal(expected, await sandbox.requests())).toEqual({
			missing: [],
			unexpected: [],
		});

	it('"Verify a list" splits the safe addresses from the rest, and asks about whole ones only', async () => {
		const { error, json } = await run(example('verify-list'));
		const summary = (node: string) =>
			(json(node) as IDataObject[]).map(({ email, status }) => `${email}: ${status}`);

		expect(error).toBeUndefined();
		expect(summary('Safe Addresses')).toEqual([
			'anna.schmidt@example.com: safe',
			'lukas.weber@example.org: safe',
			'claire.dubois@example.com: safe',
			'new.customer@example.com: safe',
		]);
		expect(summary('Other Addresses')).toEqual([
			'a@: invalid_format',
			'info@example.com: risky',
			'tom barker@example.org: invalid_format',
			'bounce@example.net: undeliverable',
		]);
		await expectReceived(...expectations['verify-list']!);
	});

	it('"Go on after an error" sends an event for each contact that it finds, and explains the others', async () => {
		const { error, json } = await run(example('error-output'));

		expect(error).toBeUndefined();
		expect(json('Send Event')).toEqual(
			Array(3).fill({ success: true, id: expect.stringMatching(/^[\da-f-]{36}$/) }),
		);
		expect(json('To Look After')).toEqual([
			{
				email: 'a@',
				order: '1043',
				error: expect.stringContaining("'Email' isn't a valid email address: \"a@\""),
				message: expect.stringContaining('Nothing was sent for this item.'),
				details: { state: 'not sent', parameter: 'email' },
			},
			{
				email: 'unknown.person@example.com',
				order: '1045',
				error: expect.stringContaining('Contact not found'),
				message: expect.stringContaining("Set 'When Not Found' in the options"),
				details: { state: 'failed', httpCode: '404' },
			},
		]);
		await expectReceived(...expectations['error-output']!);
	});

	/** Runs a node of a workflow with failed items as the error output gives them. */
	const afterError = async (
		workflow: IWorkflowBase,
		node: string,
		errors: Details[],
		behind: IWorkflowBase['connections'] = {},
	) => {
		const items = errors.map((details) => ({
			json: { error: 'reason', message: 'advice', ...(details && { details }) },
		}));
		const source: INode = {
			id: 'errors',
			name: 'Errors',
			// One of these nodes answers a webhook.
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			position: [0, 0],
			parameters: { path: 'errors', responseMode: 'responseNode' },
		};
		return await run(
			{
				...workflow,
				nodes: [...workflow.nodes, source],
				connections: { ...behind, Errors: { main: [[{ node, type: 'main', index: 0 }]] } },
				pinData: { Errors: items },
			},
			'Errors',
		);
	};

	describe('"Route errors by what was sent"', () => {
		it.each<[details: Details, output: string]>([
			[{ state: 'uncertain', httpCode: '503' }, 'Uncertain'],
			[undefined, 'Uncertain'],
			[{ state: 'failed', httpCode: '429' }, 'Later'],
			[{ state: 'failed', httpCode: '429', retryAfterMs: 2000 }, 'Later'],
			[{ state: 'not sent' }, 'Later'],
			[{ state: 'not sent', httpCode: 'ECONNREFUSED' }, 'Later'],
			[{ state: 'not sent', httpCode: '401' }, 'Not accepted'],
			[{ state: 'not sent', httpCode: '302' }, 'Not accepted'],
			// Held back, because the service has refused ten others.
			[{ state: 'not sent', httpCode: '400' }, 'Not accepted'],
			[{ state: 'not sent', httpCode: '200' }, 'Not accepted'],
			[{ state: 'not sent', parameter: 'contactEmail' }, 'Not accepted'],
			[{ state: 'failed', httpCode: '400' }, 'Not accepted'],
			[{ state: 'failed', httpCode: '403' }, 'Not accepted'],
		])('routes %j to "%s"', async (details, output) => {
			const { error, json } = await afterError(example('error-routes'), 'What Became of It?', [
				details,
			]);

			expect(error).toBeUndefined();
			const taken = ['Uncertain', 'Later', 'Not accepted'].filter(
				(_, index) => json('What Became of It?', index).length > 0,
			);
			expect(taken).toEqual([output]);
		});

		it('waits as long as the service asked at most, or a minute where it did not say', async () => {
			const waiting = asField(example('error-routes'), 'Wait', 'number', ({ amount }) => amount);
			const seconds = async (...errors: Details[]) =>
				(await afterError(waiting, 'Wait', errors)).json('Wait')[0];

			expect(await seconds({ retryAfterMs: 1500 }, { retryAfterMs: 2500 })).toEqual({ value: 3 });
			expect(await seconds({ retryAfterMs: 1500 }, { state: 'not sent' })).toEqual({ value: 60 });
		});
	});

	describe('"Outbox"', () => {
		it.each<[details: Details, state: string]>([
			[{ state: 'uncertain', httpCode: '503' }, 'in doubt'],
			[undefined, 'in doubt'],
			[{ state: 'not sent', parameter: 'contactEmail' }, 'failed'],
			[{ state: 'not sent', parameter: 'parameters' }, 'failed'],
			[{ state: 'not sent', parameter: 'baseUrl' }, 'open'],
			[{ state: 'not sent', parameter: 'apiKey' }, 'open'],
			[{ state: 'not sent', parameter: 'proxy' }, 'open'],
			[{ state: 'not sent', httpCode: '400' }, 'open'],
			[{ state: 'not sent' }, 'open'],
			[{ state: 'failed', httpCode: '429' }, 'open'],
			[{ state: 'failed', httpCode: '401' }, 'open'],
			[{ state: 'failed', httpCode: '407' }, 'open'],
			[{ state: 'failed', httpCode: '302' }, 'open'],
			[{ state: 'failed', httpCode: '400' }, 'failed'],
			[{ state: 'failed', httpCode: '200' }, 'failed'],
		])('marks a row whose event failed with %j as %s', async (details, state) => {
			const node = 'Mark as Failed, in Doubt or Open';
			const marking = asField(
				example('outbox'),
				node,
				'string',
				({ columns }) => (columns as { value: IDataObject }).value.state,
			);
			const { error, json } = await afterError(marking, node, [details]);

			expect(error).toBeUndefined();
			expect(json(node)).toEqual([{ value: state }]);
		});

		it('adds a key once that comes twice in one batch', async () => {
			const { connections, ...workflow } = example('outbox');
			const orders = ['1', '2', '1'].map((key) => ({ json: { key, email: `${key}@example.com` } }));
			const { error, json } = await run(
				{
					...workflow,
					// The data table is not in the engine.
					connections: { ...connections, 'Each Key Once': {} },
					pinData: { 'One Item for Each': orders },
				},
				'One Item for Each',
			);

			expect(error).toBeUndefined();
			expect(json('Each Key Once')).toEqual([
				{ key: '1', email: '1@example.com' },
				{ key: '2', email: '2@example.com' },
			]);
			expect(connections['Each Key Once']?.main?.[0]).toMatchObject([{ node: 'Only New Keys' }]);
		});

		it('ends a run before its rows count as lost', () => {
			const { nodes, settings } = example('outbox');
			const lost = /minus\(\{ minutes: (\d+) \}\)/.exec(JSON.stringify(nodes))?.[1];
			expect(settings?.executionTimeout).toBeLessThan(Number(lost) * 60);
		});
	});

	describe('"Once per contact, ever"', () => {
		const contacts = [
			['+49 171 3920001', 'de'],
			['0171 3920014', 'de'],
			['+49 171-3920001', 'fr'],
			[undefined, 'en'],
			['+44 (7700) 900123', 'en'],
		].map(([messenger_number, language]) => ({
			json: { messenger_number, language, first_name: `${language} contact` },
		}));
		const start = async (mode: WorkflowExecuteMode) => {
			const { nodes, ...workflow } = example('once-per-contact');
			// What n8n remembers between executions is not in the engine.
			const withoutMemory = nodes.map((node): INode =>
				node.name === 'Only New Numbers'
					? { ...node, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }
					: node,
			);
			return await run(
				{ ...workflow, nodes: withoutMemory, pinData: { 'One Item for Each': contacts } },
				'One Item for Each',
				mode,
			);
		};

		it('sends and remembers nothing in the editor, and shows what it would send', async () => {
			const { error, json } = await start('manual');

			expect(error).toBeUndefined();
			expect(json('Check Campaign')).toMatchObject([
				{ messenger_number: '+491713920001', send_status: 'preview', language: 'de' },
				{ messenger_number: '+491713920001', send_status: 'preview', language: 'fr' },
				{ messenger_number: '+447700900123', send_status: 'preview', language: 'en' },
			]);
			expect(json('Numbers to Correct')).toMatchObject([
				{ messenger_number: '0171 3920014', error: expect.stringContaining('no country code') },
				{ language: 'en', error: expect.stringContaining("'Recipient Number' is empty") },
			]);
			expect(json('Only New Numbers')).toEqual([]);
			await expectReceived();
		});

		it('sends to each number once in all other runs', async () => {
			const { error, json } = await start('trigger');

			expect(error).toBeUndefined();
			const remembered = ['+491713920001', '+447700900123'];
			expect(json('Only New Numbers')).toMatchObject(
				remembered.map((messenger_number) => ({ messenger_number })),
			);
			expect(json('Mark as Sent')).toMatchObject(
				remembered.map((messenger_number) => ({ messenger_number, send_status: 'sent' })),
			);
			const { campaigns } = await sandbox.accepted();
			expect(campaigns).toHaveLength(2);
			const [{ body } = {}] = await sandbox.requests();
			expect(body).toMatchObject({
				from_number: '+14155550100',
				content: { template_name: 'welcome', template_language: 'de' },
				recipient: [{ messenger_number: '+491713920001', first_name: 'de contact' }],
			});
		});
	});

	describe('"Campaign to a segment"', () => {
		const contacts = [
			['+49 171 3920001', 'de'],
			['+33 6 12 34 56 78', 'fr'],
			['+44 7400 123456', 'en'],
			['+49 171 3920014', 'de'],
			['+49171-3920001', 'fr'],
			[undefined, 'de'],
			[undefined, 'fr'],
		].map(([messenger_number, language]) => ({ json: { messenger_number, language } }));
		const start = async (mode: WorkflowExecuteMode) => {
			const workflow = example('campaign-to-segment');
			return await run(
				{ ...workflow, pinData: { 'One Item for Each': contacts } },
				'One Item for Each',
				mode,
			);
		};

		it('only shows its two campaigns in the editor, and marks nothing as sent', async () => {
			const { error, json } = await start('manual');

			expect(error).toBeUndefined();
			expect(json('Send Campaign to Segment')).toMatchObject([
				{ messenger_number: '+491713920001', send_status: 'preview', language: 'de' },
				{ messenger_number: '+33612345678', send_status: 'preview', language: 'fr' },
				{ messenger_number: '+491713920014', send_status: 'preview', language: 'de' },
			]);
			expect(json('Mark as Sent')).toEqual([]);
			await expectReceived();
		});

		it('sends them in all other runs', async () => {
			const { error, json } = await start('trigger');

			expect(error).toBeUndefined();
			expect(json('Mark as Sent')).toMatchObject(Array(3).fill({ send_status: 'scheduled' }));
			const requests = await sandbox.requests();
			expect(requests.map(({ path, status }) => [path, status])).toEqual([
				['/webhook/campaign', 200],
				['/webhook/campaign', 200],
			]);
		});

		it('loses no contact: those without a number are to be corrected', async () => {
			const { json } = await start('trigger');

			expect(json('Contacts to Correct')).toMatchObject([{ language: 'de' }, { language: 'fr' }]);
		});

		it('keeps apart what may have been sent and what was surely not', async () => {
			const { error, json } = await afterError(
				example('campaign-to-segment'),
				'May It Have Been Sent?',
				[{ state: 'uncertain', httpCode: '503' }, { state: 'not sent' }, undefined],
			);

			expect(error).toBeUndefined();
			expect(json('May It Have Been Sent?')).toHaveLength(2);
			expect(json('May It Have Been Sent?', 1)).toEqual([
				{ error: 'reason', message: 'advice', details: { state: 'not sent' } },
			]);
		});
	});

	describe('"Never to people who opted out"', () => {
		const start = async (optOuts: unknown[], contacts: unknown[]) => {
			const items = (numbers: unknown[]) =>
				numbers.map((messenger_number) => ({
					json: { messenger_number, language: 'de' } as IDataObject,
				}));
			const pinData = {
				'One Item for Each Opt-Out': items(optOuts),
				'One Item for Each Contact': items(contacts),
			};
			return await run({ ...example('opt-outs'), pinData }, undefined, 'trigger');
		};
		const lukas = [
			'+491713920014',
			'+49 171 392 0014',
			'+49 (171) 392-0014',
			'+49.171.3920014',
			'+49 171/3920014',
			'\u202a+49 171 3920014\u202c',
			'\u200e+49\u00a0171\u20093920014',
		];
		const malformed = [
			'0171 3920014',
			'00491713920014',
			'171 3920014',
			'+49 (0)171 3920014',
			'+49 ( 0 ) 171 3920014',
			'+49 171 3920014/15',
			'+0171 3920014',
			'+49 171 3920014 ext',
			'+49171',
			'+4917139200140123',
			1713920014,
			'',
			undefined,
		];
		const anna = '+49 171 3920001';

		it.each(lukas)('sends to no way of writing a number that is listed as %j', async (optOut) => {
			const { error, json } = await start([optOut], [...lukas, anna]);

			expect(error).toBeUndefined();
			expect(json('Mark as Sent')).toMatchObject([{ messenger_number: '+491713920001' }]);
			expect(json('To Look After')).toEqual([]);
			expect(await sandbox.requests()).toHaveLength(1);
		});

		it('compares what the node would send: it takes the same numbers for whole ones', async () => {
			const { json } = await start([anna], [...lukas, ...malformed]);

			expect(
				new Set(json('Send Campaign').map((it) => (it as IDataObject).messenger_number)),
			).toEqual(new Set(['+491713920014']));
			expect(json('To Look After')).toHaveLength(malformed.length);
		});

		it.each(malformed)('stops before it sends anything where an opt-out is %j', async (optOut) => {
			const { error, json } = await start([lukas[0], optOut], [anna]);

			expect(error?.message).toContain('not a whole international number, so nothing was sent');
			expect(json('Send Campaign')).toEqual([]);
			await expectReceived();
		});

		it('sends nothing where the list of opt-outs is empty', async () => {
			const { error, json } = await start([], [anna]);

			expect(error).toBeUndefined();
			expect(json('Send Campaign')).toEqual([]);
		});
	});

	describe('"No messages in quiet hours"', () => {
		afterEach(() => jest.restoreAllMocks());

		it.each([
			['2026-01-15T12:00:00Z', 'Europe/Berlin', undefined],
			['2026-01-15T12:00:00Z', 'America/Los_Angeles', '2026-01-15T17:00:00.000Z'],
			['2026-01-15T12:00:00Z', 'Australia/Sydney', '2026-01-15T22:00:00.000Z'],
			['2026-01-15T07:59:59Z', 'Europe/Berlin', '2026-01-15T08:00:00.000Z'],
			['2026-01-15T08:00:00Z', 'Europe/Berlin', undefined],
			['2026-01-15T18:59:59Z', 'Europe/Berlin', undefined],
			['2026-01-15T19:00:00Z', 'Europe/Berlin', '2026-01-16T08:00:00.000Z'],
			// The night in which summer time begins.
			['2026-03-28T22:30:00Z', 'Europe/Berlin', '2026-03-29T07:00:00.000Z'],
			['2026-12-31T22:00:00Z', 'Europe/Berlin', '2027-01-01T08:00:00.000Z'],
		])('at %s sends to %s: %s', async (now, timezone, scheduledAt) => {
			jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
			const pinData = {
				'One Item for Each': [timezone, 'Europe/Nowhere', '', undefined].map((it) => ({
					json: { messenger_number: '+491713920001', language: 'de', timezone: it } as IDataObject,
				})),
			};
			const { error, json } = await run({ ...example('quiet-hours'), pinData });

			expect(error).toBeUndefined();
			const sent = json('Send Campaign') as IDataObject[];
			expect(sent.map(({ scheduled_at }) => scheduled_at)).toEqual([scheduledAt]);
			expect(json('To Look After')).toMatchObject(
				Array(3).fill({ error: expect.stringContaining('"unknown timezone"') }),
			);
		});
	});

	it.each([
		['0171 3920014', 'DE', '+491713920014'],
		['(0171) 392-0014', 'DE', '+491713920014'],
		['0 171/3920014', 'DE', '+491713920014'],
		['0049 171 3920014', 'DE', '+491713920014'],
		['(0049) 171 3920014', 'DE', '+491713920014'],
		['+49 171 3920014', 'DE', '+491713920014'],
		['+33 6 39 98 01 12', 'DE', '+33639980112'],
		['+33 6 39 98 01 12', 'FR', '+33639980112'],
		['06 39 98 01 12', 'FR', 'no country code'],
		['06 39 98 01 12', undefined, 'no country code'],
		['171 3920014', 'DE', 'no country code'],
		[1713920014, 'DE', 'no country code'],
		['0049 (0)171 3920014', 'DE', 'it has (0)'],
		['0171 3920014/15', 'DE', 'two numbers?'],
		['', 'DE', "'Recipient Number' is empty"],
	])(
		'"Local numbers to international ones" makes of %j in %s: %s',
		async (written, country, expected) => {
			const json = { messenger_number: written, country, language: 'de' } as IDataObject;
			const pinData = { 'One Item for Each': [{ json }] };
			const result = await run({ ...example('local-numbers'), pinData });

			expect(result.error).toBeUndefined();
			const [{ messenger_number, error } = {}] = [
				...result.json('Send Campaign'),
				...result.json('To Look After'),
			] as IDataObject[];
			expect(error ?? messenger_number).toContain(expected);
		},
	);

	describe('"Event from a webhook"', () => {
		const call = async (body: IDataObject) => {
			const workflow = example('event-from-webhook');
			return await run(
				{ ...workflow, pinData: { 'Order Placed': [{ json: { body } }] } },
				'Order Placed',
			);
		};

		it("answers with the event's id", async () => {
			const { error, json, responses } = await call({
				email: 'anna.schmidt@example.com',
				name: 'Anna Schmidt',
				order: { id: 1042, total: 59.9, items: ['tea', 'mug'] },
			});

			expect(error).toBeUndefined();
			const { events } = await sandbox.accepted();
			expect(responses).toEqual([
				expect.objectContaining({ statusCode: 200, body: { success: true, id: events[0]?.id } }),
			]);
			expect(json('Answer with the Problem')).toEqual([]);
			await expectReceived(
				sendEvent(
					{ email: 'anna.schmidt@example.com', name: 'Anna Schmidt' },
					{
						code: 'order_placed',
						name: 'Order placed',
						data: { id: 1042, total: 59.9, items: ['tea', 'mug'] },
					},
				),
			);
		});

		it.each(['a@', '<b>a', 'sandbox-k…'])(
			'answers 400 where the input is wrong, in words of its own: %s',
			async (email) => {
				const { error, json, responses } = await call({ email, order: { id: 1043 } });

				expect(error).toBeUndefined();
				expect(json('Send Event', 1)).toHaveLength(1);
				expect(responses).toEqual([
					expect.objectContaining({
						statusCode: 400,
						body: { error: 'The data of the order is wrong. Nothing was recorded.' },
					}),
				]);
				await expectReceived();
			},
		);

		it('asks for authentication', () => {
			const { nodes } = example('event-from-webhook');
			const { parameters, credentials } = nodes.find(({ name }) => name === 'Order Placed')!;
			expect(parameters.authentication).toBe('headerAuth');
			expect(credentials).toHaveProperty('httpHeaderAuth');
		});

		it.each<[details: Details, statusCode: number]>([
			[{ state: 'uncertain', httpCode: '503' }, 202],
			[undefined, 202],
			[{ state: 'failed', httpCode: '400' }, 400],
			[{ state: 'not sent', parameter: 'contactEmail' }, 400],
			[{ state: 'not sent', parameter: 'data' }, 400],
			[{ state: 'not sent', parameter: 'baseUrl' }, 503],
			[{ state: 'not sent', parameter: 'apiKey' }, 503],
			[{ state: 'not sent', parameter: 'timeout' }, 503],
			[{ state: 'failed', httpCode: '401' }, 503],
			[{ state: 'failed', httpCode: '429' }, 503],
			[{ state: 'not sent' }, 503],
		])('answers an error with %j by status %i', async (details, statusCode) => {
			const workflow = example('event-from-webhook');
			const { error, responses } = await afterError(
				workflow,
				'Choose the Status',
				[details],
				workflow.connections,
			);

			expect(error).toBeUndefined();
			expect(responses).toEqual([
				expect.objectContaining({
					statusCode,
					body: { error: expect.stringMatching(/recorded\./) },
				}),
			]);
		});
	});
});
