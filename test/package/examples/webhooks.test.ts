import { endsWithin } from '../../support/endsWithin';
import { skipPauses } from '../../support/pauses';
import { example, exampleRuns } from './exampleRuns';

const { sandbox, start } = exampleRuns();

const order = async (email: string) => {
	const call = { body: { email, order: { id: 1042 } } };
	const { responses } = await start('event-from-webhook', { 'Order Placed': [call] }, 'webhook');
	return responses as unknown as Array<{ statusCode: number; body: unknown }>;
};
/** The node's time passes so many times as fast. */
const speed = 4;
/** Milliseconds after which a shop calls again: 5 s of the node's time. */
const patience = 5_000 / speed;

afterEach(() => jest.restoreAllMocks());

const anna = 'anna.schmidt@example.com';

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
	['refused' as const, 503],
	['503' as const, 202],
	['silence' as const, 202],
])(
	'it in an outage (%s) answers %i at first, and always before a shop gives up',
	async (kind, status) => {
		const words: Record<number, string> = {
			202: 'It may have been recorded. Do not send it again.',
			503: 'Nothing was recorded. Send it again later.',
		};
		skipPauses(speed);
		if (kind === 'refused') await sandbox().close();
		else await sandbox().outage({ kind, seconds: 20 });
		for (let calls = 0; calls < 3; calls += 1) {
			const answering = order(anna);
			expect(await endsWithin(patience, answering)).toBe(true);
			const [answer] = await answering;
			expect(answer?.body).toEqual({ error: words[answer!.statusCode] });
			if (calls === 0) expect(answer?.statusCode).toBe(status);
		}
	},
);

it('it records an order once, though its shop calls again after 5 s or a 5xx', async () => {
	skipPauses(speed);
	await sandbox().outage({ kind: 'silence', seconds: 7 / speed });
	const shop = async (number: number) => {
		for (;;) {
			const answering = order(`shop${number}@example.com`);
			if (!(await endsWithin(patience, answering))) continue;
			const [answer] = await answering;
			if (answer!.statusCode < 500) return answer!.statusCode;
		}
	};
	const statuses = await Promise.all([1, 2, 3, 4, 5].map(shop));

	const arrived = (await sandbox().requests()).filter(({ path }) => path.endsWith('event/send'));
	const emails = arrived.map(({ body }) => (body as { contact: { email: string } }).contact.email);
	expect(new Set(emails).size).toBe(emails.length);
	expect(statuses.every((status) => [200, 202].includes(status))).toBe(true);
});

it('it asks for authentication', () => {
	const { nodes } = example('event-from-webhook');
	expect(nodes.find(({ name }) => name === 'Order Placed')).toMatchObject({
		parameters: { authentication: 'headerAuth' },
		credentials: { httpHeaderAuth: {} },
	});
});
