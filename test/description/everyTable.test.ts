import { operations as shownInEditor } from '../e2e/workflows';
import { operations as faulted } from '../faults/operations';
import { operations as given } from '../properties/nodeInputs';
import { operationCases } from '../support/operationCases';
import { contract } from './contract';

const every = Object.keys(contract);

/** Send to Input Items makes one request of all items, and has tests of its own instead. */
const withRequestForEachItem = every.filter((operation) => operation !== 'campaign/sendToItems');

// What a table lacks, its tests pass over in silence.
it.each([
	[
		'test/support/operationCases.ts',
		operationCases.map(({ operation }) => operation.replace('.', '/')),
		withRequestForEachItem,
	],
	['test/faults/operations.ts', faulted.map(({ name }) => name.replace(': ', '/')), every],
	[
		'test/properties/nodeInputs.ts',
		Object.keys(given).map((name) => name.replace(': ', '/')),
		every,
	],
	[
		'test/e2e/workflows.ts',
		shownInEditor.map(({ resource, operation }) => `${resource}/${operation}`),
		every,
	],
])('%s has every operation', (_table, operations, expected) => {
	expect(operations.sort()).toEqual([...expected].sort());
});
