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

import { messengerWorkflow } from '../../playground/engine/messengerWorkflow';

/** The role of a node of the type under test in these workflows: it returns items, or compares readings. */
export interface Role {
	/** The items that it gives, for the input; the input itself where it is missing. */
	gives?: INodeExecutionData[];
	/** The expressions that it reads for each item. */
	compares?: string[];
}

/** Names that a person may give to a node; the last ones mean something in an expression. */
const names = [
	...['Webhook', 'HTTP Request1', 'A & B', 'größe', 'n8n (all)', 'Merge 2', '名前'],
	...['x.first(', '$json', '$if (a)', 'toString', "it's", ' '],
];

/** A workflow that grows from its trigger on, with a node that compares behind every step. */
class GrowingWorkflow {
	readonly nodes: INode[] = [];
	readonly connections: IWorkflowBase['connections'] = {};

	constructor(
		private readonly free: string[],
		private readonly expressionsFor: (nodes: string[]) => string[],
		/** The items of the nodes that return items. */
		readonly gives: INodeExecutionData[],
	) {}

	/** @returns the node's name */
	add(
		type: string,
		typeVersion: number,
		parameters: INodeParameters = {},
		name = this.free.shift() ?? `Node ${this.nodes.length}`,
	): string {
		const id = `node-${this.nodes.length}`;
		const fullType = `n8n-nodes-${type.includes('.') ? type : `base.${type}`}`;
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

	/** A node of the type under test. */
	probe(role: Role, name?: string): string {
		return this.add('messenger.messenger', 1, { role: JSON.stringify(role) }, name);
	}

	/** Lets the readings be compared behind a node. @returns that node */
	compare(at: string, output = 0): string {
		const others = this.nodes.map(({ name }) => name).filter((name) => !name.startsWith('Compare'));
		const compares = this.expressionsFor(others);
		this.connect(at, this.probe({ compares }, `Compare ${this.nodes.length}`), output);
		return at;
	}
}

const editing = {
	mode: 'raw',
	jsonOutput: '={{ { edited: $json.id } }}',
	includeOtherFields: true,
	options: {},
};

const branching = { mode: 'expression', numberOutputs: 2, output: '={{ $json.id % 2 }}' };

/** One step of a workflow behind a node; each returns the node that the next step is behind. */
const steps: Array<(workflow: GrowingWorkflow, at: string) => string> = [
	(workflow, at) => workflow.append(at, 'set', 3.4, editing),
	(workflow, at) =>
		workflow.append(at, 'splitOut', 1, { fieldToSplitOut: 'list', include: 'allOtherFields' }),
	(workflow, at) => workflow.connect(at, workflow.probe({ gives: workflow.gives })),
	(workflow, at) => {
		const branches = workflow.append(at, 'switch', 3, branching);
		return workflow.compare(branches, 1);
	},
	(workflow, at) => {
		const branches = [workflow.append(at, 'noOp', 1), workflow.append(at, 'set', 3.4, editing)];
		const merge = workflow.add('merge', 3);
		branches.forEach((branch, input) => workflow.connect(branch, merge, 0, input));
		return merge;
	},
	// Runs what follows twice.
	(workflow, at) => {
		const [first, second] = [workflow.append(at, 'noOp', 1), workflow.append(at, 'limit', 1)];
		return workflow.connect(second, workflow.append(first, 'noOp', 1));
	},
	// A loop.
	(workflow, at) => {
		const loop = workflow.append(at, 'splitInBatches', 3, { batchSize: 2 });
		const inside = workflow.add('set', 3.4, editing);
		workflow.connect(loop, inside, 1);
		workflow.connect(workflow.compare(inside), loop);
		return loop;
	},
];

const value = fc.oneof(
	fc.string({ maxLength: 4 }),
	fc.integer({ min: -3, max: 3 }),
	fc.constantFrom(' Ada ', true, false, null, 0.5, ''),
);

const json: fc.Arbitrary<IDataObject> = fc.record({
	id: fc.nat({ max: 4 }),
	name: value,
	list: fc.array(value, { minLength: 1, maxLength: 2 }),
	body: fc.record({ email: value, 'First Name': value }),
});

const place: fc.Arbitrary<IPairedItemData> = fc.record(
	{ item: fc.nat({ max: 4 }), input: fc.nat({ max: 1 }) },
	{ requiredKeys: ['item'] },
);

/** Items as a node may leave them: with a link to where one comes from, a wrong one, several or none. */
const items: fc.Arbitrary<INodeExecutionData[]> = fc.array(
	fc.record(
		{ json, pairedItem: fc.oneof(place, fc.nat({ max: 4 }), fc.array(place, { maxLength: 2 })) },
		{ requiredKeys: ['json'] },
	),
	{ minLength: 1, maxLength: 4 },
);

const paths = [
	...['.id', '.id', '.id.toString()', '.name', '.name', '.name.trim()', '.body.email', '.body'],
	...['.body["First Name"]', '.list[0]', '.edited', '.missing'],
];

const forms = [
	...['{{ @ }}', '{{ @ }}', '{{ @ + "-" + $json.id }}', '{{ (@ || @) + "" }}', '{{ @ ?? @ }}'],
	...['{{ $json.name || @ }}', 'Hi {{ @ }}!', '{{ @ }}/{{ @ }}'],
];

/** An expression that reads the nodes given by numbers. */
const expression = fc
	.tuple(
		fc.constantFrom(...forms),
		fc.array(fc.tuple(fc.nat(), fc.constantFrom(...paths)), { minLength: 2, maxLength: 2 }),
	)
	.map(([form, reads]) => (nodes: string[]) => {
		const usual = Array<string[]>(6).fill([...nodes, '$json']);
		const among = [...usual.flat(), 'Nobody', 'Not Run', 'Compare 3'];
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
			first: items,
			path: fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 6, size: 'max' }),
			gives: items,
			expressions: fc.array(expression, { minLength: 12, maxLength: 12 }),
			pins: fc.array(fc.tuple(fc.nat(), items), { maxLength: 2 }),
		})
		.map(({ mode, free, first, path, gives, expressions, pins }) => {
			const expressionsFor = (nodes: string[]) => expressions.map((make) => make(nodes));
			const workflow = new GrowingWorkflow([...free], expressionsFor, gives);
			const trigger = workflow.add('manualTrigger', 1);
			path.reduce((at, step) => workflow.compare(step(workflow, at)), trigger);
			workflow.add('noOp', 1, {}, 'Not Run');
			const { nodes, connections } = workflow;
			const pinData: IPinData = { [trigger]: first };
			if (mode === 'manual') {
				for (const [number, pinned] of pins) pinData[nodes[number % nodes.length]!.name] = pinned;
			}
			return { workflow: { ...messengerWorkflow({}), nodes, connections, pinData }, mode };
		});
