import { DataDeduplicationService } from 'n8n-core';

import { retriesOnFail } from '../support/runNode';
import {
	accepting,
	endOf,
	failing,
	oneByOne,
	refuses,
	refusing,
	resending,
	retry,
	start,
} from './retrying';
import { service, writing } from './scripted';

/** Nothing is sent, and all that isn't known to be accepted may have been sent. */
const taken = { sent: [], accepted: [0, 4], uncertain: [1, 2, 3] };
const allAccepted = 'ok ok ok ok ok';
const alreadyRetried = 'May have been sent: this execution was already retried';

afterEach(() => jest.restoreAllMocks());

describe('a Retry of an execution that was already retried (R7)', () => {
	/** An execution that failed for three of five, and a Retry that has sent these. */
	async function retriedOnce() {
		const first = await start(refusing(1, 2, 3), writing);
		const failed = { sent: [0, 1, 2, 3, 4], accepted: [0, 4], failed: [1, 2, 3] };
		expect(endOf(first)).toEqual(failed);
		const second = await retry(first, accepting);
		expect(endOf(second)).toEqual({ sent: [1, 2, 3], rows: allAccepted });
		return first;
	}

	it('sends nothing, and says where to look', async () => {
		const first = await retriedOnce();
		for (const again of [await first.retry(), await first.retry({ parameters: oneByOne })]) {
			expect(endOf(again)).toEqual(taken);
			expect(again.error?.message).toContain(alreadyRetried);
			expect(again.error?.description).toContain('Open its newest Retry');
			expect(endOf(await again.retry())).toEqual(taken);
		}
		const resent = await first.retry({ parameters: resending });
		expect(endOf(resent)).toEqual({ sent: [1, 2, 3], rows: allAccepted });
	});

	it('says so of what was uncertain before: the advice on this would send the same again', async () => {
		const first = await start(failing(0), writing, { items: 3 });
		await retry(first, accepting, { parameters: resending });
		service.sent();
		const { error } = await first.retry();
		expect(service.sent()).toEqual({});
		expect(error?.message).toBe(alreadyRetried);
		expect(error?.description).not.toContain('Send Again If Unsure');
	});

	it('may send if it is the Retry of a failed Retry, and only then', async () => {
		const first = await start(refusing(1, 2, 3), writing);
		service.sent();
		const second = await retry(first, refusing(1, 2, 3));
		expect(endOf(second)).toEqual({ sent: [1, 2, 3], accepted: [0, 4], failed: [1, 2, 3] });
		expect(endOf(await retry(first, refusing(3)))).toEqual(taken);
		const third = await retry(second, refusing(3));
		expect(endOf(third)).toEqual({ sent: [1, 2, 3], accepted: [0, 1, 2, 4], failed: [3] });
		expect(endOf(await retry(second, accepting))).toEqual(taken);
		expect(endOf(await retry(third, accepting))).toEqual({ sent: [3], rows: allAccepted });
		const again = await retry(third, accepting);
		expect(endOf(again)).toEqual({ sent: [], accepted: [0, 1, 2, 4], uncertain: [3] });
	});

	it('shares one claim among the tries of Retry On Fail', async () => {
		const first = await start(refusing(1, 2, 3), writing);
		service.sent();
		const fates = [refuses];
		const second = await retry(first, () => fates.pop(), { node: retriesOnFail });
		expect(endOf(second)).toEqual({ sent: [1, 1, 2, 3], rows: allAccepted });
	});

	it('sends nothing if n8n cannot note it', async () => {
		const first = await start(refusing(1), writing, { items: 3 });
		service.sent();
		const broken = jest
			.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord')
			.mockRejectedValueOnce(new Error('SQLITE_BUSY'));
		const second = await retry(first, accepting);
		expect(endOf(second)).toEqual({ sent: [], accepted: [0, 2], notSent: [1] });
		expect(second.error?.message).toContain('SQLITE_BUSY');
		broken.mockRejectedValueOnce(new Error('SQLITE_BUSY'));
		const third = await first.retry({ node: retriesOnFail });
		expect(endOf(third)).toEqual({ sent: [1], rows: 'ok ok ok' });
	});
});
