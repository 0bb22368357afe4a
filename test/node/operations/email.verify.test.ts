import { runIntercepted } from '../../support/interceptedService';

const data = { email: 'a@b.co', status: 'safe', checked_at: '2026-05-01T09:30:00.123456Z' };
const answer = { body: { message: 'Email successfully verified', data } };
const invalid = { status: 400, body: { message: 'Invalid email format' } };
const asResult = { onMalformed: 'result' };

/** Verifies a good address behind one that may be none. */
const verify = async (email: unknown, options: object, ...answers: object[]) => {
	const items = [{ email }, { email: 'a@b.co' }] as never;
	const settings = { parameters: { options: { ...options } }, items };
	return await runIntercepted('email: verify', settings, ...answers);
};
const outputWith = (email: string) => [
	{ json: { email, status: 'invalid_format' }, pairedItem: { item: 0 } },
	{ json: data, pairedItem: { item: 1 } },
];

it.each<[unknown, object]>([
	['a@', {}],
	...['', null, undefined].map((none): [unknown, object] => [none, {}]),
	[['a@b.co'], asResult],
])(
	'an address that is none %j is an error that costs no request, with %j (I2, I3)',
	async (email, options) => {
		const { error, requests } = await verify(email, options, answer);
		expect(error?.context).toMatchObject({ parameter: 'email', itemIndex: 0 });
		expect(requests).toHaveLength(0);
	},
);

it.each([
	[' @b ', '@b'],
	[' \u200b', ''],
	[null, ''],
	[42, '42'],
])(
	'an address that is none %j is a result instead, where the options say so (I2, I3)',
	async (email, shown) => {
		const { output, requests } = await verify(email, asResult, answer);
		expect(output).toEqual(outputWith(shown));
		expect(requests).toHaveLength(1);
	},
);

it('an address that is none is a result in the words of the service too, where the options say so (I2, I3)', async () => {
	const { output, requests } = await verify(' odd@address.co ', asResult, invalid, answer);
	expect(output).toEqual(outputWith('odd@address.co'));
	expect(requests).toHaveLength(2);
});

it.each([
	['where the options do not say so', {}, invalid],
	['under another status', asResult, { ...invalid, status: 422 }],
	['in other words', asResult, { ...invalid, body: { message: 'Bad request' } }],
	['in no words', asResult, { ...invalid, body: 'Invalid email format' }],
	['in a list', asResult, { status: 200, body: { data: [] } }],
])('an answer %s is an error', async (_, options, given) => {
	const { error } = await verify('odd@address.co', options, given);
	expect(error?.httpCode).toBe(String(given.status));
});
