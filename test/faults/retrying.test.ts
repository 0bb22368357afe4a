import { startSandbox } from '../../sandbox';
import {
	passesOn,
	resetsBeforeReading,
	resetsOnConnecting,
	type PassedAnswer,
} from '../support/conducts';
import { FaultyService, type Conduct } from '../support/FaultyService';
import { cases } from '../node/cases';
import type { Case } from '../node/operations/operationCase';
import { measuredInParallel } from '../support/measuredInParallel';
import { runNode } from './run';

const maybeProcessed =
	'It may have been processed, so it was not sent again. Check in the service before you resend it.';

const neverAnswered = 'by never being answered';

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
			[neverAnswered, 'kept back'],
			['with a 502 of something in between', 'replaced by a 502'],
		] as Array<[string, PassedAnswer]>
	).map(([failure, answer]) => ({
		failure,
		conduct: (sandboxUrl: string) => passesOn(sandboxUrl, answer),
		isProcessed: true,
	})),
];

/** Everything that may befall a first request; what fails is passed on the second time. */
const befalls: Record<string, (gateway: FaultyService, sandboxUrl: string) => Promise<void>> = {
	...Object.fromEntries(
		failures.map(({ failure, conduct }) => [
			failure,
			async (gateway, sandboxUrl) =>
				gateway.follow(conduct(sandboxUrl), passesOn(sandboxUrl, 'given')),
		]),
	),
	'the host refuses the connection': async (gateway, sandboxUrl) => {
		gateway.follow(passesOn(sandboxUrl, 'given'));
		await gateway.close();
		setTimeout(() => void gateway.listen(), 100);
	},
	'the connection is reset while it is made': async (gateway, sandboxUrl) =>
		gateway.follow(resetsOnConnecting, passesOn(sandboxUrl, 'given')),
};

/** Sends one item to a sandbox by way of something that fails. Gives what the node said and the sandbox wrote down. */
async function pass(operation: Case, befall: string) {
	const sandbox = await startSandbox();
	const gateway = await FaultyService.start();
	try {
		await befalls[befall]!(gateway, sandbox.url);
		const { error, items } = await runNode(
			{
				...operation.marked,
				requestOptions: { timeout: befall === neverAnswered ? 5000 : 30_000 },
			},
			{ baseUrl: gateway.url, apiKey: sandbox.apiKey },
		);
		const accepted = await sandbox.accepted();
		return {
			error,
			output: items('Messenger').length,
			connections: gateway.connections.length,
			journal: (await sandbox.requests()).map(({ status }) => status),
			accepted: operation.readOnly
				? undefined
				: accepted[operation.resource === 'campaign' ? 'campaigns' : 'events'].length,
		};
	} finally {
		await Promise.all([gateway.close(), sandbox.close()]);
	}
}

const tasks = cases.flatMap((operation) =>
	Object.keys(befalls).map((befall) => ({ operation, befall })),
);
const passages = measuredInParallel(
	tasks,
	12,
	async ({ operation, befall }) => await pass(operation, befall),
);

describe.each(cases)('$name', (operation) => {
	const seen = async (befall: string) =>
		await passages.at(
			tasks.findIndex((task) => task.operation === operation && task.befall === befall),
		);

	describe('whose request fails', () => {
		it.each(failures)(
			operation.readOnly ? '$failure is sent again' : '$failure is not sent again, and says so',
			async ({ failure, isProcessed }) => {
				const { error, output, connections, journal, accepted } = await seen(failure);
				if (operation.readOnly) {
					expect(error).toBeUndefined();
					expect(output).toBeGreaterThan(0);
					expect(connections).toBe(2);
					expect(journal).toEqual(isProcessed ? [200, 200] : [200]);
				} else {
					expect(error?.description).toContain(maybeProcessed);
					expect(error?.context.run).toMatchObject({ uncertain: [0] });
					expect(output).toBe(0);
					expect(connections).toBe(1);
					expect(journal).toEqual(isProcessed ? [200] : []);
					expect(accepted).toBe(isProcessed ? 1 : 0);
				}
			},
		);
	});

	it('is sent again when the host refused the connection, and arrives once', async () => {
		const { error, connections, journal, accepted } = await seen('the host refuses the connection');
		expect(error).toBeUndefined();
		expect(connections).toBe(1);
		expect(journal).toEqual([200]);
		expect(accepted).toBe(operation.readOnly ? undefined : 1);
	});

	it('arrives once at most when the connection is reset while it is made', async () => {
		const { error, connections, journal } = await seen('the connection is reset while it is made');
		// Whether the connection was made before it was reset is a matter of microseconds.
		if (operation.readOnly) expect(error).toBeUndefined();
		if (error) expect(error.description).toContain(maybeProcessed);
		expect(connections).toBe(error ? 1 : 2);
		expect(journal).toEqual(error ? [] : [200]);
	});
});
