import { gzipSync } from 'node:zlib';

import { answers } from '../../support/conducts';
import { FaultyService } from '../../support/FaultyService';
import { continues, execute } from '../../faults/execution';
import { event } from '../../faults/operations';
import { people } from '../../support/service';

const packed = { 'Content-Encoding': 'gzip' };
const megabyte = 1024 * 1024;

it('reads 1 MB of a small answer that unpacks to more, and asks ten times at most', async () => {
	const bomb = gzipSync(Buffer.alloc(16 * megabyte, ' '));
	const service = await FaultyService.start(answers(200, bomb, packed));
	const { failed } = await execute(event, {
		url: service.url,
		items: people(100),
		node: continues,
	});
	await service.close();
	expect(service.connections).toHaveLength(10);
	const errors = failed.map(({ error }) => error);
	expect(errors).toHaveLength(100);
	expect(
		errors.filter((error) => /is too large: more than 1 MB( for "|$)/.test(error)),
	).toHaveLength(10);
	expect(errors.at(-1)).toMatch(/^Not sent, /);
});
