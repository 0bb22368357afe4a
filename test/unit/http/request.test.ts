import { relativeAddress } from '../../../nodes/runtime/http/request';
import { endpoints } from '../../support/endpoints';

it('the address of a request has its query encoded and in order', () => {
	const query: Array<[string, string]> = [
		['email', 'kofi.mensah+news@example.org'],
		['a&b', 'c=d e'],
		['email', 'é'],
	];
	const address = relativeAddress({ endpoint: endpoints.findContact, query });
	expect(address).toBe(
		'/webhook/contact/find?email=kofi.mensah%2Bnews%40example.org&a%26b=c%3Dd+e&email=%C3%A9',
	);
	expect(relativeAddress({ endpoint: endpoints.getLists })).toBe('/webhook/lists');
	expect(relativeAddress({ endpoint: endpoints.getLists, query: [] })).toBe('/webhook/lists');
});
