import {
	interceptService,
	releaseNetwork,
	type ServiceAnswer,
} from '../support/interceptedService';
import { baseUrl, runMessenger, shown } from '../support/messengerRun';

const accepted = (id: string): ServiceAnswer => ({ body: { success: true, id } });
const refused: ServiceAnswer = { status: 400, body: { message: 'Bad request' } };
const items = ['a@b', 'c@d', 'e@f'].map((email) => ({ email }));

/** Runs with n8n's "Retry On Fail", and gives whose events arrived. */
async function sendWithRetries(maxTries: number, ...answers: ServiceAnswer[]) {
	const service = interceptService(baseUrl, ...answers);
	const run = await runMessenger('event: send', {
		items,
		node: { retryOnFail: true, maxTries, waitBetweenTries: 1 },
	});
	const emails = service.requests.map(
		({ body }) => (body as { contact: { email: string } }).contact.email,
	);
	return { ...run, emails };
}

afterEach(releaseNetwork);

describe('"Retry On Fail"', () => {
	it('sends only what the service has not taken', async () => {
		const { emails, output, error } = await sendWithRetries(
			2,
			accepted('1'),
			refused,
			accepted('3'),
			accepted('2'),
		);
		expect(error).toBeUndefined();
		expect(emails).toEqual(['a@b', 'c@d', 'e@f', 'c@d']);
		expect(output).toEqual(
			['1', '2', '3'].map((id, item) => ({ json: { success: true, id }, pairedItem: { item } })),
		);
	});

	it('does not send what the service may have taken', async () => {
		const failure = { status: 500, body: { message: 'Down' } };
		const { emails, error } = await sendWithRetries(3, accepted('1'), failure, accepted('3'));
		expect(emails).toEqual(['a@b', 'c@d', 'e@f']);
		expect(shown(error)).toMatchObject({ message: 'Down', httpCode: '500', itemIndex: 1 });
		expect(error?.context.run).toEqual({
			accepted: [0, 2],
			uncertain: [1],
			failed: [],
			notSent: [],
		});
	});

	it('ends with the error of the last try, and with what became of every item', async () => {
		const { emails, error } = await sendWithRetries(
			2,
			accepted('1'),
			refused,
			accepted('3'),
			refused,
		);
		expect(emails).toEqual(['a@b', 'c@d', 'e@f', 'c@d']);
		expect(error?.description).toContain(
			'<br>2 of 3 items were accepted (0, 2). Use Retry for the rest: a new execution would send them again.',
		);
		expect(error?.context.run).toEqual({
			accepted: [0, 2],
			uncertain: [],
			failed: [1],
			notSent: [],
		});
	});

	it('looks up again what failed', async () => {
		const data = { data: { email: 'a@b' } };
		const service = interceptService(baseUrl, refused, { body: data });
		const { output } = await runMessenger('contact: find', {
			items: items.slice(0, 1),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(service.requests).toHaveLength(2);
		expect(output).toEqual([{ json: data.data, pairedItem: { item: 0 } }]);
	});
});

it('a run of its own sends everything again', async () => {
	const service = interceptService(baseUrl, accepted('1'));
	await runMessenger('event: send', { items });
	await runMessenger('event: send', { items });
	expect(service.requests).toHaveLength(6);
});

it('an error that stops the node says what became of items of every kind', async () => {
	interceptService(baseUrl, accepted('1'), { status: 500 }, { status: 401 });
	const { error } = await runMessenger('event: send', {
		items: [...items, { email: 'g@h' }],
		parameters: { requestOptions: { maxConcurrency: 1 } },
	});
	expect(shown(error)).toMatchObject({ httpCode: '500', itemIndex: 1 });
	expect(error?.context.run).toEqual({ accepted: [0], uncertain: [1], failed: [2], notSent: [3] });
	expect(error?.description).toContain(
		'<br>1 of 4 items was accepted (0). Use Retry for the rest: a new execution would send it again.<br>1 item failed (2).<br>1 item was not sent (3).',
	);
});
