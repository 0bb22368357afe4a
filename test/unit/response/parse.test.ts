import { dataArray, dataObject, parseBody, wholeBody } from '../../../nodes/runtime/response/parse';
import { response } from '../../support/reader';
import { outcomes } from '../../support/refusal';

it('a body is JSON, or says why not (Q6)', () => {
	const texts = [' [1] ', 'null', '', ' \r\n', '<html></html>', '{"a":', '['.repeat(65)];
	expect(outcomes((text) => parseBody(response(200, text)), texts)).toMatchSnapshot();
	const long = JSON.stringify('x'.repeat(5 * 1024 * 1024));
	expect(parseBody(response(200, long))).toHaveProperty('json');
});

it.each([dataObject, dataArray, wholeBody])('the items of a body in one form: %p', (form) => {
	const elements = [{ a: 1 }, [], [{ a: 1 }, {}], [{}, 1], [null], null, 'text'];
	const bodies = [...elements.map((data) => ({ data })), {}, [], [{}], null, undefined, 'text', 1];
	expect(outcomes<unknown>(form, bodies)).toMatchSnapshot();
});
