import { parseQueryParameters } from '../../../nodes/Messenger/resources/queryParameters';
import { refusalOf } from '../../support/refusal';

const parsed = (...parameter: object[]) => parseQueryParameters({ parameter });

it('extra query parameters keep their order, also of one name, and are none without a value', () => {
	const filled = [
		{ name: 'page', value: 2 },
		{ name: ' tag ', value: ' a ' },
		{ name: 'tag', value: false },
	];
	expect(parsed(...filled, { name: 'page', value: '' }, { name: 'size' })).toEqual([
		['page', '2'],
		['tag', 'a'],
		['tag', 'false'],
	]);
	for (const none of [undefined, {}]) expect(parseQueryParameters(none)).toEqual([]);
});

it('extra query parameters are refused by their position', () => {
	for (const second of [{ value: 'a' }, { name: 'a', value: {} }]) {
		const refusal = refusalOf(() => parsed({ name: 'a', value: '1' }, second));
		expect(refusal.parameter).toBe('queryParameters');
		expect(refusal.message).toMatch(/^'(Name|Value)' of query parameter 2 /);
	}
});
