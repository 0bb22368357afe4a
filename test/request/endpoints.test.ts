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

it('knows what each endpoint of the service is, whether it only reads, and how much of it to read', () => {
	const known = Object.values(endpoints).map(
		({ method, url, readOnly, maxResponseSize }) =>
			`${method} ${url} ${readOnly ? 'reads' : 'writes'} ${maxResponseSize / 1024 / 1024} MB`,
	);
	expect(known).toEqual([
		'POST /webhook/campaign writes 1 MB',
		'POST /webhook/email/verify reads 1 MB',
		'GET /webhook/contact/find reads 1 MB',
		'GET /webhook/lists reads 16 MB',
		'GET /webhook/customfields reads 16 MB',
		'POST /webhook/event/send writes 1 MB',
	]);
});

it('never follows a redirect', () => {
	expect(requestDefaults.disableFollowRedirect).toBe(true);
});
