import { skipPauses } from '../../support/pauses';
import { example, exampleRuns, nodeOf } from './exampleRuns';

const { sandbox, start } = exampleRuns();

const id = 'event-from-webhook';
const anna = 'anna.schmidt@example.com';
const order = async (email: string) => {
	const call = { body: { email, order: { id: 1042 } } };
	const { responses } = await start(id, { 'Order Placed': [call] }, 'webhook');
	return responses as unknown as Array<{ statusCode: number; body: unknown }>;
};

afterEach(() => jest.restoreAllMocks());

it.each([
	[anna, 200, { success: true, id: expect.any(String) }],
	['<b>a', 400, { error: 'The data of the order is wrong. Nothing was recorded.' }],
])(
	'"Event from a webhook" answers an order of %s by %i, in words of its own',
	async (email, statusCode, body) => {
		expect(await order(email)).toEqual([expect.objectContaining({ statusCode, body })]);
		expect(await sandbox().requests()).toHaveLength(statusCode === 200 ? 1 : 0);
	},
);

it.each([
	['refused' as const, 503, 'Nothing was recorded. Send it again later.'],
	['503' as const, 202, 'It may have been recorded. Do not send it again.'],
	['silence' as const, 202, 'It may have been recorded. Do not send it again.'],
])('it answers an order in an outage (%s) by %i', async (kind, statusCode, error) => {
	skipPauses();
	if (kind === 'refused') await sandbox().close();
	else await sandbox().outage({ kind, seconds: 600 });
	expect(await order(anna)).toEqual([expect.objectContaining({ statusCode, body: { error } })]);
});

it('it asks for authentication, and answers before a shop gives up after 5 s', () => {
	expect(example(id).nodes.find(({ name }) => name === 'Order Placed')).toMatchObject({
		parameters: { authentication: 'headerAuth' },
		credentials: { httpHeaderAuth: {} },
	});
	const { maxRetryWait, timeout } = nodeOf(id, 'Send Event').parameters.requestOptions as Record<
		string,
		number
	>;
	expect(maxRetryWait! * 1000 + timeout!).toBeLessThan(5000);
});
