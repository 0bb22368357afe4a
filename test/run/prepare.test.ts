import type { IDataObject } from 'n8n-workflow';

import type { OperationDefinition } from '../../nodes/Messenger/operation';
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
		"'Parameters' of the item are nested too deep",
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
