import { gzipSync } from 'node:zlib';

import { answers } from '../../support/conducts';
import { FaultyService } from '../../support/FaultyService';
import { continues, runNode } from '../../support/runNode';
import { people } from '../../support/service';

/** An answer of so many megabytes, most of which is white space, packed. */
const packed = (megabytes: number) =>
	answers(200, gzipSync(`{"success":true}${' '.repeat(megabytes * 1024 * 1024)}`), {
		'Content-Encoding': 'gzip',
	});

async function run(operation: string, count: number, megabytes: number, options = {}) {
	const service = await FaultyService.start(packed(megabytes));
	const execution = await runNode(operation, {
		items: people(count),
		parameters: { options, requestOptions: { maxConcurrency: 1 } },
		node: continues,
		credential: { baseUrl: service.url },
	});
	await service.close();
	return { ...execution, requests: service.requests.length };
}

describe('how much is read (Q6, R3)', () => {
	it('1 MB of a small answer that unpacks to more, and ten of them in a row at most', async () => {
		const { failed, requests } = await run('event: send', 100, 2);
		expect(requests).toBe(10);
		expect(failed).toHaveLength(100);
		expect(failed.filter(({ error }) => error.includes('1 MB'))).toHaveLength(10);
	});

	it('256 MB of all answers of a run, each as often as it becomes an output', async () => {
		const each = { recipientsPerRequest: 100 };
		const { failed, output, requests } = await run('campaign: sendToItems', 300, 0.95, each);
		expect([output.length, failed.length, requests]).toEqual([300, 100, 3]);
		expect(failed[0]?.error).toContain('256 MB');
	});
});
