import { answers, sendsMegabytes, type SentBytes } from '../support/conducts';
import { FaultyService } from '../support/FaultyService';
import { cases } from '../node/cases';
import { runNode } from './run';

const megabyte = 1024 * 1024;

describe.each(cases)('$name', ({ marked, answer, largestAnswer }) => {
	it(`stops reading an answer of 1 GB at ${largestAnswer} MB, and reads it once`, async () => {
		const sent: SentBytes = { bytes: 0 };
		const service = await FaultyService.start(sendsMegabytes(1024, sent));
		const { error } = await runNode(marked, { baseUrl: service.url, apiKey: 'large-key' });
		await service.close();
		expect(error?.httpCode).toBe('200');
		expect(error?.message).toMatch(` is too large: more than ${largestAnswer} MB`);
		expect(service.connections).toHaveLength(1);
		expect(sent.bytes).toBeGreaterThan(largestAnswer * megabyte);
		// Beside what was read, something is on its way in the buffers of the connection.
		expect(sent.bytes).toBeLessThan((largestAnswer + 16) * megabyte);
	});

	it('takes no answer that is nested in 20,000 levels, and asks for it once', async () => {
		const nested = '{"a":['.repeat(10_000) + '1' + ']}'.repeat(10_000);
		const text = JSON.stringify(answer);
		const last = text.lastIndexOf('"}') < 0 ? text.lastIndexOf('}') : text.lastIndexOf('"}') + 1;
		const service = await FaultyService.start(
			answers(200, `${text.slice(0, last)},"deep":${nested}${text.slice(last)}`),
		);
		const { error } = await runNode(marked, {
			baseUrl: service.url,
			apiKey: 'deep-key',
		});
		await service.close();
		expect(error?.message).toMatch(' is too large: nested deeper than 64 levels');
		expect(error?.httpCode).toBe('200');
		expect(service.connections).toHaveLength(1);
	});
});
