import { startSandbox } from '../../../sandbox';
import {
	interceptService,
	releaseNetwork,
	type ServiceAnswer,
} from '../../support/interceptedService';
import { baseUrl, expectRefused, runMessenger, shown } from '../../support/messengerRun';

const contact = { email: 'a@b', first_name: 'Ana' };
const items = [{ email: 'a@b' }];

afterEach(releaseNetwork);

describe('the request', () => {
	it('carries the address and the extra query parameters, encoded and in order', async () => {
		const service = interceptService(baseUrl, { body: { data: contact } });
		const parameter = [
			{ name: 'fields', value: 'name,tags' },
			{ name: 'empty', value: '' },
			{ name: 'fields', value: 'a&b' },
		];
		await runMessenger('contact: find', {
			items: [{ email: ' kofi.mensah+news@example.org ' }],
			parameters: { options: { emailParameter: 'contact_email', queryParameters: { parameter } } },
		});
		expect(service.requests.map(({ path }) => path)).toEqual([
			'/webhook/contact/find?contact_email=kofi.mensah%2Bnews%40example.org&fields=name%2Ctags&fields=a%26b',
		]);
	});

	it.each([
		[{ emailParameter: ' ' }, 'emailParameter', "'Query Parameter for the Email' is empty"],
		[
			{ queryParameters: { parameter: [{ name: '', value: 'a' }] } },
			'queryParameters',
			"'Name' of query parameter 1 is empty",
		],
	])('is not made with the options %j', async (options, parameter, message) => {
		const service = interceptService(baseUrl, { body: { data: contact } });
		const { error } = await runMessenger('contact: find', { items, parameters: { options } });
		expectRefused(error, parameter, message);
		expect(service.requests).toEqual([]);
	});
});

describe('a contact that is found', () => {
	it.each([[undefined], ['error'], ['empty']])(
		'is given as it is, with "When Not Found" at %p',
		async (whenNotFound) => {
			interceptService(baseUrl, { body: { data: contact } });
			const options = whenNotFound ? { whenNotFound } : {};
			const { output } = await runMessenger('contact: find', { items, parameters: { options } });
			expect(output).toEqual([{ json: contact, pairedItem: { item: 0 } }]);
		},
	);

	it('says so where a missing one would, whatever its own fields are', async () => {
		interceptService(baseUrl, { body: { data: { ...contact, found: 'yesterday' } } });
		const parameters = { options: { whenNotFound: 'item' } };
		const { output } = await runMessenger('contact: find', { items, parameters });
		expect(output).toEqual([{ json: { ...contact, found: true }, pairedItem: { item: 0 } }]);
	});
});

describe.each<[string, ServiceAnswer, string]>([
	[
		'404',
		{ status: 404, body: { success: false, message: 'Contact not found' } },
		'Contact not found: "no@one"',
	],
	[
		'200',
		{ status: 200, body: { success: false, message: 'Contact not found' } },
		'Contact not found: "no@one"',
	],
	[
		'400',
		{ status: 400, body: { success: false, message: 'Contact not found' } },
		'Contact not found: "no@one"',
	],
	[
		'404 without words',
		{ status: 404 },
		'Not found: the service has nothing at /webhook/contact/find for "no@one"',
	],
])('a contact that is not found, under %s', (_, answer, message) => {
	const threeItems = [{ email: 'a@b' }, { email: ' no@one ' }, { email: 'a@b' }];
	const findWith = async (whenNotFound?: string) => {
		interceptService(baseUrl, { body: { data: contact } }, answer, { body: { data: contact } });
		return await runMessenger('contact: find', {
			items: threeItems,
			parameters: { options: whenNotFound ? { whenNotFound } : {} },
		});
	};

	it.each([['error'], [undefined]])('is an error that says how to go on, at %p', async (choice) => {
		expect(shown((await findWith(choice)).error)).toEqual({
			name: 'NodeApiError',
			message,
			description:
				(message.startsWith('Contact') ? '' : "Check 'Email', and 'Base URL' in the credential. ") +
				"Set 'When Not Found' in the options to continue without an error.",
			httpCode: String(answer.status),
			itemIndex: 1,
		});
	});

	it('is no item, where the options say so', async () => {
		expect((await findWith('empty')).output).toEqual([
			{ json: contact, pairedItem: { item: 0 } },
			{ json: contact, pairedItem: { item: 2 } },
		]);
	});

	it('is an item, where the options say so', async () => {
		expect((await findWith('item')).output).toEqual([
			{ json: { ...contact, found: true }, pairedItem: { item: 0 } },
			{ json: { found: false, email: 'no@one' }, pairedItem: { item: 1 } },
			{ json: { ...contact, found: true }, pairedItem: { item: 2 } },
		]);
	});
});

it.each([
	[
		'another failure',
		{ status: 400, body: { success: false, message: 'Email provided is not valid.' } },
	],
	['the words without the failure', { status: 400, body: { message: 'Contact not found' } }],
	[
		'a wrong key',
		{ status: 401, body: { detail: 'Authentication credentials were not provided.' } },
	],
])('%s is an error in any case', async (_, answer) => {
	interceptService(baseUrl, answer);
	const parameters = { options: { whenNotFound: 'item' } };
	const { error } = await runMessenger('contact: find', { items, parameters });
	expect(error).toMatchObject({ httpCode: String(answer.status) });
});

it('refuses a query parameter that would give a second address', async () => {
	const service = interceptService(baseUrl, {});
	const parameter = [{ name: 'email', value: 'other@example.com' }];
	const { error } = await runMessenger('contact: find', {
		items,
		parameters: { options: { queryParameters: { parameter } } },
	});
	expect(error).toMatchObject({
		message: '\'Query Parameters\' contain "email", which is used for the email [item 0]',
		description: expect.stringContaining('Remove it: the email is sent automatically.'),
		context: { parameter: 'queryParameters' },
	});
	expect(service.requests).toEqual([]);
});

it('works with a service that takes the address under another name', async () => {
	const sandbox = await startSandbox({ emailParameter: 'mail', notFoundStatus: 200 });
	try {
		const { output } = await runMessenger('contact: find', {
			items: [{ email: 'Emily.Carter@example.com' }, { email: 'nobody@example.com' }],
			parameters: { options: { emailParameter: 'mail', whenNotFound: 'item' } },
			credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
		});
		expect(output.map(({ json }) => [json.email, json.found])).toEqual([
			['emily.carter@example.com', true],
			['nobody@example.com', false],
		]);
	} finally {
		await sandbox.close();
	}
});
