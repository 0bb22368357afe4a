import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { contacts } from '../contacts';
import { start } from './stopwatch';

/** Makes the contacts that the webhook's query asks for, and starts the stopwatch. */
export class Source implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Source',
		name: 'source',
		group: ['input'],
		version: 1,
		description: 'The items of a benchmark',
		defaults: { name: 'Source' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { query } = this.getInputData()[0]!.json as { query: { items: string; first: string } };
		const made = contacts(Number(query.items), Number(query.first));
		const items = made.map((json) => ({ json, pairedItem: 0 }));
		start();
		return [items];
	}
}
