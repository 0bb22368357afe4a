import type { INodeExecutionData, INodeType } from 'n8n-workflow';

import { about } from './about';
import { stop } from './stopwatch';

/** Stops the stopwatch; its one item is the measurement, which the webhook answers with. */
export class Sink implements INodeType {
	description = about('Sink', 'The measurement of a benchmark');

	async execute(): Promise<INodeExecutionData[][]> {
		return [[{ json: { ...stop() }, pairedItem: 0 }]];
	}
}
