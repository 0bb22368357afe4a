import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { ParameterName } from '../input/InvalidInput';
import type { Beginning } from './caller';

/** A parameter of an operation, declared once: as n8n has it, and what the node makes of its value. */
export interface Parameter extends INodeProperties, ParameterName {
	/** Without one, the value stays as it was entered. */
	check?: Check;
	/** Another parameter whose value its check needs. */
	needs?: Parameter;
	/** For a malformed value that is left out instead of refused: its name in `left_out`. */
	leftOutAs?: string;
	/** The place of a value that isn't sent as it is entered, such as `body.tags`. Of the others `routing` has it. */
	sentTo?: string;
}

/**
 * Makes of a value what is sent, or what the node needs. What is empty is left out. Of items with the same value, one after
 * the other, only the first is checked.
 *
 * @throws InvalidInput
 */
export type Check = (value: unknown, parameter: Parameter, given: Given) => unknown;

/** What a check may need next to the value. */
export interface Given {
	readonly run: Beginning;
	/** The value of the parameter that it declares in `needs`, as it was given. */
	readonly needed?: unknown;
}

/** The place of a value among those of an item: a name or a position in each object or list. */
export type Place = readonly string[];

/** @param row its number, of a field in a form with rows @returns undefined if it isn't sent */
export function placeOf({ routing, sentTo }: Parameter, row = 0): Place | undefined {
	const { type, property } = routing?.send ?? {};
	const path = type ? `${type}.${property}` : sentTo;
	// The only expression in it is the number of a row.
	return path
		?.replace('=', '')
		.replace('{{$index}}', String(row))
		.split(/[.[\]]+/);
}

const ofTheNode = ['check', 'needs', 'leftOutAs', 'sentTo'] as const;

/** A parameter as n8n has it: without what is the node's own. */
export function propertyOf(parameter: Parameter): INodeProperties {
	const property = { ...parameter };
	for (const name of ofTheNode) delete property[name];
	if (property.type === 'collection') {
		property.options = (property.options as Parameter[]).map(propertyOf);
	} else if (property.type === 'fixedCollection') {
		const forms = property.options as INodePropertyCollection[];
		property.options = forms.map((form) => ({ ...form, values: form.values.map(propertyOf) }));
	}
	return property;
}
