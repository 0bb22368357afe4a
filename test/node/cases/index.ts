import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../../nodes/Messenger/resources';
import seed from '../../../tools/sandbox/seed.json';
import { completed, type Case, type OperationCase } from '../operations/operationCase';

/** All operations of the node, in the order of the editor: each has its case in `<resource>.<operation>.case.ts`. */
export const cases: Case[] = resources.flatMap(({ value: resource, operations }) =>
	operations.map(({ value }) => {
		const name = `${resource}${value.charAt(0).toUpperCase()}${value.slice(1)}`;
		const file = jest.requireActual<Record<string, OperationCase>>(`./${resource}.${value}.case`);
		return completed(file[name]!);
	}),
);

/** The case with this name, such as `event: send`. */
export function caseOf(name: string): Case {
	const found = cases.find((one) => one.name === name);
	if (!found) throw new Error(`There is no case ${name}`);
	return found;
}

/** Input items: people whom the sandbox knows, each with its own address and number. */
export const people: IDataObject[] = seed.contacts.map(({ email, first_name }, index) => ({
	email,
	first_name,
	number: `+${14155550200 + index}`,
	limit: 50,
}));
