import { answers } from '../support/conducts';
import type { Conduct, FaultyService, ReadRequest } from '../support/FaultyService';
import { continues, execute, type Execution } from './execution';
import { operations, sendToItems, writing } from './operations';
import { arrivals, people, sentFor, startService, type Fate } from '../support/service';

let service: FaultyService;
let fate: Fate;
beforeEach(async () => {
	service = await startService((request, position) => fate(request, position));
});
afterEach(async () => await service.close());

const modes = [
	['Stop Workflow', {}],
	['Continue', continues],
	['Continue (using error output)', { onError: 'continueErrorOutput' as const }],
] as const;

const wrongForAll: Array<[name: string, conduct: Conduct]> = [
	['wrong key', answers(401, { detail: 'Authentication credentials were not provided.' })],
	['blocked key', answers(403, { message: 'Forbidden' })],
	['missing Accept header', answers(406, { message: 'Not acceptable' })],
	['redirect', answers(302, '', { Location: 'https://elsewhere.example.com/' })],
];

describe.each(wrongForAll)('a %s', (_name, conduct) => {
	describe.each(operations)('in 300 items of $name', ({ parameters }) => {
		it.each(modes)('costs one request under %s', async (_mode, node) => {
			fate = () => conduct;
			const { run } = await execute(parameters, { url: service.url, items: people(300), node });
			expect(service.connections).toHaveLength(1);
			expect(
				run.items('Messenger', 'onError' in node && modes[2][1] === node ? 1 : 0),
			).toHaveLength('onError' in node ? 300 : 0);
		});
	});
});

describe('a block in the middle of a run says how many requests it kept back', () => {
	beforeEach(() => {
		fate = (_request, position) => (position < 5 ? undefined : answers(403, {}));
	});
	const sent = { ...sendToItems, options: { recipientsPerRequest: 2 } };

	it('in the error of the run', async () => {
		const { error } = await execute(sent, { url: service.url, items: people(100) });
		const { notSent } = error?.context.run as { notSent: number[] };
		expect(error?.description).toContain(`${notSent.length / 2} requests were not sent.`);
	});

	it('in each item that failed by it', async () => {
		const { failed } = await execute(sent, {
			url: service.url,
			items: people(100),
			node: continues,
		});
		const notSent = failed.filter(({ details }) => details.state === 'not sent');
		const blocked = failed.filter(({ details }) => details.httpCode === '403');
		expect(blocked.length).toBeGreaterThanOrEqual(2);
		for (const { message } of blocked) {
			expect(message).toContain(`${notSent.length / 2} requests were not sent.`);
		}
	});
});

it('another failure in the middle of a run counts the items that were not sent', async () => {
	fate = (_request, position) => (position < 5 ? undefined : answers(400, { message: 'No' }));
	const { error } = await execute(
		{ ...sendToItems, options: { recipientsPerRequest: 2 } },
		{ url: service.url, items: people(100) },
	);
	const { notSent } = error?.context.run as { notSent: number[] };
	expect(error?.description).toContain(`${notSent.length} items were not sent (`);
	expect(error?.description).not.toContain('requests');
});

it('a wrong key in the middle of a run stops it, and no more leaves than were on their way', async () => {
	const withoutKey = answers(401, { detail: 'Authentication credentials were not provided.' });
	fate = (_request, position) => (position < 50 ? undefined : withoutKey);
	const requestOptions = { maxConcurrency: 5 };
	await execute(
		{ ...sendToItems, requestOptions },
		{ url: service.url, items: people(300), node: continues },
	);
	expect(service.requests.length).toBeLessThanOrEqual(55);
});

describe.each(operations)('what every request is refused for, $name', ({ parameters }) => {
	it.each([
		['template', answers(400, { success: false, message: 'Bad request' })],
		['path', answers(404, { message: 'Not found' })],
	])('costs at most 10 requests of 300 where the %s is wrong', async (_name, refusal) => {
		fate = () => refusal;
		const { failed } = await execute(parameters, {
			url: service.url,
			items: people(300),
			node: continues,
		});
		expect(service.connections.length).toBeLessThanOrEqual(10);
		expect(failed).toHaveLength(300);
		expect(failed.at(-1)?.details.state).toBe('not sent');
	});
});

describe.each(operations)('one refused item of 200, $name', ({ parameters }) => {
	const refusesItem = (item: number) => (request: ReadRequest) =>
		sentFor(request).includes(String(item)) ? answers(400, { message: 'Bad request' }) : undefined;

	it.each([0, 100])('does not keep the other 199 back, item %d', async (item) => {
		fate = refusesItem(item);
		const { failed, output } = await execute(parameters, {
			url: service.url,
			items: people(200),
			node: continues,
		});
		expect(arrivals(service.requests).size).toBe(200);
		expect(service.requests).toHaveLength(200);
		expect(failed).toHaveLength(1);
		expect(output[item]?.json).toMatchObject({
			error: expect.stringMatching(/^Bad request( for "|$)/),
			details: { state: 'failed' },
		});
	});
});

describe.each(writing.filter(({ name }) => !name.includes('ToItems')))(
	'one refused item of 200 under Stop, $name',
	({ parameters }) => {
		it('stops the node when the other 199 are sent', async () => {
			fate = (request) =>
				sentFor(request).includes('100') ? answers(400, { message: 'Bad request' }) : undefined;
			const { error } = await execute(parameters, { url: service.url, items: people(200) });
			expect(arrivals(service.requests).size).toBe(200);
			expect(error?.context.itemIndex).toBe(100);
			expect(error?.description).toContain('199 of 200 items were accepted (0 to 99, 101 to 199).');
		});
	},
);

describe('a failed request of Send to All Items keeps back all that has not left', () => {
	const failures: Array<[name: string, conduct: Conduct]> = [
		['a 500', answers(500, { message: 'Internal server error' })],
		['a 400', answers(400, { message: 'Bad request' })],
		['success: false', answers(200, { success: false, message: 'Bad request' })],
		['HTML', answers(200, '<html>', { 'Content-Type': 'text/html' })],
		['a redirect', answers(302, '', { Location: 'https://elsewhere.example.com/' })],
		['a reset', { onRequest: (response) => response.socket?.resetAndDestroy() }],
		['a timeout', { onRequest: () => {} }],
	];

	const parameters = {
		...sendToItems,
		// Several campaigns, each of several requests.
		templateName: '={{ "welcome-" + $itemIndex % 3 }}',
		requestOptions: { maxConcurrency: 50, timeout: 500 },
	};
	const run = async (): Promise<Execution> =>
		await execute(parameters, { url: service.url, items: people(60) });

	it.each(failures)('after %s to the first one', async (_name, conduct) => {
		fate = () => conduct;
		const { error } = await run();
		expect(service.connections).toHaveLength(1);
		expect(error?.context.run).toMatchObject({ accepted: [] });
	});

	it.each(failures)('after %s to the fourth one', async (_name, conduct) => {
		let inFlightAtFailure = 0;
		fate = (_request, position) => {
			if (position < 3) return undefined;
			if (position > 3) return { onRequest: () => void (inFlightAtFailure += 1) };
			return conduct;
		};
		const { error } = await run();
		// What was on its way when the fourth failed never gets an answer here.
		expect(service.connections).toHaveLength(4 + inFlightAtFailure);
		expect(inFlightAtFailure).toBeLessThanOrEqual(3);
		const { accepted, uncertain, failed } = error?.context.run as Record<string, number[]>;
		expect(accepted).toHaveLength(3);
		expect([...(uncertain ?? []), ...(failed ?? [])]).toHaveLength(1 + inFlightAtFailure);
	});
});
