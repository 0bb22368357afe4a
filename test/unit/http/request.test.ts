import { checkAddress, relativeAddress } from '../../../nodes/runtime/http/request';
import { refusalOf } from '../../support/refusal';
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

it('an address is refused where it has more than 16,384 bytes, percent-encoded (Q6)', () => {
	const path = '/api';
	const check = (value: string) =>
		checkAddress(path, { endpoint: endpoints.findContact, query: [['email', value]] }, ["'Email'"]);
	const room = 16_384 - path.length - '/webhook/contact/find?email='.length;
	check('a'.repeat(room));
	check('é'.repeat(room / 6));
	const refusal = {
		parameter: undefined,
		message: 'The address of the request is longer than 16,384 bytes',
		advice: "Check 'Email'.",
	};
	for (const value of ['a'.repeat(room + 1), 'é'.repeat(room / 6 + 1), 'é'.repeat(1_000_000)]) {
		expect(refusalOf(() => check(value))).toEqual(refusal);
	}
});
