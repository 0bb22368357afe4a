import { addressOf, endpoints, requestDefaults } from '../../nodes/Messenger/request/service';

describe('the address of a request', () => {
	it('is the Base URL with the path after it', () => {
		expect(addressOf('https://host/api', { method: 'GET', path: '/webhook/lists' })).toBe(
			'https://host/api/webhook/lists',
		);
		expect(addressOf('https://host', { method: 'GET', path: '/webhook/lists', query: [] })).toBe(
			'https://host/webhook/lists',
		);
	});

	it('carries its query encoded and in order', () => {
		const query: Array<[string, string]> = [
			['email', 'kofi.mensah+news@example.org'],
			['a&b', 'c=d e'],
			['email', 'é'],
		];
		expect(addressOf('https://host', { method: 'GET', path: '/find', query })).toBe(
			'https://host/find?email=kofi.mensah%2Bnews%40example.org&a%26b=c%3Dd+e&email=%C3%A9',
		);
	});
});

it('has the six endpoints of the service', () => {
	expect(Object.values(endpoints).map(({ method, url }) => `${method} ${url}`)).toEqual([
		'POST /webhook/campaign',
		'POST /webhook/email/verify',
		'GET /webhook/contact/find',
		'GET /webhook/lists',
		'GET /webhook/customfields',
		'POST /webhook/event/send',
	]);
});

it('never follows a redirect', () => {
	expect(requestDefaults.disableFollowRedirect).toBe(true);
});
