import {
	NodeHelpers,
	type ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeProperties,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { plainReference, readPlainReference, type PlainReference } from './plainReference';

/** A parameter that `routing.send` puts into the request. */
interface RoutedParameter {
	/** As `getNodeParameter` takes it, e.g. `additionalFields.tags`. */
	path: string;
	/** Where it goes, name by name, e.g. `contact`, `email`. */
	target: string[];
	value: NodeParameterValueType;
	property: INodeProperties;
}

/** Gives a parameter's value for an item. */
type Read = (itemIndex: number) => unknown;

/** Stands for "ask n8n's evaluator". */
const notPlain = Symbol('not plain');

/**
 * Reads the parameters of an operation as n8n's declarative engine does, from the same description:
 * which of them are shown, and where `routing.send` puts them. But each expression is evaluated once
 * for each item where the engine does it four to six times; what has no expression is read once a
 * run; and a plain reference such as `{{ $json.email }}` is read from the item itself.
 */
export class ParameterReader {
	private readonly reads: Array<{ target: string[]; read: Read }>;

	private readonly items;

	/**
	 * @param properties the operation's parameters
	 * @param evaluateOncePerRun paths of parameters that are evaluated once where they do not read the item
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		properties: INodeProperties[],
		evaluateOncePerRun: readonly string[] = [],
	) {
		this.items = inputItems(context);
		const { parameters } = context.getNode();
		this.reads = this.routed(properties, parameters).map((parameter) => ({
			target: parameter.target,
			read: this.reading(parameter, evaluateOncePerRun.includes(parameter.path)),
		}));
	}

	/**
	 * @returns what `routing.send` puts together, in names that the operation's definition says
	 * @throws Error with n8n's words and the parameter's name where an expression fails
	 */
	read(itemIndex: number): IDataObject {
		const params: IDataObject = {};
		for (const { target, read } of this.reads) put(params, target, read(itemIndex));
		return params;
	}

	/** The parameters that are shown and routed, as the engine finds them. */
	private routed(
		properties: INodeProperties[],
		values: INodeParameters,
		path = '',
	): RoutedParameter[] {
		const node = this.context.getNode();
		return properties.flatMap((property) => {
			const isShown = NodeHelpers.displayParameter(
				node.parameters,
				property,
				node,
				null,
				node.parameters,
			);
			const value = values[property.name];
			if (!isShown || value === undefined) return [];
			const target = property.routing?.send?.property;
			const ownPath = path + property.name;
			return [
				...(target === undefined
					? []
					: [{ path: ownPath, target: target.split('.'), value, property }]),
				...(property.type === 'collection'
					? this.routed(
							property.options as INodeProperties[],
							value as INodeParameters,
							`${ownPath}.`,
						)
					: []),
			];
		});
	}

	private reading({ path, value, property }: RoutedParameter, isForRun: boolean): Read {
		const evaluate = (itemIndex: number) => {
			try {
				return this.context.getNodeParameter(path, itemIndex) as unknown;
			} catch (error) {
				throw failedExpression(error as ExpressionError, property);
			}
		};
		if (!hasExpression(value)) return () => value;
		if (isForRun && typeof value === 'string' && !readsItem(value)) return once(evaluate);
		const readPlain = plainReading(value);
		return (itemIndex) => {
			const plain = readPlain(this.items[itemIndex]?.json);
			return plain === notPlain ? evaluate(itemIndex) : plain;
		};
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

function put(into: IDataObject, target: string[], value: unknown): void {
	let object = into;
	for (const name of target.slice(0, -1)) object = (object[name] ??= {}) as IDataObject;
	object[target.at(-1) ?? ''] = value as IDataObject;
}

function once(evaluate: Read): Read {
	let result: { value: unknown } | { error: unknown } | undefined;
	return (itemIndex) => {
		try {
			result ??= { value: evaluate(itemIndex) };
		} catch (error) {
			result = { error };
		}
		if ('error' in result) throw result.error;
		return result.value;
	};
}

const isExpression = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=');

function hasExpression(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(hasExpression);
}

/** What an expression may name without reading the item, the node before or a random number. */
const runVariables = new Set([
	'$now',
	'$today',
	'$workflow',
	'$execution',
	'$vars',
	'$env',
	'$if',
	'$max',
	'$min',
]);

/** Whether an expression may give each item another value; in doubt it does. */
function readsItem(expression: string): boolean {
	const names = expression.match(/\$\w*/g) ?? [];
	return (
		names.some((name) => !runVariables.has(name)) ||
		/random|uuid|this|=>|function/i.test(expression)
	);
}

/**
 * Reads a value in which every expression is a plain reference. Gives {@link notPlain} where one is
 * not, or where the item does not hold a plain value there: then the evaluator decides, for the
 * whole of it.
 */
function plainReading(value: unknown): (json: unknown) => unknown {
	if (isExpression(value)) return plainStringReading(plainReference(value));
	if (typeof value !== 'object' || value === null || !hasExpression(value)) return () => value;
	const fields = Object.entries(value).map(([name, field]) => [name, plainReading(field)] as const);
	const isArray = Array.isArray(value);
	return (json) => {
		const read: Record<string, unknown> = {};
		for (const [name, readField] of fields) {
			const field = readField(json);
			if (field === notPlain) return notPlain;
			read[name] = field;
		}
		return isArray ? Object.values(read) : read;
	};
}

function plainStringReading(path: PlainReference | undefined): (json: unknown) => unknown {
	if (path === undefined) return () => notPlain;
	return (json) => readPlainReference(json, path) ?? notPlain;
}
