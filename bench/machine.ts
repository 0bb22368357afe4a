import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

import { megabytes } from './sections/figures';

/** What the figures of a run depend on. */
export function machine() {
	const version = (name: string) => {
		const path = require.resolve(`${name}/package.json`);
		return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
	};
	const processors = cpus();
	return {
		date: new Date().toISOString(),
		processor: `${processors.length} × ${processors[0]?.model ?? 'unknown'}`,
		memory: megabytes(totalmem()),
		node: process.version,
		'n8n-core': version('n8n-core'),
		'n8n-workflow': version('n8n-workflow'),
		'n8n-nodes-base': version('n8n-nodes-base'),
	};
}
