import {
	endpoints,
	relativeAddress,
	requestDefaults,
} from '../../../nodes/Messenger/http/endpoints';
import { cases } from '../../node/cases';

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

it.each(cases)('repeats and reads what $name may', ({ endpoint, readOnly, largestAnswer }) => {
	expect(endpoints[endpoint]).toMatchObject({
		readOnly,
		maxResponseSize: largestAnswer * 1024 * 1024,
	});
});

it('never follows a redirect', () => {
	expect(requestDefaults.disableFollowRedirect).toBe(true);
});
