import { gzipSync } from 'node:zlib';

import { answers } from '../../support/conducts';
import { FaultyService } from '../../support/FaultyService';
import { continueOnFail, runNode } from '../../faults/run';
import { caseOf } from '../cases';

const packed = { 'Content-Encoding': 'gzip' };
const megabyte = 1024 * 1024;

it('reads 256 MB of lists in one run, and no more', async () => {
	const list = Buffer.concat([Buffer.from('{"data":[]}'), Buffer.alloc(3.9 * megabyte, ' ')]);
	const service = await FaultyService.start(answers(200, gzipSync(list), packed));
	const { json } = await runNode(
		{
			...caseOf('list: getAll').marked,
			requestOptions: { maxConcurrency: 1 },
		},
		{
			baseUrl: service.url,
			apiKey: 'sizes-key',
			items: Array.from({ length: 68 }, () => ({})),
			settings: continueOnFail,
		},
	);
	await service.close();
	// Sixty-five of them are 254 MB; an empty list has no items.
	const failed = json('Messenger') as Array<{ error: string }>;
	expect(failed).toHaveLength(3);
	for (const { error } of failed) {
		expect(error).toMatch(/are too large: more than 256 MB together$/);
	}
});
