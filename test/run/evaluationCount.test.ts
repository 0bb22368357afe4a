import { countEvaluations } from '../support/evaluationCount';
import { startEvaluator } from '../support/evaluator';
import { runMessenger } from '../support/messengerRun';
import { httpAnswer, startRawServer, type RawServer } from '../support/rawServer';

describe('the count of evaluations', () => {
	it('has each evaluation of an expression, and no value that is none', async () => {
		const { evaluate, release } = await startEvaluator();
		const evaluations = await countEvaluations(async () => {
			for (const value of ['={{ $json.name.trim() }}', '=Hello {{ $json.name }}', 'Hello']) {
				for (const name of ['Ada', 'Grace']) evaluate(value, { name });
			}
		});
		await release();
		expect(evaluations).toBe(4);
	});

	it('ends with what it watches, also where that fails', async () => {
		const { evaluate, release } = await startEvaluator();
		const failing = countEvaluations(() => Promise.reject(new Error('stopped')));
		await expect(failing).rejects.toThrow('stopped');
		const evaluations = await countEvaluations(async () => {
			await countEvaluations(async () => evaluate('={{ 1 }}', {}));
			evaluate('={{ 2 }}', {});
		});
		await release();
		expect(evaluations).toBe(2);
	});
});

describe('Event: Send on this expression engine', () => {
	let service: RawServer;
	beforeAll(async () => {
		const answer = httpAnswer('{"success":true}');
		service = await startRawServer((socket) => socket.end(answer));
	});
	afterAll(async () => await service.close());

	const items = ['ada', 'grace', 'edsger'].map((name) => ({ name: ` ${name} ` }));

	const send = async (contactName: string) =>
		await runMessenger('event: send', {
			credential: { baseUrl: service.url },
			items,
			parameters: { contactName },
		});

	it('sends what the expressions give for each item', async () => {
		const { output, error } = await send('={{ $json.name.trim().toUpperCase() }}');
		expect(error).toBeUndefined();
		expect(output).toHaveLength(items.length);
		const sent = service.requests.join();
		for (const name of ['ADA', 'GRACE', 'EDSGER']) expect(sent).toContain(`"name":"${name}"`);
	});

	it('evaluates the expression of a parameter for each item', async () => {
		const without = await countEvaluations(() => send('Ada'));
		const withOne = await countEvaluations(() => send('={{ $json.name.trim() }}'));
		expect(withOne - without).toBeGreaterThanOrEqual(items.length);
	});
});
