import { startSandbox, type Sandbox } from '../../sandbox';
import { passesOn, resetsBeforeReading, resetsOnConnecting, type PassedAnswer } from './conducts';
import { FaultyService, type Conduct } from './FaultyService';
import { operations, type FaultedOperation } from './operations';
import { runNode } from './run';

const maybeProcessed = 'It may have been processed, so it was not sent again.';

/** Where a first request fails; what the service has done with it by then. */
const failures: Array<{
	failure: string;
	conduct: (sandboxUrl: string) => Conduct;
	isProcessed: boolean;
}> = [
	{ failure: 'before it was read', conduct: () => resetsBeforeReading, isProcessed: false },
	...(
		[
			['after it was read', 'lost'],
			['in the middle of the answer', 'cut'],
			['by never being answered', 'kept back'],
			['with a 502 of something in between', 'replaced by a 502'],
		] as Array<[string, PassedAnswer]>
	).map(([failure, answer]) => ({
		failure,
		conduct: (sandboxUrl: string) => passesOn(sandboxUrl, answer),
		isProcessed: true,
	})),
];

/** A sandbox, and before it something that fails as it is told. */
async function withGateway<Result>(
	act: (gateway: FaultyService, sandbox: Sandbox) => Promise<Result>,
): Promise<Result> {
	const sandbox = await startSandbox();
	const gateway = await FaultyService.start();
	try {
		return await act(gateway, sandbox);
	} finally {
		await Promise.all([gateway.close(), sandbox.close()]);
	}
}

/** Sends one item through the gateway. Gives what the node said and what the sandbox wrote down. */
async function passThrough(operation: FaultedOperation, gateway: FaultyService, sandbox: Sandbox) {
	const { error, items } = await runNode(
		{ ...operation.parameters, requestOptions: { timeout: 1500 } },
		{ baseUrl: gateway.url, apiKey: sandbox.apiKey },
	);
	const accepted = await sandbox.accepted();
	return {
		error,
		output: items('Messenger').length,
		connections: gateway.connections.length,
		journal: (await sandbox.requests()).map(({ status }) => status),
		accepted: operation.accepted && accepted[operation.accepted].length,
	};
}

describe.each(operations)('$name', (operation) => {
	let seen: Array<Awaited<ReturnType<typeof passThrough>>>;

	beforeAll(async () => {
		seen = await Promise.all(
			failures.map(({ conduct }) =>
				withGateway(async (gateway, sandbox) => {
					gateway.follow(conduct(sandbox.url), passesOn(sandbox.url, 'given'));
					return await passThrough(operation, gateway, sandbox);
				}),
			),
		);
	});

	describe('whose request fails', () => {
		it.each(failures.map(({ failure }, index) => [failure, index] as const))(
			operation.readOnly ? '%s is sent again' : '%s is not sent again, and says so',
			(_, index) => {
				const { isProcessed } = failures[index]!;
				const { error, ...counts } = seen[index]!;
				if (operation.readOnly) {
					expect(error).toBeUndefined();
					expect(counts.output).toBeGreaterThan(0);
					expect(counts.connections).toBe(2);
					expect(counts.journal).toEqual(isProcessed ? [200, 200] : [200]);
				} else {
					expect(error?.description).toContain(maybeProcessed);
					expect(error?.description).toContain('1 item sent, and may have been processed (0)');
					expect(counts).toEqual({
						output: 0,
						connections: 1,
						journal: isProcessed ? [200] : [],
						accepted: isProcessed ? 1 : 0,
					});
				}
			},
		);
	});

	it('is sent again when the host refused the connection, and arrives once', async () => {
		await withGateway(async (gateway, sandbox) => {
			gateway.follow(passesOn(sandbox.url, 'given'));
			await gateway.close();
			const comeBack = setTimeout(() => void gateway.listen(), 100);
			const { error, ...counts } = await passThrough(operation, gateway, sandbox);
			clearTimeout(comeBack);
			expect(error).toBeUndefined();
			expect(counts.connections).toBe(1);
			expect(counts.journal).toEqual([200]);
			expect(counts.accepted).toBe(operation.readOnly ? undefined : 1);
		});
	});

	it('arrives once at most when the connection is reset while it is made', async () => {
		await withGateway(async (gateway, sandbox) => {
			gateway.follow(resetsOnConnecting, passesOn(sandbox.url, 'given'));
			const { error, ...counts } = await passThrough(operation, gateway, sandbox);
			// Whether the connection was made before it was reset is a matter of microseconds.
			if (operation.readOnly) expect(error).toBeUndefined();
			if (error) expect(error.description).toContain(maybeProcessed);
			expect(counts.connections).toBe(error ? 1 : 2);
			expect(counts.journal).toEqual(error ? [] : [200]);
		});
	});
});
