import type { IDataObject } from 'n8n-workflow';

import type { OperationDefinition } from '../../nodes/Messenger/run/operation';
import { prepare } from '../../nodes/Messenger/run/prepare';
import { refusalOf } from '../support/refusal';

const facts = { timezone: 'UTC', isManual: false };

/** Prepares an item for an operation that sends just this. */
const prepared = (body: unknown) =>
	prepare(
		{ toRequest: () => ({ body: body as IDataObject }) } as unknown as OperationDefinition<object>,
		{},
		facts,
	);

it('gives the request', () => {
	expect(prepared({ a: 1 })).toEqual({ body: { a: 1 } });
});

it('gives the items of what needs no request', () => {
	const operation = { toRequest: () => [{ a: 1 }] } as unknown as OperationDefinition<object>;
	expect(prepare(operation, {}, facts)).toEqual([{ a: 1 }]);
});

it('refuses what is nested too deep, or contains itself', () => {
	const circle: IDataObject = {};
	circle.self = circle;
	expect(refusalOf(() => prepared({ circle })).message).toBe(
		"'Parameters' of the item are too large: nested deeper than 64 levels",
	);
});

it('takes around a parameter as much as a parameter may have', () => {
	let data: IDataObject = {};
	for (let level = 1; level < 64; level++) data = { data };
	expect(prepared({ event: { data } })).toHaveProperty('body');
	const list = Array<number>(199_999).fill(0);
	expect(prepared({ event: { code: 'a', data: list } })).toHaveProperty('body');
	expect(refusalOf(() => prepared({ event: { data: [list, list] } })).message).toBe(
		"'Parameters' of the item are too large: more than 200,000 values",
	);
});

it.each([
	['NaN', NaN],
	['Infinity', Infinity],
	['Invalid Date', new Date('nonsense')],
])('refuses %s, which JSON would make null without a word', (text, value) => {
	expect(refusalOf(() => prepared({ list: [{ price: value }] })).message).toBe(
		`'Parameters' of the item can't be written as JSON: "price" is ${text}`,
	);
});

it('refuses what has no JSON', () => {
	const toJSON = () => {
		throw new Error('it has none');
	};
	expect(refusalOf(() => prepared({ value: { toJSON } })).message).toBe(
		"'Parameters' of the item can't be written as JSON: it has none",
	);
});
