import {
	isExpression,
	NodeHelpers,
	type ExpressionError,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import type { ParameterName } from '../input/InvalidInput';
import { Fields } from '../input/text';
import { directExpression } from './directExpression';

/** Returns a parameter's value for an item. */
type Read = (itemIndex: number) => unknown;

/**
 * Reads the parameters of an operation as n8n's declarative engine does, from the same description: those that
 * are shown, to where `routing.send` puts them. But each expression is evaluated once for each item, where the
 * engine does it four to six times; and most, such as `Hi {{ $json.name }}`, are read without the evaluator.
 */
export class ParameterReader {
	/** Each by its name in the result, and by the names of the objects around it there, e.g. `email` in `contact`. */
	private readonly reads = this.readsOf(this.properties, this.context.getNode().parameters);
	private readonly items = inputItems(this.context);

	/** @param evaluateOncePerRun paths of parameters that are evaluated once where they do not read the item */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly properties: INodeProperties[],
		private readonly evaluateOncePerRun: readonly string[] = [],
	) {}

	/** @returns what `routing.send` puts together. @throws FailedExpression */
	read(itemIndex: number): Fields {
		const params = new Fields();
		for (const { around, name, read } of this.reads) {
			let object = params;
			for (const outer of around) object = (object[outer] ??= new Fields()) as Fields;
			object[name] = read(itemIndex);
		}
		return params;
	}

	/** @param prefix the path of the collection that contains the properties */
	private readsOf(
		properties: INodeProperties[],
		values: INodeParameters,
		prefix = '',
	): Array<{ around: string[]; name: string; read: Read }> {
		const node = this.context.getNode();
		const { parameters: all } = node;
		return properties.flatMap((property) => {
			const value = values[property.name];
			const isShown = NodeHelpers.displayParameter(all, property, node, null, all);
			if (value === undefined || !isShown) return [];
			const path = prefix + property.name;
			if (property.type === 'collection') {
				const inner = property.options as INodeProperties[];
				return this.readsOf(inner, value as INodeParameters, `${path}.`);
			}
			const around = property.routing?.send?.property?.split('.') ?? [];
			const name = around.pop();
			return name ? [{ around, name, read: this.readOf(path, value, property) }] : [];
		});
	}

	private readOf(path: string, value: unknown, property: INodeProperties): Read {
		const json = JSON.stringify(value);
		// As its beginning, an expression has an equals sign.
		if (!json.includes('"=')) return () => value;
		const evaluate: Read = (itemIndex) =>
			labelled(property, () => this.context.getNodeParameter(path, itemIndex) as unknown);
		if (this.evaluateOncePerRun.includes(path) && !readsItem.test(json)) {
			let result: { value: unknown } | undefined;
			return (itemIndex) => (result ??= { value: evaluate(itemIndex) }).value;
		}
		const readDirectly = directReading(value);
		return (itemIndex) => {
			try {
				return readDirectly(this.items[itemIndex]?.json);
			} catch {
				return evaluate(itemIndex);
			}
		};
	}
}

/** An error with n8n's words, which may quote text from outside. */
export interface FailedExpression extends Error {
	/** The node's words in front of them: n8n's error does not say which expression it means. */
	label: string;
	description?: unknown;
	context: { parameter?: string };
}

/** @throws FailedExpression if n8n can't evaluate the expression */
export function labelled<Value>(
	{ displayName, name }: ParameterName,
	evaluate: () => Value,
): Value {
	try {
		return evaluate();
	} catch (error) {
		const { message, description, context } = error as ExpressionError;
		throw Object.assign(new Error(message), {
			label: `'${displayName}': `,
			description,
			context: { parameter: name, ...context },
		} satisfies Partial<FailedExpression>);
	}
}

/** The node's input, or that of an agent's call if there is no other. */
export function inputItems(context: IExecuteFunctions) {
	const items = context.getInputData();
	return items.length > 0 ? items : context.getInputData(0, 'ai_tool');
}

/**
 * Matches an expression that may have another value for each item: by a `$` name that is not one of the run, by
 * randomness, or by a function. If it is not certain, it matches.
 */
const readsItem =
	/\$(?!(now|today|workflow|execution|vars|env|if|max|min)\b)|random|uuid|this|=>|function/i;

/**
 * Reads a value with expressions without the evaluator.
 * @throws Error if one of them needs the evaluator, which then reads the whole value
 */
function directReading(value: unknown): (json: unknown) => unknown {
	if (isExpression(value)) return directExpression(value);
	if (typeof value !== 'object' || value === null) return () => value;
	const fields = Object.entries(value).map(
		([name, field]) => [name, directReading(field)] as const,
	);
	return (json) => {
		const read = fields.map(([name, readField]) => [name, readField(json)] as const);
		return Array.isArray(value) ? read.map(([, field]) => field) : Object.fromEntries(read);
	};
}
