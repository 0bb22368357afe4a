import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { endpointOf } from '../../support/endpoints';

interface RequestContent {
	query?: string;
	body?: IDataObject;
}

/** All that the tests know of one operation. */
export interface OperationCase {
	resource: string;
	operation: string;
	/** The endpoint's name in tools/sandbox/openapi.yaml. */
	endpoint: string;
	/** True if it only reads, and so may be sent again after a failure. */
	readOnly: boolean;
	/** Megabytes beyond which no answer is read. */
	largestAnswer: number;
	/** Parameters that read the item: a person, as `people` in `cases` has them. */
	parameters: INodeParameters;
	/** Parameters by which each item gets its own request, which shows which item it is. */
	marks?: INodeParameters;
	/** Query and body of the request that is made for the first person. */
	request: RequestContent;
	/** Every field filled in, in a workflow in Berlin. */
	full: { parameters: INodeParameters; request: RequestContent };
	/** The body of a good answer, and the output that it gives for the first person. */
	answer: IDataObject;
	output: IDataObject;
	/** Fields of an item that are refused before anything is sent, and for which parameter. */
	bad: { fields: IDataObject; parameter: string };
	/** The field of a person that the title of an error names. */
	subject?: 'email' | 'number';
}

/** A case with what follows from it. */
export type Case = ReturnType<typeof completed>;

/** Adds what follows from the names and the endpoint. */
export function completed(given: OperationCase) {
	const { resource, operation, marks } = given;
	const { method, url: path } = endpointOf(`${resource}.${operation}`);
	const parameters: INodeParameters = { resource, operation, ...given.parameters };
	const marked: INodeParameters = { ...parameters, ...marks };
	return { ...given, name: `${resource}: ${operation}`, parameters, marked, method, path };
}
