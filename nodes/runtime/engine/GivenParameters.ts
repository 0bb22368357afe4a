import { InvalidInput } from '../input/InvalidInput';
import { isEmpty } from '../input/text';
import type { Beginning } from './caller';
import type { Parameter, Place } from './Parameter';

/** A parameter's value. Items with the same one share it, and what its check has made of it. */
export interface Field {
	readonly parameter: Parameter;
	readonly place: Place;
	readonly value: unknown;
	/** True if its expression reads the item. */
	readonly isOfItem: boolean;
	/** Of a form with rows: the form's name, and the position among its rows. */
	readonly row?: readonly [form: string, position: number];
	/** Of the last check, which had this value of the parameter that it needs. */
	checked?: { needed: unknown; result: Result };
}

/** What a check makes of a value, or why the value is left out. */
type Result = { value: unknown } | { refusal: InvalidInput };

/** A malformed value that is not sent, and why. */
export interface LeftOut {
	readonly name: string;
	readonly row: Field['row'];
	readonly refusal: InvalidInput;
}

/** Values by their places: under `body` and `query` those that are sent, all others by their names. */
export type Values = Record<string, unknown>;

/** The parameters of an item, not yet checked. */
export class GivenParameters {
	constructor(
		private readonly fields: readonly Field[],
		private readonly run: Beginning,
	) {}

	/** All of them, as they were given. */
	get values(): Values {
		const values = noValues();
		for (const { place, value } of this.fields) put(values, place, value);
		return values;
	}

	/**
	 * @returns what the checks make of them, without what is empty
	 * @throws InvalidInput for the first in the order of the form that is refused
	 */
	checked(): { values: Values; leftOut: LeftOut[] } {
		const values = noValues();
		const leftOut: LeftOut[] = [];
		for (const field of this.fields) {
			const { parameter, place, row } = field;
			if (!isShown(parameter, values)) continue;
			const result = this.check(field);
			if ('refusal' in result) leftOut.push({ name: parameter.leftOutAs!, row, ...result });
			else if (!isNothing(result.value)) put(values, place, result.value);
		}
		return { values, leftOut };
	}

	/** Checks a value, unless it was checked for the item before. */
	private check(field: Field): Result {
		const { needs } = field.parameter;
		const needed = needs && this.fields.find(({ parameter }) => parameter === needs);
		if (!field.checked || field.checked.needed !== needed?.value) {
			field.checked = { needed: needed?.value, result: this.resultOf(field, needed) };
		}
		return field.checked.result;
	}

	private resultOf({ parameter, value }: Field, needed?: Field): Result {
		const { check, leftOutAs } = parameter;
		const given = { run: this.run, needed: needed?.value };
		let refusal: unknown;
		try {
			return { value: check ? check(value, parameter, given) : value };
		} catch (error) {
			refusal = error;
		}
		// `true` is no text at all.
		const mayBeLeftOut = leftOutAs !== undefined && typeof value !== 'boolean';
		if (mayBeLeftOut && refusal instanceof InvalidInput) {
			// A setting is wrong for all items, but what an item says of itself is wrong for this one.
			const isOfNeeded = needed?.isOfItem === true && refusal.parameter === needed.parameter.name;
			if (refusal.kind === 'malformed' || isOfNeeded) return { refusal };
		}
		throw refusal;
	}
}

/**
 * A plain object to which fields are added one by one. Of a `{}` V8 remembers some 1,500 first names; a running n8n has used
 * them up, and each new one makes a slow dictionary of the object. What this makes has a count of its own.
 */
const Fields = function () {} as unknown as new () => Values;
Fields.prototype = Object.prototype;

function noValues(): Values {
	const values = new Fields();
	values.body = new Fields();
	values.query = new Fields();
	return values;
}

/** Where an expression decides what is shown, both are given, and one of them counts. */
function isShown({ displayOptions }: Parameter, values: Values): boolean {
	if (displayOptions?.show === undefined) return true;
	return Object.entries(displayOptions.show).every(
		([name, shown]) => !(name in values) || (shown as unknown[]).includes(values[name]),
	);
}

/** True for a list or an object without anything in it, too. */
const isNothing = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'object' && Object.keys(value).length === 0);

function put(values: Values, place: Place, value: unknown): void {
	let object = values;
	place.forEach((name, depth) => {
		const next = place[depth + 1];
		if (next === undefined) object[name] = value;
		else object = (object[name] ??= /^\d+$/.test(next) ? [] : new Fields()) as Values;
	});
}
