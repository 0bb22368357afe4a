import fc from 'fast-check';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { runWorkflow } from '../support/engine/runWorkflow';
import { ParameterReader } from '../../nodes/runtime/run/ParameterReader';
import { randomWorkflow, type Role } from './randomWorkflows';

/** How many values are compared: DIRECT_READS=20000 for a long run, and SEED=1 for the same again. */
const count = Number(process.env.DIRECT_READS ?? 500);
const seed = Number(process.env.SEED ?? Date.now());

/** One expression, as it was read for an item of a running workflow. */
interface Comparison {
	expression: string;
	/** Missing where it was left to the evaluator. */
	direct?: { value: unknown };
	/** What the evaluator says; its error where it has no value. */
	evaluated: unknown;
}

const isAsked = new Error('The evaluator is asked');

/** Gives items, or compares what is read with what n8n evaluates, as its `role` says. */
class Probe implements INodeType {
	readonly comparisons: Comparison[] = [];

	description = {
		name: 'messenger',
		version: 1,
		inputs: ['main'],
		outputs: ['main'],
		defaults: {},
		properties: [
			{ displayName: 'Role', name: 'role', type: 'json', default: '{}' },
			{ displayName: 'Value', name: 'value', type: 'string', default: '' },
		],
	} as unknown as INodeType['description'];

	constructor() {
		const { comparisons } = this;
		this.execute = async function (this: IExecuteFunctions) {
			const { gives, compares = [] } = JSON.parse(
				this.getNodeParameter('role', 0) as string,
			) as Role;
			const items = this.getInputData();
			for (const expression of compares) {
				for (const index of items.keys()) {
					comparisons.push(compare(this, expression, index));
				}
			}
			return [gives ? structuredClone(gives) : items];
		};
	}

	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

const property = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	routing: { send: { type: 'body', property: 'value' } },
} as INodeProperties;

function compare(context: IExecuteFunctions, expression: string, index: number): Comparison {
	const node = context.getNode();
	node.parameters.value = expression;
	const withoutEvaluator = Object.assign(Object.create(context) as IExecuteFunctions, {
		getNode: () => node,
		getNodeParameter: () => {
			throw isAsked;
		},
	});
	let direct: Comparison['direct'];
	try {
		direct = { value: new ParameterReader(withoutEvaluator, [property]).read(index).value };
	} catch (error) {
		expect(error).toHaveProperty('message', isAsked.message);
	}
	let evaluated: unknown;
	try {
		evaluated = context.evaluateExpression(expression.slice(1), index);
	} catch (error) {
		evaluated = error;
	}
	return { expression, direct, evaluated };
}

it("an earlier node's item is read directly as by the evaluator, whatever is between the nodes", async () => {
	let values = 0;
	let read = 0;
	let runs = 0;
	const agrees = fc.asyncProperty(randomWorkflow, async ({ workflow, mode }) => {
		const node = new Probe();
		const options = { node, credentialType: new MessengerApi(), credential: {}, mode };
		await runWorkflow(workflow, options);
		runs += 1;
		for (const { expression, direct, evaluated } of node.comparisons) {
			values += 1;
			if (direct === undefined) continue;
			read += 1;
			expect([expression, evaluated]).toEqual([expression, direct.value]);
			expect(evaluated).toBe(direct.value);
		}
	});
	for (let round = 0; read < count; round += 1) {
		await fc.assert(agrees, { numRuns: 10, seed: seed + round });
	}
	if (process.env.DIRECT_READS) console.log({ seed, runs, values, read });
	expect(read / values).toBeGreaterThan(1 / 4);
}, 3_600_000);
