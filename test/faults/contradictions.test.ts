import { systemClock } from '../../nodes/runtime/http/clock';
import { answers } from '../support/conducts';
import { skipPauses } from '../support/pauses';
import { continues } from '../support/runNode';
import { run, service, writing } from './scripted';

beforeEach(() => skipPauses(400));
afterEach(() => jest.restoreAllMocks());

/** Milliseconds of the node's own time between the requests, probes too, of which the first gets this answer. */
async function arrivals(status: number, headers = {}, body: object = {}, maxRetryWait = 300) {
	const times: number[] = [];
	service.fate = (_, position) => {
		times.push(systemClock.now());
		return position === 0 ? answers(status, body, headers) : undefined;
	};
	const parameters = { ...writing, requestOptions: { maxRetryWait } };
	const { failed } = await run(parameters, { items: 3, node: continues });
	const pauses = times.slice(1).map((time, index) => Math.round((time - times[index]!) / 1000));
	return { failed, pauses, sent: service.sent() };
}

const retryAfter = { 'Retry-After': '120' };

it.each([
	[400, { 0: 1, 1: 1, 2: 1 }, 0],
	[429, { 0: 1, 1: 1, 2: 1 }, 120],
	[403, { 0: 1, 1: 1, 2: 1 }, 0],
	[401, { 0: 1 }, undefined],
])(
	'a %d that says success is uncertain and never sent again, and steers as its status does (E5)',
	async (status, expected, pause) => {
		const headers = pause ? retryAfter : {};
		const { failed, sent, pauses } = await arrivals(status, headers, { success: true });
		expect(sent).toEqual(expected);
		const states = failed.map(({ details: { state, httpCode } }) => [state, httpCode]);
		const rest = status === 401 ? Array(2).fill(['not sent', '401']) : [];
		expect(states).toEqual([['uncertain', String(status)], ...rest]);
		if (pause) expect(pauses[0]).toBeGreaterThanOrEqual(pause);
	},
);

describe.each([503, 403, 404, 429])('a pause that the service asks for with a %d', (status) => {
	it('holds all back from the first answer on (R5)', async () => {
		const { pauses } = await arrivals(status, retryAfter);
		expect(pauses[0]).toBeGreaterThanOrEqual(120);
		expect(pauses[0]).toBeLessThan(200);
	});

	it('ends the run at once if it is longer than what Max Retry Wait leaves (R6)', async () => {
		const { failed, sent } = await arrivals(status, retryAfter, {}, 60);
		expect(sent).toEqual({ 0: 1 });
		for (const { error, details } of failed.slice(1)) {
			expect([details.state, error]).toEqual([
				'not sent',
				expect.stringContaining('asked to wait'),
			]);
		}
	});
});
