import fc from 'fast-check';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IPairedItemData,
	IPinData,
	IWorkflowBase,
} from 'n8n-workflow';

/** What a node of the type under test does in these workflows: gives items, or compares readings. */
export interface Role {
	/** The items that it gives, for the input; the input itself where it is missing. */
	gives?: INodeExecutionData[];
	/** The expressions that it reads for each item. */
	compares?: string[];
}

/** Names that a person may give to a node; the last ones mean something in an expression. */
const names = [
	...['Webhook', 'Edit Fields', 'Get Many Rows', 'HTTP Request1', 'A & B', 'größe', 'n8n (all)'],
	...['Loop', 'Merge 2', '名前', 'x.first(', '$json', '$if (a)', 'toString', "it's", ' '],
];

/** A workflow that grows from its trigger on, with a node that compares behind every step. */
class GrowingWorkflow {
	readonly nodes: INode[] = [];
	readonly connections: IWorkflowBase['connections'] = {};

	constructor(
		private readonly free: string[],
		private readonly expressionsFor: (nodes: string[]) => string[],
	) {}

	/** @returns the node's name */
	add(
		type: string,
		typeVersion: number,
		parameters: INodeParameters = {},
		name = this.free.shift() ?? `Node ${this.nodes.length}`,
	): string {
		const id = `node-${this.nodes.length}`;
		const fullType = type === 'probe' ? 'n8n-nodes-messenger.messenger' : `n8n-nodes-base.${type}`;
		this.nodes.push({ id, name, type: fullType, typeVersion, position: [0, 0], parameters });
		return name;
	}

	connect(from: string, to: string, output = 0, input = 0): string {
		const outputs = ((this.connections[from] ??= { main: [] }).main ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]!.push({ node: to, type: 'main', index: input });
		return to;
	}

	/** A node behind another. */
	append(from: string, type: string, version: number, parameters?: INodeParameters): string {
		return this.connect(from, this.add(type, version, parameters));
	}

	/** Lets the readings be compared behind a node. @returns that node */
	compare(at: string, output = 0): string {
		const others = this.nodes.map(({ name }) => name).filter((name) => !name.startsWith('Compare'));
		const role: Role = { compares: this.expressionsFor(others) };
		const name = `Compare ${this.nodes.length}`;
		this.connect(at, this.add('probe', 1, { role: JSON.stringify(role) }, name), output);
		return at;
	}
}

const editing = {
	assignments: {
		assignments: [{ id: '1', name: 'edited', value: '={{ $json.id }}', type: 'string' }],
	},
	includeOtherFields: true,
	options: {},
};

const isLarge = {
	conditions: {
		options: { caseSensitive: true, typeValidation: 'loose', version: 2 },
		combinator: 'and',
		conditions: [
			{
				id: '1',
				leftValue: '={{ $json.id }}',
				rightValue: 1,
				operator: { type: 'number', operation: 'gt' },
			},
		],
	},
};

/** One step of a workflow behind a node; each returns the node that the next step is behind. */
const steps: Record<string, (workflow: GrowingWorkflow, at: string, gives: Role) => string> = {
	pass: (workflow, at) => workflow.append(at, 'noOp', 1),
	edit: (workflow, at) => workflow.append(at, 'set', 3.4, editing),
	limit: (workflow, at) => workflow.append(at, 'limit', 1, { maxItems: 2 }),
	sort: (workflow, at) =>
		workflow.append(at, 'sort', 1, {
			sortFieldsUi: { sortField: [{ fieldName: 'id', order: 'descending' }] },
		}),
	split: (workflow, at) =>
		workflow.append(at, 'splitOut', 1, { fieldToSplitOut: 'list', include: 'allOtherFields' }),
	aggregate: (workflow, at) =>
		workflow.append(at, 'aggregate', 1, { aggregate: 'aggregateAllItemData' }),
	gives: (workflow, at, role) => workflow.append(at, 'probe', 1, { role: JSON.stringify(role) }),
	branch: (workflow, at) => {
		const branching = workflow.append(at, 'if', 2.2, isLarge);
		workflow.compare(branching, 1);
		return branching;
	},
	merge: (workflow, at) => {
		const [first, second] = [
			workflow.append(at, 'noOp', 1),
			workflow.append(at, 'set', 3.4, editing),
		];
		const merge = workflow.add('merge', 3);
		workflow.connect(first, merge, 0, 0);
		return workflow.connect(second, merge, 0, 1);
	},
	// Runs what follows twice.
	twice: (workflow, at) => {
		const [first, second] = [workflow.append(at, 'noOp', 1), workflow.append(at, 'limit', 1)];
		const both = workflow.append(first, 'noOp', 1);
		return workflow.connect(second, both);
	},
	loop: (workflow, at) => {
		const loop = workflow.append(at, 'splitInBatches', 3, { batchSize: 2 });
		const inside = workflow.add('set', 3.4, editing);
		workflow.connect(loop, inside, 1);
		workflow.compare(inside);
		workflow.connect(inside, loop);
		return loop;
	},
};

const value = fc.oneof(
	fc.string({ maxLength: 4 }),
	fc.integer({ min: -3, max: 3 }),
	fc.constantFrom(' Ada ', true, false, null, 0.5, ''),
);

const json: fc.Arbitrary<IDataObject> = fc.record(
	{
		id: fc.nat({ max: 4 }),
		name: value,
		list: fc.array(value, { minLength: 1, maxLength: 2 }),
		body: fc.record({ email: value, 'First Name': value }),
	},
	{ requiredKeys: ['id', 'name', 'list', 'body'] },
) as fc.Arbitrary<IDataObject>;

const place: fc.Arbitrary<IPairedItemData> = fc.record(
	{ item: fc.nat({ max: 4 }), input: fc.nat({ max: 1 }) },
	{ requiredKeys: ['item'] },
);

/** An item as a node may leave it: with a link to where it comes from, a wrong one, several or none. */
const item: fc.Arbitrary<INodeExecutionData> = fc.record(
	{
		json,
		pairedItem: fc.oneof(place, fc.nat({ max: 4 }), fc.array(place, { maxLength: 2 })),
	},
	{ requiredKeys: ['json'] },
);

const paths = [
	...['.id', '.id', '.id.toString()', '.name', '.name', '.name.toString()', '.name.trim()'],
	...[
		'.body.email',
		'.body["First Name"]',
		'.body',
		'.list[0]',
		'.edited',
		'.data[0].id',
		'.missing',
	],
];

const forms = [
	...['{{ @ }}', '{{ @ }}', '{{ @ + @ }}', '{{ @ + "-" + $json.id }}', '{{ (@ || @) + "" }}'],
	...['{{ @ || @ }}', '{{ @ ?? @ }}', '{{ $json.name || @ }}', 'Hi {{ @ }}!', '{{ @ }}/{{ @ }}'],
];

/** An expression that reads the nodes given by numbers. */
const expression = fc
	.tuple(
		fc.constantFrom(...forms),
		fc.array(fc.tuple(fc.nat(), fc.constantFrom(...paths)), { minLength: 2, maxLength: 2 }),
	)
	.map(([form, reads]) => (nodes: string[]) => {
		const among = Array<string[]>(6)
			.fill([...nodes, '$json'])
			.flat();
		among.push('Nobody', 'Not Run', 'Compare 3');
		const rest = [...reads];
		return `=${form.replaceAll('@', () => {
			const [number, path] = rest.shift()!;
			const node = among[number % among.length]!;
			const quote = node.includes("'") ? '"' : "'";
			return node === '$json' ? `$json${path}` : `$(${quote}${node}${quote}).item.json${path}`;
		})}`;
	});

/** A workflow of up to six steps, some with data pinned to them, started by hand or by a trigger. */
export const randomWorkflow: fc.Arbitrary<{ workflow: IWorkflowBase; mode: 'manual' | 'trigger' }> =
	fc
		.record({
			mode: fc.constantFrom('manual' as const, 'trigger' as const),
			free: fc.shuffledSubarray(names, { minLength: names.length }),
			items: fc.array(json, { minLength: 1, maxLength: 5 }),
			path: fc.array(fc.constantFrom(...Object.keys(steps)), {
				minLength: 1,
				maxLength: 6,
				size: 'max',
			}),
			gives: fc.array(item, { minLength: 1, maxLength: 4 }),
			expressions: fc.array(expression, { minLength: 12, maxLength: 12 }),
			pins: fc.oneof(
				fc.constant([]),
				fc.array(fc.tuple(fc.nat(), fc.array(item, { minLength: 1, maxLength: 4 })), {
					maxLength: 2,
				}),
			),
		})
		.map(({ mode, free, items, path, gives, expressions, pins }) => {
			const workflow = new GrowingWorkflow([...free], (nodes) =>
				expressions.map((make) => make(nodes)),
			);
			let at = workflow.add('manualTrigger', 1);
			const pinData: IPinData = { [at]: items.map((one) => ({ json: one })) };
			for (const step of path) at = workflow.compare(steps[step]!(workflow, at, { gives }));
			workflow.add('noOp', 1, {}, 'Not Run');
			const { nodes, connections } = workflow;
			if (mode === 'manual') {
				for (const [number, pinned] of pins) pinData[nodes[number % nodes.length]!.name] = pinned;
			}
			const dates = { createdAt: new Date(0), updatedAt: new Date(0) };
			const flags = { active: false, isArchived: false, activeVersionId: null };
			const id = 'random-workflow';
			return { workflow: { id, name: id, ...dates, ...flags, nodes, connections, pinData }, mode };
		});
