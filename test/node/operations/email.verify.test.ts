import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, expectRefused, runMessenger } from '../../support/messengerRun';

const data = { email: 'a@b', status: 'safe', checked_at: '2026-05-01T09:30:00.123456Z' };
const answer = { body: { message: 'Email successfully verified', data } };

afterEach(releaseNetwork);

it('sends the address without white space around it, and gives the verdict', async () => {
	const service = interceptService(baseUrl, answer);
	const { output } = await runMessenger('email: verify', { items: [{ email: ' a@b ' }] });
	expect(service.requests.map(({ body }) => body)).toEqual([{ email: 'a@b' }]);
	expect(output).toEqual([{ json: data, pairedItem: { item: 0 } }]);
});

describe('an address that is none', () => {
	it.each([
		['a@', "'Email' isn't a valid email address: \"a@\""],
		['@b', "'Email' isn't a valid email address: \"@b\""],
		['a b@c', "'Email' isn't a valid email address: \"a b@c\""],
		[' ', "'Email' is empty"],
		['', "'Email' is empty"],
		[null, "'Email' is empty"],
		[{ a: 1 }, "'Email' isn't text"],
	])('%j is an error that costs no request', async (email, message) => {
		const service = interceptService(baseUrl, answer);
		const { error } = await runMessenger('email: verify', { items: [{ email }] });
		expectRefused(error, 'email', message);
		expect(service.requests).toEqual([]);
	});

	const parameters = { options: { onMalformed: 'result' } };
	it.each([
		['a@', 'a@'],
		[' @b ', '@b'],
		['a b@c', 'a b@c'],
		['', ''],
		[42, '42'],
	])('%j is a result instead, where the options say so', async (email, shown) => {
		const service = interceptService(baseUrl, answer);
		const items = [{ email: 'a@b' }, { email }];
		const { output, error } = await runMessenger('email: verify', { parameters, items });
		expect(error).toBeUndefined();
		expect(output).toEqual([
			{ json: data, pairedItem: { item: 0 } },
			{ json: { email: shown, status: 'invalid_format' }, pairedItem: { item: 1 } },
		]);
		expect(service.requests).toHaveLength(1);
	});

	const invalid = { status: 400, body: { message: 'Invalid email format' } };

	it("is a result in the service's own words too, where the options say so", async () => {
		const service = interceptService(baseUrl, invalid, answer);
		const items = [{ email: ' odd@address ' }, { email: 'a@b' }];
		const { output, error } = await runMessenger('email: verify', { parameters, items });
		expect(error).toBeUndefined();
		expect(output).toEqual([
			{ json: { email: 'odd@address', status: 'invalid_format' }, pairedItem: { item: 0 } },
			{ json: data, pairedItem: { item: 1 } },
		]);
		expect(service.requests).toHaveLength(2);
	});

	it.each([
		['where the options do not say so', {}, invalid],
		['under another status', parameters, { ...invalid, status: 422 }],
		['in other words', parameters, { ...invalid, body: { message: 'Bad request' } }],
	])('is an error of the service %s', async (_, given, refusal) => {
		interceptService(baseUrl, refusal);
		const items = [{ email: 'odd@address' }];
		const { error } = await runMessenger('email: verify', { parameters: given, items });
		expect(error).toMatchObject({
			message: `${refusal.body.message} for "odd@address"`,
			httpCode: String(refusal.status),
		});
	});

	it.each([[{}], [{ email: null }]])('%j has none: that is an error in any case', async (item) => {
		interceptService(baseUrl, answer);
		const { error } = await runMessenger('email: verify', { parameters, items: [item] });
		expect(error?.message).toBe("'Email' is empty [item 0]");
	});
});

it.each([[{ message: 'ok' }], [{ data: [] }]])(
	'an answer of another form, %j, is an error',
	async (body) => {
		interceptService(baseUrl, { body });
		const { error } = await runMessenger('email: verify', { node: { executeOnce: true } });
		expect(error?.message).toBe(
			'The service answered with application/json in an unexpected format',
		);
	},
);
