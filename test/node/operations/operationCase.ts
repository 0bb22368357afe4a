import type fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { endpoints } from '../../../nodes/Messenger/http/endpoints';
import type { ContractParameter } from './contractParameter';

/** Names in an item, each with the values that its parameter may get. */
export type Fields = Record<string, fc.Arbitrary<unknown>>;

/** All that the tests know of one operation. */
export interface OperationCase {
	resource: string;
	operation: string;
	/** The endpoint's name, in the node and in the sandbox's document. */
	endpoint: keyof typeof endpoints;
	/** Whether it only reads, and so may be sent again after a failure. */
	readOnly: boolean;
	/** Megabytes beyond which no answer is read. */
	largestAnswer: number;
	/** Its parameters in the words of the contract, in the editor's order. */
	contract: ContractParameter[];
	/** Parameters that read the item: a person, as `people` in `cases.ts` has them. */
	parameters: INodeParameters;
	/** Parameters by which each item gets a request of its own that shows which item it is. */
	marks?: INodeParameters;
	/** Query and body of the request that is made for the first person. */
	request: { query?: string; body?: IDataObject };
	/** The body of a good answer, and the output that it gives for the first person. */
	answer: IDataObject;
	output: IDataObject;
	/** Fields of an item that are refused before anything is sent, and how. */
	bad: IDataObject;
	refusal: { parameter: string; message: string; advice: string };
	/** Which field of a person the title of an error names. */
	subject?: 'email' | 'number';
	/** What a 400 of the service says to check. */
	inputsToCheck: string;
	/** Whether one failed request keeps back the others of a run that stops at errors. */
	stopsAtFailure?: boolean;
	/** All that its parameters may be, and the fields of the items that they read. */
	random: { parameters: fc.Arbitrary<INodeParameters>; fields: Fields };
}

/** A case with what follows from it. */
export type Case = ReturnType<typeof completed>;

/** Adds what follows from the names and the endpoint. */
export function completed(given: OperationCase) {
	const { resource, operation } = given;
	const { method, url } = endpoints[given.endpoint];
	return {
		...given,
		/** As tests call it. */
		name: `${resource}: ${operation}`,
		parameters: { resource, operation, ...given.parameters } as INodeParameters,
		/** The parameters with the marks. */
		marked: { resource, operation, ...given.parameters, ...given.marks } as INodeParameters,
		method,
		path: url,
		/** What the title of an error ends with where it is the item's own. */
		titleOf: (message: string, person: IDataObject = {}) =>
			given.subject
				? `${message.replace(/\.$/, '')} for "${String(person[given.subject])}"`
				: message,
	};
}
