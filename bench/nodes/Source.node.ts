import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { contacts } from '../contacts';
import { about } from './about';
import { start } from './stopwatch';

/** Makes the contacts that the webhook's query asks for, and starts the stopwatch. */
export class Source implements INodeType {
	description = about('Source', 'The items of a benchmark');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { query } = this.getInputData()[0]!.json as { query: { items: string } };
		const made = contacts(Number(query.items));
		const items = made.map((json) => ({ json, pairedItem: 0 }));
		start();
		return [items];
	}
}
