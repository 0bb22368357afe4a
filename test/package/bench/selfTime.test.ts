import { join } from 'node:path';
import { packageOf, selfTime } from '../../../bench/profile/selfTime';

const root = join(__dirname, '../../..');

function frame(url: string, functionName = 'work') {
	return { functionName, url, scriptId: '1', lineNumber: 0, columnNumber: 0 };
}

describe('The package of a function in a profile', () => {
	it.each([
		[`file://${root}/node_modules/n8n-core/dist/index.js`, 'n8n-core'],
		[`${root}/node_modules/@n8n/di/dist/di.js`, '@n8n/di'],
		[`${root}/node_modules/n8n-core/node_modules/axios/index.js`, 'axios'],
		[`${root}/dist/nodes/Messenger/exchange.js`, 'this package'],
		[`${root}/test/support/engine/runWorkflow.ts`, 'the benchmark'],
		['node:internal/timers', 'Node.js'],
		['', 'native code'],
	])('for %s is %s', (url, name) => {
		expect(packageOf(frame(url))).toBe(name);
	});

	it('is none where nothing ran', () => {
		expect(packageOf(frame('', '(idle)'))).toBeUndefined();
		expect(packageOf(frame('', '(garbage collector)'))).toBe('garbage collection');
	});
});

describe('The self time of a profile', () => {
	it('counts a sample until the next one, most first, without idle time', () => {
		const nodes = [
			{ id: 1, callFrame: frame('node:net') },
			{ id: 2, callFrame: frame('', '(idle)') },
			{ id: 3, callFrame: frame(`${root}/dist/nodes/Messenger/exchange.js`) },
		];
		const profile = {
			nodes,
			startTime: 0,
			endTime: 10_000,
			samples: [1, 2, 3, 3],
			timeDeltas: [500, 1000, 4000, 3000],
		};
		expect([...selfTime(profile, packageOf)]).toEqual([
			['this package', 3],
			['Node.js', 1],
		]);
	});
});
