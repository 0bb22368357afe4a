import '../engine/environment';
import * as results from '@n8n/expression-runtime/dist/cjs/runtime/luxon-transfer';
import { Expression } from 'n8n-workflow';

/**
 * Copies what came out of the sandbox. Its arrays, dates and objects belong to Node's global
 * objects, and Jest has its own, by which n8n then would not recognize them.
 */
function copied(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return Array.from(value, copied);
	const type = Object.prototype.toString.call(value);
	if (type === '[object Date]') return new Date(Number(value));
	if (type !== '[object Object]') return value;
	return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, copied(held)]));
}

const unwrap = results.unwrapLuxonValues;

/** Switched on as n8n 2 does when it starts, with the defaults of its `N8N_EXPRESSION_ENGINE_…`. */
beforeAll(async () => {
	Object.assign(results, { unwrapLuxonValues: (value: unknown) => unwrap(copied(value)) });
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
});

afterAll(async () => await Expression.disposeExpressionEngine());
