import {
	NodeHelpers,
	type ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import { plainReference, readPlainReference } from './plainReference';

/** Returns a parameter's value for an item. */
type Read = (itemIndex: number) => unknown;

/**
 * Reads the parameters of an operation as n8n's declarative engine does, from the same description: those that
 * are shown, to where `routing.send` puts them. But each expression is evaluated once for each item, where the
 * engine does it four to six times; and a plain reference such as `{{ $json.email }}` is read from the item itself.
 */
export class ParameterReader {
	/** By their targets in the result, name by name, e.g. `contact`, `email`. */
	private readonly reads: Array<[target: string[], read: Read]>;
	private readonly items;

	/**
	 * @param properties the operation's parameters
	 * @param evaluateOncePerRun paths of those that are evaluated once where they do not read the item
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		properties: INodeProperties[],
		private readonly evaluateOncePerRun: readonly string[] = [],
	) {
		this.items = inputItems(context);
		this.reads = this.readsOf(properties, context.getNode().parameters);
	}

	/** @returns what `routing.send` puts together. @throws FailedExpression */
	read(itemIndex: number): IDataObject {
		const params: IDataObject = {};
		for (const [target, read] of this.reads) {
			let object = params;
			for (const name of target.slice(0, -1)) object = (object[name] ??= {}) as IDataObject;
			object[target.at(-1)!] = read(itemIndex) as IDataObject;
		}
		return params;
	}

	/** @param prefix the path of the collection that holds the properties */
	private readsOf(
		properties: INodeProperties[],
		values: INodeParameters,
		prefix = '',
	): typeof this.reads {
		const node = this.context.getNode();
		return properties.flatMap((property) => {
			const value = values[property.name];
			const isShown = NodeHelpers.displayParameter(
				node.parameters,
				property,
				node,
				null,
				node.parameters,
			);
			if (value === undefined || !isShown) return [];
			const path = prefix + property.name;
			if (property.type === 'collection') {
				const inner = property.options as INodeProperties[];
				return this.readsOf(inner, value as INodeParameters, `${path}.`);
			}
			const target = property.routing?.send?.property?.split('.');
			return target ? [[target, this.readOf(path, value, property)]] : [];
		});
	}

	private readOf(path: string, value: unknown, property: INodeProperties): Read {
		if (!hasExpression(value)) return () => value;
		const evaluate: Read = (itemIndex) => {
			try {
				return this.context.getNodeParameter(path, itemIndex) as unknown;
			} catch (error) {
				throw failedExpression(error as ExpressionError, property);
			}
		};
		if (this.evaluateOncePerRun.includes(path) && !readsItem.test(JSON.stringify(value))) {
			let result: { value: unknown } | undefined;
			return (itemIndex) => (result ??= { value: evaluate(itemIndex) }).value;
		}
		const readPlain = plainReading(value);
		return (itemIndex) => readPlain(this.items[itemIndex]?.json) ?? evaluate(itemIndex);
	}
}

/** An error with n8n's words, which may quote what comes from outside. */
export interface FailedExpression extends Error {
	/** What the node says in front of them: n8n's error does not say which expression it means. */
	label: string;
	description?: unknown;
	context: { parameter?: unknown };
}

function failedExpression(
	{ message, description, context }: Partial<ExpressionError>,
	{ name: parameter, displayName }: INodeProperties,
): FailedExpression {
	return Object.assign(new Error(message), {
		label: `'${displayName}': `,
		description,
		context: { parameter, ...context },
	});
}

/** The node's input: of an agent's call, where there is no other. */
export function inputItems(context: IExecuteFunctions) {
	const items = context.getInputData();
	return items.length > 0 ? items : context.getInputData(0, 'ai_tool');
}

const isExpression = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=');

function hasExpression(value: unknown) {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(hasExpression);
}

/**
 * Finds in an expression what may give each item another value: any name but those of the run, chance, or a
 * function; in doubt it does.
 */
const readsItem =
	/\$(?!(now|today|workflow|execution|vars|env|if|max|min)\b)|random|uuid|this|=>|function/i;

/**
 * Reads a value in which every expression is a plain reference. The result is undefined where one is not, or
 * where the item does not hold a plain value there: then the evaluator decides, for the whole of it.
 */
function plainReading(value: unknown): (json: unknown) => unknown {
	if (isExpression(value)) {
		const path = plainReference(value);
		return (json) => path && readPlainReference(json, path);
	}
	if (!hasExpression(value)) return () => value;
	const fields = Object.entries(value as object).map(
		([name, field]) => [name, plainReading(field)] as const,
	);
	return (json) => {
		const read = fields.map(([name, readField]) => [name, readField(json)] as const);
		if (read.some(([, field]) => field === undefined)) return undefined;
		return Array.isArray(value) ? read.map(([, field]) => field) : Object.fromEntries(read);
	};
}
