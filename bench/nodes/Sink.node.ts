import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { stop } from './stopwatch';

/** Stops the stopwatch; its one item is the measurement, which the webhook answers with. */
export class Sink implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Sink',
		name: 'sink',
		group: ['output'],
		version: 1,
		description: 'The measurement of a benchmark',
		defaults: { name: 'Sink' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [[{ json: { ...stop(this.getInputData().length) }, pairedItem: 0 }]];
	}
}
