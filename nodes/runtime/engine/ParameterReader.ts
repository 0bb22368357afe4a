import {
	isExpression,
	NodeHelpers,
	type ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type INodePropertyCollection,
	type IPairedItemData,
	type IWorkflowDataProxyData,
} from 'n8n-workflow';

import { refuse } from '../input/InvalidInput';
import { isAgentsCall, type Beginning } from './caller';
import { directExpression, type Scope } from './directExpression';
import { GivenParameters, type Field } from './GivenParameters';
import { placeOf, type Parameter } from './Parameter';

/** n8n's error of an expression, and the parameter that has it, which n8n doesn't say. Its words may quote anything. */
export interface FailedExpression extends ExpressionError {
	label: string;
	parameter: string;
}

interface ItemScope extends Scope {
	index: number;
}

/** A parameter's value for an item. */
type Read = (item: ItemScope) => unknown;

/** The same in its parts, each with its place. */
type ReadFields = (item: ItemScope) => Field[];

/**
 * Reads the parameters of an operation as n8n's declarative engine does, from the same description: those that
 * are shown. But each expression is evaluated once for each item, where the engine does it four to six times, or once a
 * run if it doesn't read the item; and most, such as `Hi {{ $json.name }}`, are read without the evaluator.
 */
export class ParameterReader {
	private readonly items: INodeExecutionData[];
	private readonly parameters: ReadFields[];
	private proxy?: IWorkflowDataProxyData;

	constructor(
		private readonly context: IExecuteFunctions,
		parameters: Parameter[],
		private readonly run: Beginning,
	) {
		// In an agent's call `$json` is the agent's own input, which only the evaluator knows.
		this.items = isAgentsCall(context) ? [] : context.getInputData();
		this.parameters = this.shown(parameters, context.getNode().parameters);
	}

	/** @throws FailedExpression */
	read(itemIndex: number): GivenParameters {
		const item = this.items[itemIndex];
		const scope: ItemScope = {
			index: itemIndex,
			json: item?.json,
			earlierJson: (node) => this.earlierItem(node, item)?.json,
		};
		const fields: Field[] = [];
		for (const read of this.parameters) fields.push(...read(scope));
		return new GivenParameters(fields, this.run);
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

	/** @param prefix the path of the collection that contains the parameters */
	private shown(parameters: Parameter[], given: INodeParameters, prefix = ''): ReadFields[] {
		const node = this.context.getNode();
		return parameters.flatMap((parameter) => {
			const { name, type } = parameter;
			const isInCollection = prefix !== '';
			const value = name in given || isInCollection ? given[name] : parameter.default;
			const isShown = NodeHelpers.displayParameter(node.parameters, parameter, node, null);
			// A workflow that n8n's editor didn't make may store null for a collection.
			const isEmpty = /collection/i.test(type) && Object.keys(value ?? {}).length === 0;
			if (value === undefined || isEmpty || !isShown || type === 'notice') return [];
			const path = prefix + name;
			if (type === 'collection') {
				// Its fields would be dropped without a word.
				if (typeof value !== 'object' || Array.isArray(value)) {
					refuse(parameter, "isn't an object", 'Add its fields one by one in the editor.');
				}
				const inner = parameter.options as Parameter[];
				return this.shown(inner, value as INodeParameters, `${path}.`);
			}
			const read = this.readOf(path, value, parameter);
			const isOwn = isOfItem(value);
			return [sharedWhileSame(read, partsOf(parameter, path, isOwn), isOwn)];
		});
	}

	private readOf(path: string, value: unknown, parameter: Parameter): Read {
		if (!hasExpression(value)) return () => value;
		const read = isExpression(value)
			? this.readExpression(path, value, parameter)
			: this.readAll(path, value as object, parameter);
		// "In an hour" would otherwise be another time for each item.
		return isOfItem(value) ? read : once(read);
	}

	private readExpression(path: string, value: string, parameter: Parameter): Read {
		const readDirectly = directExpression(value);
		return (item) => readDirectly(item) ?? this.evaluate(path, item.index, parameter);
	}

	/** @throws FailedExpression */
	private evaluate(path: string, itemIndex: number, { name, displayName }: Parameter): unknown {
		let error: ExpressionError;
		try {
			return this.context.getNodeParameter(path, itemIndex);
		} catch (thrown) {
			error = thrown as ExpressionError;
		}
		const parameter = String(error.context?.parameter ?? name);
		throw Object.assign(error, { label: `'${displayName}': `, parameter });
	}

	private readAll(path: string, value: object, parameter: Parameter): Read {
		const isList = Array.isArray(value);
		const fields = Object.entries(value).map(([name, field]) => {
			const own = isList ? `${path}[${name}]` : `${path}.${name}`;
			return [name, this.readOf(own, field, parameter)] as const;
		});
		return (item) => {
			const read = fields.map(([name, readField]) => [name, readField(item)] as const);
			return isList ? read.map(([, element]) => element) : Object.fromEntries(read);
		};
	}
}

/** Parts the value of a form whose rows have places of their own in the request; any other value is one part. */
function partsOf(
	parameter: Parameter,
	path: string,
	isOfItem: boolean,
): (value: unknown) => Field[] {
	const forms = parameter.type === 'fixedCollection' ? parameter.options : [];
	const form = (forms as INodePropertyCollection[]).find(({ values }) =>
		values.every((field) => placeOf(field)),
	);
	if (form === undefined) {
		const place = placeOf(parameter) ?? path.split('.');
		return (value) => [{ parameter, place, value, isOfItem }];
	}
	const { name, displayName, values } = form;
	const fieldsOfRow = (row: IDataObject, position: number): Field[] => {
		const which = `of ${displayName.toLowerCase()} ${position + 1}`;
		return values.map((field) => ({
			parameter: { ...field, which },
			place: placeOf(field, position)!,
			value: row?.[field.name],
			isOfItem,
			row: [name, position],
		}));
	};
	return (value) => {
		const rows = [(value as IDataObject | undefined)?.[name] ?? []].flat() as IDataObject[];
		return rows.flatMap(fieldsOfRow);
	};
}

/**
 * Items with the same value, one after the other, share its fields: so it is checked once for all of them.
 *
 * @param isOfItem true if its expression reads the item: it may return the same object again with something else in it
 */
function sharedWhileSame(
	read: Read,
	fieldsOf: (value: unknown) => Field[],
	isOfItem: boolean,
): ReadFields {
	let last: { value: unknown; fields: Field[] } | undefined;
	return (item) => {
		const value = read(item);
		const isSame = last?.value === value && !(isOfItem && typeof value === 'object');
		if (last === undefined || !isSame) last = { value, fields: fieldsOf(value) };
		return last.fields;
	};
}

/** Reads for the first item of a run what is the same for all. */
function once(read: Read): Read {
	let first: { value: unknown } | undefined;
	return (item) => (first ??= { value: read(item) }).value;
}

/** As its beginning, an expression has an equals sign. */
const hasExpression = (value: unknown) => JSON.stringify(value).includes('"=');

const isOfItem = (value: unknown) => hasExpression(value) && readsItem.test(JSON.stringify(value));

/** Matches an expression that may have another value for each item. If it is not certain, it matches. */
const readsItem =
	/\$(?!(now|today|workflow|execution|vars|env|if|max|min)\b)|random|uuid|this|=>|function|\\\\/i;
