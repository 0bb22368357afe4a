import '../../tools/playground/engine/environment';
import { Expression } from 'n8n-workflow';

/** Switched on as n8n 2 does when it starts, with the defaults of its `N8N_EXPRESSION_ENGINE_…`. */
beforeAll(async () => {
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
});

afterAll(async () => await Expression.disposeExpressionEngine());
