import { sendsMegabytes, type SentBytes } from './conducts';
import { FaultyService } from './FaultyService';
import { operations } from './operations';
import { runNode } from './run';

const megabyte = 1024 * 1024;

it.each(operations)(
	'$name stops reading an answer of 1 GB at $largestAnswer MB, and reads it once',
	async ({ parameters, largestAnswer }) => {
		const sent: SentBytes = { bytes: 0 };
		const service = await FaultyService.start(sendsMegabytes(1024, sent));
		const { error } = await runNode(parameters, { baseUrl: service.url, apiKey: 'large-key' });
		await service.close();
		expect(error?.httpCode).toBe('ERR_RESPONSE_TOO_LARGE');
		expect(service.connections).toHaveLength(1);
		expect(sent.bytes).toBeGreaterThan(largestAnswer * megabyte);
		// Beside what was read, something is on its way in the buffers of the connection.
		expect(sent.bytes).toBeLessThan((largestAnswer + 16) * megabyte);
	},
);
