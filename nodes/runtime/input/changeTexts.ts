/** True for a date: an object here, but text or null in JSON. */
export function isDate(value: unknown): value is { toJSON(): string | null } {
	return typeof (value as { toJSON?: unknown } | null)?.toJSON === 'function';
}

/**
 * Changes all texts, names and numbers of a JSON value that is nested in 64 levels at the most.
 *
 * @returns the same object where nothing in it is changed
 */
export function changeTexts<Value>(
	value: Value,
	change: (one: string | number) => string | number,
): Value {
	const changed = (inner: unknown): unknown => {
		if (typeof inner === 'string' || typeof inner === 'number') return change(inner);
		if (typeof inner !== 'object' || inner === null || isDate(inner)) return inner;
		if (Array.isArray(inner)) {
			const list: unknown[] = inner.map(changed);
			return list.some((one, index) => one !== inner[index]) ? list : inner;
		}
		const fields = inner as Record<string, unknown>;
		const names = Object.keys(fields);
		const values = names.map((name) => changed(fields[name]));
		const isSame = (name: string, at: number) =>
			values[at] === fields[name] && change(name) === name;
		if (names.every(isSame)) return inner;
		return Object.fromEntries(names.map((name, at) => [change(name), values[at]]));
	};
	return changed(value) as Value;
}
