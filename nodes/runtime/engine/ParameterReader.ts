import {
	isExpression,
	NodeHelpers,
	type ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type IPairedItemData,
	type IWorkflowDataProxyData,
} from 'n8n-workflow';

import { InvalidInput, refuse, type ParameterName } from '../input/InvalidInput';
import { Fields } from '../input/text';
import { sanitizeUntrusted } from '../input/untrustedText';
import { isAgentsCall } from './caller';
import { directExpression, type Scope } from './directExpression';

interface Item extends Scope {
	index: number;
}

/** A parameter's value for an item. */
type Read = (item: Item) => unknown;

/** Puts a parameter's value for an item in its place. */
type Put = (params: Params, item: Item) => void;

type Params = Record<string, unknown>;

/**
 * Reads the parameters of an operation as n8n's declarative engine does, from the same description: those that
 * are shown, to where `routing.send` puts them; and those that are not sent, by their names. But each expression is
 * evaluated once for each item, where the engine does it four to six times, or once a run if it doesn't read the item;
 * and most, such as `Hi {{ $json.name }}`, are read without the evaluator.
 */
export class ParameterReader {
	private readonly items: INodeExecutionData[];
	private readonly puts: Put[];
	private proxy?: IWorkflowDataProxyData;

	constructor(
		private readonly context: IExecuteFunctions,
		properties: INodeProperties[],
	) {
		// In an agent's call `$json` is the agent's own input, which only the evaluator knows.
		this.items = isAgentsCall(context) ? [] : context.getInputData();
		this.puts = this.putsOf(properties, context.getNode().parameters);
	}

	/**
	 * @returns what is sent as it was entered, at its place under `body` and `query`; all else by its own name
	 * @throws InvalidInput if n8n can't evaluate an expression
	 */
	read(itemIndex: number): Params {
		const item = this.itemOf(itemIndex);
		const params = new Fields();
		params.body = new Fields();
		params.query = new Fields();
		for (const put of this.puts) put(params, item);
		return params;
	}

	private itemOf(index: number): Item {
		const item = this.items[index];
		return {
			index,
			json: item?.json,
			earlierJson: (node) => this.earlierItem(node, item)?.json,
		};
	}

	/** The item that `$('Node').item` returns. By that, n8n would evaluate this node's outputs first, each time. */
	private earlierItem(node: string, item?: INodeExecutionData): INodeExecutionData | undefined {
		const { context } = this;
		const pairedItem = item?.pairedItem as IPairedItemData;
		try {
			this.proxy ??= context.getWorkflowDataProxy(0);
			const sources = context.getExecuteData().source!.main!;
			const from = sources[pairedItem.input ?? 0] ?? sources[0]!;
			return this.proxy.$getPairedItem(node, from, pairedItem) as INodeExecutionData;
		} catch {
			// n8n can't tell which item it is.
			return undefined;
		}
	}

	/** @param prefix the path of the collection that contains the properties */
	private putsOf(properties: INodeProperties[], values: INodeParameters, prefix = ''): Put[] {
		const node = this.context.getNode();
		const { parameters: all } = node;
		return properties.flatMap((property) => {
			const value = values[property.name];
			const isShown = NodeHelpers.displayParameter(all, property, node, null, all);
			// A workflow that n8n's editor didn't make may store null for a collection.
			const isCollection = /collection/i.test(property.type);
			const isEmpty = isCollection && Object.keys(value ?? {}).length === 0;
			const isNone = value === undefined || isEmpty;
			if (isNone || !isShown || property.type === 'notice') return [];
			const path = prefix + property.name;
			if (property.type === 'collection') {
				// Its fields would be dropped without a word.
				if (typeof value !== 'object' || Array.isArray(value)) {
					refuse(property, "isn't an object", 'Add its fields one by one in the editor.');
				}
				const inner = property.options as INodeProperties[];
				return this.putsOf(inner, value as INodeParameters, `${path}.`);
			}
			const read = this.readOf(path, value, property);
			const rows = routedRows(property);
			if (rows) return [(params, item) => putRows(params, path, rows, read(item))];
			const place = placeOf(property) ?? path.split('.');
			return [(params, item) => put(params, place, read(item))];
		});
	}

	private readOf(path: string, value: unknown, property: INodeProperties): Read {
		// As its beginning, an expression has an equals sign.
		if (!JSON.stringify(value).includes('"=')) return () => value;
		if (!isExpression(value)) return this.readAll(path, value as object, property);
		const evaluate: Read = ({ index }) =>
			labelled(property, () => this.context.getNodeParameter(path, index) as unknown);
		if (!readsItem.test(value)) {
			// Once a run: "in an hour" would otherwise be another time for each item.
			let result: { value: unknown } | undefined;
			return (item) => (result ??= { value: evaluate(item) }).value;
		}
		const readDirectly = directExpression(value);
		return (item) => readDirectly(item) ?? evaluate(item);
	}

	private readAll(path: string, value: object, property: INodeProperties): Read {
		const isList = Array.isArray(value);
		const fields = Object.entries(value).map(([name, field]) => {
			const own = isList ? `${path}[${name}]` : `${path}.${name}`;
			return [name, this.readOf(own, field, property)] as const;
		});
		return (item) => {
			const read = fields.map(([name, readField]) => [name, readField(item)] as const);
			return isList ? read.map(([, element]) => element) : Object.fromEntries(read);
		};
	}
}

/** The place of a value in what {@link ParameterReader.read} returns: a name or a position in each object or list. */
type Place = string[];

/** @param row its number, of a field in a form with rows @returns undefined if the parameter is not sent as it was entered */
function placeOf({ routing }: INodeProperties, row = 0): Place | undefined {
	const { type, property } = routing?.send ?? {};
	// The only expression in it is the number of a row.
	const path = property?.replace(/^=/, '').replace('{{$index}}', String(row));
	return path ? [type!, ...path.split(/[.[\]]+/)] : undefined;
}

/** The rows of a form whose fields have places of their own in the request. */
function routedRows({ type, options }: INodeProperties): INodePropertyCollection | undefined {
	if (type !== 'fixedCollection') return undefined;
	const forms = options as INodePropertyCollection[];
	return forms.find(({ values }) => values.some((field) => placeOf(field) !== undefined));
}

function putRows(params: Params, path: string, form: INodePropertyCollection, value: unknown) {
	const rows = [(value as IDataObject | undefined)?.[form.name] ?? []].flat() as IDataObject[];
	rows.forEach((row, index) => {
		for (const field of form.values) {
			const own = [...path.split('.'), form.name, String(index), field.name];
			put(params, placeOf(field, index) ?? own, row?.[field.name]);
		}
	});
}

function put(params: Params, place: Place, value: unknown): void {
	let object = params;
	place.forEach((name, depth) => {
		const next = place[depth + 1];
		if (next === undefined) object[name] = value;
		else object = (object[name] ??= /^\d+$/.test(next) ? [] : new Fields()) as Params;
	});
}

/** @throws InvalidInput if n8n can't evaluate an expression: its own error does not say which one it means */
export function labelled<Value>(name: ParameterName, evaluate: () => Value): Value {
	try {
		return evaluate();
	} catch (error) {
		refuseExpression(name, error as ExpressionError);
	}
}

function refuseExpression({ name, displayName }: ParameterName, error: ExpressionError): never {
	const { message, description, context } = error;
	throw new InvalidInput(
		String(context?.parameter ?? name),
		(mask) => `'${displayName}': ${sanitizeUntrusted(message, mask)}`,
		(mask) => sanitizeUntrusted(String(description ?? ''), mask),
	);
}

/** Matches an expression that may have another value for each item. If it is not certain, it matches. */
const readsItem =
	/\$(?!(now|today|workflow|execution|vars|env|if|max|min)\b)|random|uuid|this|=>|function/i;
