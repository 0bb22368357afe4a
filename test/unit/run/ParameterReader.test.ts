import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';

import { inputItems, ParameterReader } from '../../../nodes/Messenger/run/ParameterReader';

/** A parameter that is sent under a name of its own. */
const parameter = (name: string, target: string, more: Partial<INodeProperties> = {}) =>
	({
		name,
		displayName: name,
		type: 'string',
		default: '',
		routing: { send: { type: 'body', property: target } },
		...more,
	}) as INodeProperties;

/** Reads parameters for three items, and notes down for which n8n's evaluator was asked. */
function start(
	properties: INodeProperties[],
	parameters: INodeParameters,
	{ evaluateOncePerRun = [] as string[], items = [{}, {}, {}] as IDataObject[] } = {},
) {
	const evaluated: string[] = [];
	const evaluate = jest.fn((path: string, item: number): unknown => `${path} of ${item}`);
	const getWorkflowDataProxy = jest.fn((item: number) => ({
		$: (node: string) => {
			if (node !== 'Webhook') throw new Error('No such node');
			return { item: { json: { body: { city: `city ${item}` } } } };
		},
	}));
	const context = {
		getNode: () => ({ name: 'Messenger', type: 'messenger', typeVersion: 1, parameters }),
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter: (path: string, item: number) => {
			evaluated.push(`${path} of ${item}`);
			return evaluate(path, item);
		},
		getWorkflowDataProxy,
	} as unknown as IExecuteFunctions;
	const reader = new ParameterReader(context, properties, evaluateOncePerRun);
	const read = () => items.map((_, item) => reader.read(item));
	return { read, evaluate, evaluated, getWorkflowDataProxy, reader };
}

const text = [parameter('text', 'text')];

describe('a parameter', () => {
	it('goes where the description sends it, name by name', () => {
		const { read } = start(
			[
				parameter('email', 'contact.email'),
				parameter('name', 'contact.name'),
				parameter('event', 'event'),
			],
			{ email: 'ana@example.com', name: 'Ana', event: 'order' },
			{ items: [{}] },
		);
		expect(read()).toEqual([
			{ contact: { email: 'ana@example.com', name: 'Ana' }, event: 'order' },
		]);
	});

	it('is left out where it is hidden, has no value, or is not sent', () => {
		const { read, evaluated } = start(
			[
				parameter('hidden', 'hidden', { displayOptions: { show: { shown: ['yes'] } } }),
				parameter('missing', 'missing'),
				parameter('unsent', 'unsent', { routing: undefined }),
				...text,
			],
			{ shown: 'no', hidden: '={{ $now }}', unsent: '={{ $now }}', text: 'a' },
			{ items: [{}] },
		);
		expect(read()).toEqual([{ text: 'a' }]);
		expect(evaluated).toEqual([]);
	});

	it('may be a part of a collection, as far as that has been filled in', () => {
		const collection = parameter('more', 'more', {
			type: 'collection',
			routing: undefined,
			options: [parameter('tags', 'tags'), parameter('time', 'time')],
		});
		const { read, evaluated } = start([collection], { more: { tags: '={{ $now }}' } });
		expect(read()[2]).toEqual({ tags: 'more.tags of 2' });
		expect(evaluated).toEqual(['more.tags of 0', 'more.tags of 1', 'more.tags of 2']);
	});
});

describe("n8n's evaluator is asked", () => {
	const people = ['ana', 'ben', 'eva'].map((name) => ({ email: `${name}@example.com` }));

	const itself = (value: unknown) => Array<unknown>(3).fill(value);
	const evaluatedFor = [0, 1, 2].map((item) => `text of ${item}`);
	const emails = people.map(({ email }) => email);
	const fieldsOf = (value: string) => ({ fields: [{ name: 'a', value }] });
	const mixed = { plain: '={{ $json.email }}', other: '={{ 1 * 2 }}' };

	it.each<[string, unknown, unknown[], string[]]>([
		['never for text', 'a text', itself('a text'), []],
		['never for a number', 5, itself(5), []],
		['never for an object without expressions', fieldsOf('b'), itself(fieldsOf('b')), []],
		['never for what can be read directly', '={{ $json.email }}', emails, []],
		[
			'never for an object of such expressions',
			fieldsOf('={{ $json.email }}'),
			emails.map(fieldsOf),
			[],
		],
		['for the whole of an object with one other expression', mixed, evaluatedFor, evaluatedFor],
		['once for each item otherwise', '={{ $now }}', evaluatedFor, evaluatedFor],
	])('%s', (_, value, values, asked) => {
		const { read, evaluated } = start(text, { text: value } as INodeParameters, { items: people });
		expect(read()).toEqual(values.map((one) => ({ text: one })));
		expect(evaluated).toEqual(asked);
	});

	it('for an item that does not hold what the expression reads, and for no other', () => {
		const items = [...people.slice(0, 2), {}];
		const { read, evaluated } = start(text, { text: '={{ $json.email }}' }, { items });
		expect(read()[2]).toEqual({ text: 'text of 2' });
		expect(evaluated).toEqual(['text of 2']);
	});

	const city = "={{ $('Webhook').item.json.body.city }}";

	it("never for an earlier node's items, for which n8n's data are made once for each item", () => {
		const { read, evaluated, getWorkflowDataProxy } = start(
			[...text, parameter('again', 'again')],
			{ text: city, again: `=in ${city.slice(1)}` },
		);
		expect(read()).toEqual(
			[0, 1, 2].map((item) => ({ text: `city ${item}`, again: `in city ${item}` })),
		);
		expect(evaluated).toEqual([]);
		expect(getWorkflowDataProxy.mock.calls).toEqual([[0], [1], [2]]);
	});

	it("for an earlier node that is not there, and n8n's data are made only where one is read", () => {
		const { read, evaluated, getWorkflowDataProxy } = start(
			text,
			{ text: "={{ $json.email || $('Nobody').item.json.email }}" },
			{ items: [people[0]!, { email: '' }] },
		);
		expect(read()).toEqual([{ text: 'ana@example.com' }, { text: 'text of 1' }]);
		expect(evaluated).toEqual(['text of 1']);
		expect(getWorkflowDataProxy.mock.calls).toEqual([[1]]);
	});

	describe('once a run where the operation wants it', () => {
		const evaluateOncePerRun = ['text'];

		it.each(['={{ $now.year }}', '={{ $today }}', '={{ $workflow.name + $vars.a }}', '={{ 1 }}'])(
			'for %s, which does not read the item',
			(value) => {
				const { read, evaluated } = start(text, { text: value }, { evaluateOncePerRun });
				expect(read()).toEqual(Array(3).fill({ text: 'text of 0' }));
				expect(evaluated).toEqual(['text of 0']);
			},
		);

		it.each([
			'={{ $json["a b"] + $now }}',
			'={{ $("Source").item.json.a }}',
			'={{ $ }}',
			'={{ Math.random() }}',
			'={{ crypto.randomUUID() }}',
			'={{ this.a }}',
			'={{ [1].map(n => n) }}',
			'={{ [1].map(function (n) { return n }) }}',
			{ a: '={{ $now }}', b: '={{ $json.a + 1 }}' },
			{ a: city, b: '={{ $now }}' },
		])('but for each item with %j', (value) => {
			const { read, evaluated } = start(text, { text: value } as INodeParameters, {
				evaluateOncePerRun,
			});
			read();
			expect(evaluated).toHaveLength(3);
		});

		it('and fails for each item', () => {
			const { reader, evaluate } = start(text, { text: '={{ $now }}' }, { evaluateOncePerRun });
			evaluate.mockImplementation(() => {
				throw new Error('No such thing');
			});
			for (const item of [0, 1, 2]) expect(() => reader.read(item)).toThrow('No such thing');
		});
	});
});

it('an expression that fails is named, and keeps what n8n says of it', () => {
	const { reader, evaluate } = start([parameter('text', 'text', { displayName: 'Text' })], {
		text: '={{ $json. }}',
	});
	const failing = (context: object) => {
		evaluate.mockImplementation(() => {
			throw Object.assign(new Error('invalid syntax'), { description: 'Look.', context });
		});
		try {
			reader.read(0);
		} catch (error) {
			return error;
		}
		return undefined;
	};
	expect(failing({ itemIndex: 0 })).toMatchObject({
		label: "'Text': ",
		message: 'invalid syntax',
		description: 'Look.',
		context: { parameter: 'text', itemIndex: 0 },
	});
	expect(failing({ parameter: 'more.text' })).toMatchObject({
		context: { parameter: 'more.text' },
	});
});

it.each([
	['the node has, where there are some', 2],
	["an agent's call has otherwise", 0],
])('the input is what %s', (_, count) => {
	const ofAgent = [{ json: { of: 'agent' } }];
	const main = Array.from({ length: count }, () => ({ json: { of: 'node' } }));
	const context = {
		getInputData: (...[, type]: [number?, string?]) => (type === 'ai_tool' ? ofAgent : main),
	} as unknown as IExecuteFunctions;
	expect(inputItems(context)).toBe(count > 0 ? main : ofAgent);
});
