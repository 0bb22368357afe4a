import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { ParameterReader } from '../../../nodes/runtime/engine/ParameterReader';
import { refusalOf } from '../../support/refusal';
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
function read(parameters: object, properties = [parameter('text')]) {
	n8n.parameters = parameters as IDataObject;
	const reader = new ParameterReader(n8n.context, properties, { isTool: false });
	return n8n.items.map((_, item) => reader.read(item).values);
}

/** Reads one parameter for all items. */
const readText = (text: unknown) =>
	read({ text }).map((params) => (params.body as IDataObject).text);

it('a parameter is left out where it is hidden, and has its default where none is stored, but in a collection', () => {
	const hidden = { displayOptions: { show: { shown: ['yes'] } } };
	const options = [parameter('added'), parameter('other')];
	const more = parameter('more', 'more', { type: 'collection', options });
	const properties = [parameter('hidden', 'hidden', hidden), parameter('missing'), more];
	const given = { shown: 'no', hidden: '={{ $now }}', more: { added: 'b' } };
	const [params] = read(given, properties);
	expect(params).toEqual({ body: { missing: '', added: 'b' }, query: {} });
	expect(n8n.evaluated).toEqual([]);
});

it.each(['collection', 'fixedCollection'] as const)(
	'a %s that is stored as null is left out like an empty one (I8)',
	(type) => {
		const options = [{ ...parameter('a'), values: [parameter('a')] }];
		const collection = parameter('options', 'options', { type, options });
		for (const none of [null, {}, undefined])
			expect(read({ options: none }, [collection])[0]).toEqual({ body: {}, query: {} });
	},
);

it.each(['={{ $json.options }}', ['a']])(
	'a collection that is %j is refused, or its fields were lost (I7)',
	(options) => {
		const collection = { type: 'collection' as const, options: [parameter('a')] };
		const { message } = refusalOf(() =>
			read({ options }, [parameter('options', 'options', collection)]),
		);
		expect(message).toBe("'options' isn't an object");
	},
);

describe("n8n's evaluator is asked (R10)", () => {
	const evaluated = ['text 0', 'text 1', 'text 2'];
	const fields = (value: string) => ({ fields: [{ name: 'a', value }] });
	const emails = ['ana', 'ben', 'eva'].map((name) => `${name}@example.com`);

	it.each<[string, unknown, unknown[]]>([
		['null', null, [null, null, null]],
		['an object without expressions', fields('b'), Array(3).fill(fields('b'))],
		['an object of such expressions', fields('={{ $json.email }}'), emails.map(fields)],
	])('never for %s', (_, text, values) => {
		expect(readText(text)).toEqual(values);
		expect(n8n.evaluated).toEqual([]);
	});

	it('once for each item otherwise, of an object only for what needs it', () => {
		expect(readText('={{ $json.a * 2 }}')).toEqual(evaluated);
		expect(n8n.evaluated.splice(0)).toEqual(evaluated);
		const read = readText({ list: [{ plain: '={{ $json.email }}', other: '={{ $json.a * 2 }}' }] });
		const others = [0, 1, 2].map((item) => `text.list[0].other ${item}`);
		expect(read).toEqual(emails.map((plain, item) => ({ list: [{ plain, other: others[item] }] })));
		expect(n8n.evaluated).toEqual(others);
	});

	it.each(['={{ $now.year }}', '={{ $today }}', '={{ $workflow.name + $vars.a }}', '={{ 1 * 2 }}'])(
		'once a run for %s, which does not read the item',
		(text) => {
			expect(readText(text)).toEqual(Array(3).fill('text 0'));
			expect(n8n.evaluated).toEqual(['text 0']);
		},
	);

	it.each([
		...['={{ $json["a b"] + $now }}', '={{ $("Source").item }}', '={{ $input.item }}', '={{ $ }}'],
		...['={{ $node["Source"].json.a }}', '={{ Math.random() }}', '={{ crypto.randomUUID() }}'],
		...['={{ this.a }}', '={{ [1].map(n => n) }}', '={{ [1].map(function (n) { return n }) }}'],
	])('but for each item with %j', (text) => {
		expect(readText(text)).toEqual(evaluated);
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
	const reader = new ParameterReader(n8n.context, [more], { isTool: false });
	const said = { label: "'Text': ", message: 'invalid syntax', description: 'Look.' };
	for (const ofEngine of [{}, { parameter: 'more' }]) {
		Object.assign(error.context, ofEngine);
		const failed = { parameter: 'text', ...said, ...ofEngine };
		expect(() => reader.read(0)).toThrow(expect.objectContaining(failed) as Error);
	}
});

it("a field of an earlier node's item is traced by n8n, from the input item (N2)", () => {
	const main = [{ previousNode: 'Merge' }];
	n8n.context.getExecuteData = () => ({ source: { main } }) as never;
	const $getPairedItem = (node: string, from: unknown, { item }: { item: number }) => {
		expect(from).toBe(main[0]);
		return { json: { of: `${node} ${item}` } };
	};
	n8n.context.getWorkflowDataProxy = () => ({ $getPairedItem }) as never;
	const paired = [{ item: 4 }, { item: 2, input: 1 }, { item: 0 }];
	n8n.input = () => paired.map((pairedItem) => ({ json: {}, pairedItem }));
	const properties = [parameter('a'), parameter('b')];
	const values = { a: "={{ $('Rows').item.json.of }}", b: '=by {{ $("Form").item.json["of"] }}' };
	expect(read(values, properties).map(({ body }) => body)).toEqual([
		{ a: 'Rows 4', b: 'by Form 4' },
		{ a: 'Rows 2', b: 'by Form 2' },
		{ a: 'Rows 0', b: 'by Form 0' },
	]);
	expect(n8n.evaluated).toEqual([]);
});

it("in an agent's call only the evaluator knows what the item is", () => {
	n8n.toolInput = () => [{ json: { email: 'of the call' } }];
	expect(readText('={{ $json.email }}')).toEqual(['text 0', 'text 1', 'text 2']);
});
