import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { IDataObject, INode, IWorkflowBase, WorkflowExecuteMode } from 'n8n-workflow';
import { compareJournal } from '../../demo/journalComparison';
import type { ExpectedRequest } from '../../demo/expectedRequests';
import { Messenger, MessengerApi } from '../../engine/builtPackage';
import { NodeTypes } from '../../engine/nodeTypes';
import { readWorkflow, runWorkflow } from '../../engine/runWorkflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { expectations, sendEvent } from '../e2e/expectations';

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

const isMessenger = ({ type }: INode) => type.startsWith('n8n-nodes-messenger.');

describe.each(files)('%s', (file) => {
	const workflow = readWorkflow(join(folder, file));
	const nodeTypes = new NodeTypes(new Messenger());

	it('has an id for the command-line import, and a note that explains it', () => {
		expect(workflow.id).toBe(basename(file, '.workflow.json'));
		const notes = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes).toHaveLength(1);
		expect(notes[0]?.parameters.content).toMatch(/^## /);
	});

	it('stands in the list of examples under its own name, with its picture', () => {
		const [, section] = list.split(`\n## ${workflow.name}\n`);
		expect(section).toContain(`](${file})`);
		expect(section?.trimStart()).toMatch(
			`![The workflow ${workflow.name} in the n8n editor](../docs/images/examples/${workflow.id}.png)`,
		);
		expect(existsSync(join(folder, `../docs/images/examples/${workflow.id}.png`))).toBe(true);
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

	it("uses n8n's own nodes in the version that the editor adds today", () => {
		const outdated = workflow.nodes
			.filter(({ type }) => type.startsWith('n8n-nodes-base.'))
			.filter(({ type, typeVersion }) => {
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
		expect(messengerNodes.length).toBeGreaterThan(0);
		for (const { credentials, parameters, type } of messengerNodes) {
			expect(credentials).toEqual({ messengerApi: { id: 'messenger-api', name: 'Messenger API' } });
			const allowed = type.endsWith('Tool') ? [...known, ...ofTool] : known;
			expect(Object.keys(parameters).filter((name) => !allowed.includes(name))).toEqual([]);
		}
	});
});

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

	describe('"Campaign to a segment"', () => {
		const contacts = [
			['+49 171 3920001', 'de'],
			['+33 6 12 34 56 78', 'fr'],
			['+44 7400 123456', 'en'],
			['+49 171 3920014', 'de'],
		].map(([messenger_number, language]) => ({ json: { messenger_number, language } }));
		const start = async (mode: WorkflowExecuteMode) => {
			const workflow = example('campaign-to-segment');
			return await run(
				{ ...workflow, pinData: { 'One Item for Each': contacts } },
				'One Item for Each',
				mode,
			);
		};

		it('only shows its two requests in the editor', async () => {
			const { error, json } = await start('manual');

			expect(error).toBeUndefined();
			expect(json('Sent, or Previewed')).toMatchObject([
				{ preview: true, language: 'de', recipients: 2 },
				{ preview: true, language: 'fr', recipients: 1 },
			]);
			await expectReceived();
		});

		it('sends them in all other runs', async () => {
			const { error, json } = await start('trigger');

			expect(error).toBeUndefined();
			expect(json('Sent, or Previewed')).toHaveLength(3);
			const requests = await sandbox.requests();
			expect(requests.map(({ path, status }) => [path, status])).toEqual([
				['/webhook/campaign', 200],
				['/webhook/campaign', 200],
			]);
		});
	});

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

		it('answers 500 with the reason where the event cannot be sent', async () => {
			const { error, responses } = await call({ email: 'a@', order: { id: 1043 } });

			expect(error).toBeUndefined();
			expect(responses).toEqual([
				expect.objectContaining({
					statusCode: 500,
					body: {
						error: expect.stringContaining("'Contact Email' isn't a valid email address: \"a@\""),
					},
				}),
			]);
			await expectReceived();
		});
	});
});
