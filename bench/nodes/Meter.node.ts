import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { about } from './about';

/** The memory and timers of n8n's process when nothing runs but the workflow that asks. */
export interface Held {
	/** Bytes in use after a collection of garbage: on V8's heap, and in buffers outside it. */
	memory: number;
	/** Bytes that V8 and the allocator keep from the system, in use or not. */
	resident: number;
	/** Timers that would keep the process alive. */
	timers: number;
	/** Listeners on `process`. */
	listeners: number;
	/** Endpoints of services of which the package knows something: its limiters. */
	services: number;
}

/** One item: what n8n's process holds. */
export class Meter implements INodeType {
	description = about('Meter', 'What the process holds');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [[{ json: { ...held() }, pairedItem: 0 }]];
	}
}

function held(): Held {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	// The second collection frees what the first one finalises.
	collectGarbage();
	collectGarbage();
	const { heapUsed, external, rss } = process.memoryUsage();
	return {
		memory: heapUsed + external,
		resident: rss,
		timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
		listeners: process
			.eventNames()
			.reduce((sum, name) => sum + process.listenerCount(name as NodeJS.Signals), 0),
		services: packageModule<{ limiters: { limiters: Map<string, unknown> } }>('limiter/limiters.js')
			.limiters.limiters.size,
	};
}

/** A module of the package as n8n has loaded it. */
function packageModule<Exports>(name: string): Exports {
	const path = Object.keys(require.cache).find((each) =>
		each.endsWith(`n8n-nodes-messenger/dist/nodes/runtime/${name}`),
	);
	if (path === undefined) throw new Error(`n8n has not loaded ${name}`);
	return require.cache[path]!.exports as Exports;
}
