import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Case } from '../node/operations/operationCase';

/** The node's input: parameters, whose expressions read the items, and the items. */
export interface NodeInput {
	parameters: INodeParameters;
	items: IDataObject[];
}

/** Random parameters of an operation with a number of random items. */
export function nodeInput(
	{ resource, operation, random }: Case,
	count: { minLength: number; maxLength: number },
): fc.Arbitrary<NodeInput> {
	return fc.record({
		parameters: random.parameters.map((given) => ({ ...given, resource, operation })),
		items: fc.array(fc.record(random.fields) as fc.Arbitrary<IDataObject>, {
			...count,
			size: 'max',
		}),
	});
}
