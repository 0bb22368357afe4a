import { parseQueryParameters } from '../../../nodes/Messenger/resources/queryParameters';
import { refusalOf } from '../../support/refusal';

describe('extra query parameters', () => {
	it('keep their order, and a name may come more than once', () => {
		const parameter = [
			{ name: 'page', value: 2 },
			{ name: ' tag ', value: ' a ' },
			{ name: 'tag', value: 'b' },
		];
		expect(parseQueryParameters({ parameter })).toEqual([
			['page', '2'],
			['tag', 'a'],
			['tag', 'b'],
		]);
	});

	it('are left out where they have no value', () => {
		const parameter = [{ name: 'page', value: '' }, { name: 'size' }];
		expect(parseQueryParameters({ parameter })).toEqual([]);
	});

	it.each([[undefined], [{}], [{ parameter: [] }]])('are none for %j', (parameters) => {
		expect(parseQueryParameters(parameters)).toEqual([]);
	});

	it.each([
		[{ value: 'a' }, "'Name' of query parameter 2 is empty"],
		[{ name: 'a', value: {} }, "'Value' of query parameter 2 isn't text"],
	])('are refused as %j: %s', (second, message) => {
		expect(
			refusalOf(() => parseQueryParameters({ parameter: [{ name: 'a', value: '1' }, second] })),
		).toMatchObject({
			parameter: 'queryParameters',
			message,
		});
	});
});
