import { runIntercepted, type ServiceAnswer } from '../../support/interceptedService';

const contact = { email: 'a@b.co', first_name: 'Ana' };
const found = { body: { data: { ...contact, found: 'yesterday' } } };
const notFound = { success: false, message: 'Contact not found' };
const items = [{ email: 'a@b.co' }, { email: ' no@one.co\u200b ' }, { email: 'a@b.co' }];

const findWith = async (options: object, ...answers: ServiceAnswer[]) =>
	await runIntercepted(
		'contact: find',
		{ parameters: { options: { ...options } }, items },
		...answers,
	);
const paired = (json: object, item: number) => ({ json, pairedItem: { item } });
const isFound = { ...contact, found: true };

describe.each<ServiceAnswer>(
	[404, 200, 429, 403, 503].map((status) => ({ status, body: notFound })),
)('a contact that is not found by %j', (answer) => {
	it.each([{}, { whenNotFound: 'error' }])('is an error with %j', async (options) => {
		const { error } = await findWith(options, found, answer, found);
		expect(error).toMatchObject({ httpCode: String(answer.status), context: { itemIndex: 1 } });
		expect(error?.message).toContain('"no@one.co"');
	});

	it.each([
		['empty', []],
		['item', [paired({ found: false, email: 'no@one.co' }, 1)]],
	])('is what the options say: %s', async (whenNotFound, rows) => {
		const { output } = await findWith({ whenNotFound }, found, answer, found);
		expect(output).toEqual([paired(isFound, 0), ...rows, paired(isFound, 2)]);
	});
});

it.each<[string, ServiceAnswer]>([
	['another failure', { status: 400, body: { ...notFound, message: 'No' } }],
	['the words without the failure', { status: 400, body: { message: 'Contact not found' } }],
	['an answer of another form', { body: { data: [] } }],
	['a 404 of a page', { status: 404, body: '<html>Not Found</html>' }],
	['a 404 of another server', { status: 404, body: { message: 'Contact not found' } }],
])('%s is an error in any case', async (_, answer) => {
	const { error } = await findWith({ whenNotFound: 'item' }, answer);
	expect(error?.httpCode).toBe(String(answer.status ?? 200));
});

it.each([
	['whenNotFound', { whenNotFound: 'nothing' }],
	['queryParameters', { queryParameters: { parameter: [{ name: 'email', value: 'b@c' }] } }],
])('a bad %s costs no request (I3, I7)', async (parameter, options) => {
	const { error, requests } = await findWith(options, found);
	expect(error?.context.parameter).toBe(parameter);
	expect(requests).toEqual([]);
});
