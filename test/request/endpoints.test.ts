import {
	endpoints,
	relativeAddress,
	requestDefaults,
} from '../../nodes/Messenger/request/endpoints';

const { findContact, getLists } = endpoints;

describe('the address of a request', () => {
	it('is the path below the Base URL', () => {
		expect(relativeAddress({ endpoint: getLists })).toBe('/webhook/lists');
		expect(relativeAddress({ endpoint: getLists, query: [] })).toBe('/webhook/lists');
	});

	it('carries its query encoded and in order', () => {
		const query: Array<[string, string]> = [
			['email', 'kofi.mensah+news@example.org'],
			['a&b', 'c=d e'],
			['email', 'é'],
		];
		expect(relativeAddress({ endpoint: findContact, query })).toBe(
			'/webhook/contact/find?email=kofi.mensah%2Bnews%40example.org&a%26b=c%3Dd+e&email=%C3%A9',
		);
	});
});

it('has the six endpoints of the service, and knows which only read', () => {
	const known = Object.values(endpoints).map(
		({ method, url, readOnly }) => `${method} ${url} ${readOnly ? 'reads' : 'writes'}`,
	);
	expect(known).toEqual([
		'POST /webhook/campaign writes',
		'POST /webhook/email/verify reads',
		'GET /webhook/contact/find reads',
		'GET /webhook/lists reads',
		'GET /webhook/customfields reads',
		'POST /webhook/event/send writes',
	]);
});

it('reads 1 MB where one record is due, and 16 MB of a list', () => {
	const megabytes = Object.values(endpoints).map(
		({ maxResponseSize }) => maxResponseSize / 1024 / 1024,
	);
	expect(megabytes).toEqual([1, 1, 1, 16, 16, 1]);
});

it('never follows a redirect', () => {
	expect(requestDefaults.disableFollowRedirect).toBe(true);
});
