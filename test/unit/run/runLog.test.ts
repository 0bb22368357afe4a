import { systemClock } from '../../../nodes/runtime/http/clock';
import { itemsByState, type Failure, type Outcome } from '../../../nodes/runtime/run/outcome';
import type { RequestSender } from '../../../nodes/runtime/run/RequestSender';
import { logEnd, logProgress } from '../../../nodes/runtime/run/runLog';

const outcomes: Record<string, Outcome> = {
	a: { state: 'accepted', items: [] },
	f: failure('failed'),
	n: failure('not sent'),
	u: failure('uncertain'),
	'-': { state: 'nothing to send', items: [] },
};

function failure(state: Failure['state']): Failure {
	return { state, message: 'No', description: '' };
}

let lines: string[];
beforeEach(() => (lines = []));
afterEach(() => jest.restoreAllMocks());

function senderWith(parts: object = {}, apiKey = 'key') {
	return {
		connection: { baseUrl: 'https://service.example', apiKey },
		execution: 'execution 7',
		rules: {},
		log: (line: string) => void lines.push(line),
		...parts,
	} as unknown as RequestSender;
}

async function end(items: string, parts?: object, apiKey?: string) {
	const ended = new Map([...items].map((item, index) => [index, outcomes[item]!]));
	logEnd({ sender: senderWith(parts, apiKey), items: await itemsByState(ended) });
}

it('a run that ends with uncertain items or is cancelled has one line, with numbers only (R11)', async () => {
	const stopReason = { kind: 'cancelled' } as const;
	await end('aafn-');
	await end('auuaun');
	await end('aaauffn-nn', { stopReason });
	await end('n', { stopReason });
	expect(lines).toEqual([
		'3 items of execution 7 may have been processed',
		'execution 7 was cancelled. Of 10 items: 3 accepted, 1 may have been processed, 2 failed, 3 not sent',
		'execution 7 was cancelled. Of 1 item: 1 not sent',
	]);
});

it('a run that takes minutes has a line for each, until it sends nothing more (R11)', async () => {
	const ending = new AbortController();
	const slept: number[] = [];
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds) => {
		slept.push(milliseconds);
		if (slept.length === 3) ending.abort();
		await Promise.resolve();
	});
	let done = 0;
	const sender = senderWith({ abortSignal: ending.signal });
	await logProgress(sender, () => ({ done: (done += 400), total: 1000 }));
	expect(slept).toEqual([60_000, 60_000, 60_000]);
	expect(lines).toEqual([
		'execution 7 goes on, 400 of 1000 items done',
		'execution 7 goes on, 800 of 1000 items done',
	]);
});
