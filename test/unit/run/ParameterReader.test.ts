import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { inputItems, ParameterReader } from '../../../nodes/runtime/run/ParameterReader';
import { startN8n } from '../../support/startN8n';

let n8n: ReturnType<typeof startN8n>;
beforeEach(() => {
	n8n = startN8n();
	n8n.items = ['ana', 'ben', 'eva'].map((name) => ({ email: `${name}@example.com` }));
});

/** A parameter that is sent under its own name. */
const parameter = (name: string, target = name, more: Partial<INodeProperties> = {}) =>
	({
		name,
		displayName: name,
		type: 'string',
		default: '',
		routing: { send: { type: 'body', property: target } },
		...more,
	}) as INodeProperties;

/** Reads for all items; an evaluated parameter has its path and item as its value. */
function read(parameters: object, properties = [parameter('text')], oncePerRun: string[] = []) {
	n8n.parameters = parameters as IDataObject;
	const reader = new ParameterReader(n8n.context, properties, oncePerRun);
	return n8n.items.map((_, item) => reader.read(item));
}

/** Reads one parameter for all items. */
const readText = (text: unknown, oncePerRun: string[] = []) =>
	read({ text }, undefined, oncePerRun).map((params) => params.text);

describe('a parameter', () => {
	beforeEach(() => void (n8n.items = [{}]));

	it('goes where the description sends it, name by name', () => {
		const properties = [
			...[parameter('email', 'contact.email'), parameter('name', 'contact.name')],
			parameter('event'),
		];
		expect(read({ email: 'a@b', name: 'Ana', event: 'order' }, properties)).toEqual([
			{ contact: { email: 'a@b', name: 'Ana' }, event: 'order' },
		]);
	});

	it('is left out where it is hidden, has no value, or is not sent', () => {
		const hidden = { displayOptions: { show: { shown: ['yes'] } } };
		const properties = [
			...[parameter('hidden', 'hidden', hidden), parameter('missing'), parameter('text')],
			...[undefined, {}, { send: {} }].map((routing) => parameter('unsent', '', { routing })),
		];
		const parameters = { shown: 'no', hidden: '={{ $now }}', unsent: '={{ $now }}', text: 'a' };
		expect(JSON.stringify(read(parameters, properties))).toBe('[{"text":"a"}]');
		expect(n8n.evaluated).toEqual([]);
	});

	it('may be a part of a collection, as far as that has been filled in', () => {
		const options = [parameter('tags'), parameter('time')];
		const more = parameter('more', '', { type: 'collection', routing: undefined, options });
		expect(read({ more: { tags: '={{ $now }}' } }, [more])).toEqual([{ tags: 'more.tags 0' }]);
	});
});

describe("n8n's evaluator is asked (R10)", () => {
	const evaluated = ['text 0', 'text 1', 'text 2'];
	const fields = (value: string) => ({ fields: [{ name: 'a', value }] });
	const emails = ['ana', 'ben', 'eva'].map((name) => `${name}@example.com`);

	it.each<[string, unknown, unknown[]]>([
		['text', 'a text', Array(3).fill('a text')],
		['null', null, [null, null, null]],
		['an object without expressions', fields('b'), Array(3).fill(fields('b'))],
		['what can be read directly', '={{ $json.email }}', emails],
		['an object of such expressions', fields('={{ $json.email }}'), emails.map(fields)],
	])('never for %s', (_, text, values) => {
		expect(readText(text)).toEqual(values);
		expect(n8n.evaluated).toEqual([]);
	});

	it.each([
		['an expression', '={{ $now }}'],
		['the whole of an object with one', { plain: '={{ $json.email }}', other: '={{ 1 * 2 }}' }],
	])('once for each item otherwise: %s', (_, text) => {
		expect(readText(text)).toEqual(evaluated);
		expect(n8n.evaluated).toEqual(evaluated);
	});

	it('for an item that does not hold what the expression reads, and for no other', () => {
		n8n.items[2] = {};
		expect(readText('={{ $json.email }}')).toEqual([...emails.slice(0, 2), 'text 2']);
		expect(n8n.evaluated).toEqual(['text 2']);
	});

	it.each(['={{ $now.year }}', '={{ $today }}', '={{ $workflow.name + $vars.a }}', '={{ 1 * 2 }}'])(
		'once a run where the operation wants it, for %s, which does not read the item',
		(text) => {
			expect(readText(text, ['text'])).toEqual(Array(3).fill('text 0'));
			expect(n8n.evaluated).toEqual(['text 0']);
		},
	);

	it.each([
		...['={{ $json["a b"] + $now }}', '={{ $("Source").item }}', '={{ $input.item }}', '={{ $ }}'],
		'={{ $node["Source"].json.a }}',
		...['={{ Math.random() }}', '={{ crypto.randomUUID() }}', '={{ this.a }}'],
		...['={{ [1].map(n => n) }}', '={{ [1].map(function (n) { return n }) }}'],
		{ a: '={{ $now }}', b: '={{ $json.a + 1 }}' },
	])('but for each item with %j', (text) => {
		expect(readText(text, ['text'])).toEqual(evaluated);
	});
});

it('an expression that fails is named, each time, and keeps what n8n says of it (I8)', () => {
	const error = { message: 'invalid syntax', description: 'Look.', context: { itemIndex: 0 } };
	jest.spyOn(n8n.context, 'getNodeParameter').mockImplementation(() => {
		throw Object.assign(new Error(error.message), error);
	});
	n8n.parameters = { more: { text: '={{ $now }}' } };
	const options = [parameter('text', 'text', { displayName: 'Text' })];
	const more = parameter('more', '', { type: 'collection', routing: undefined, options });
	const reader = new ParameterReader(n8n.context, [more], ['more.text']);
	const thrown = (context: object) => ({ ...error, label: "'Text': ", context });
	for (const ofEngine of [{}, { parameter: 'more' }]) {
		Object.assign(error.context, ofEngine);
		expect(() => reader.read(0)).toThrow(
			expect.objectContaining(thrown({ parameter: 'text', ...error.context })) as Error,
		);
	}
});

it("the input is what the node has, or an agent's call where there is none", () => {
	const ofAgent = [{ json: { of: 'agent' } }];
	n8n.toolInput = () => ofAgent;
	expect(inputItems(n8n.context)).toEqual(n8n.input());
	n8n.items = [];
	expect(inputItems(n8n.context)).toBe(ofAgent);
});
