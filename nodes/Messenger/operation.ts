import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ServiceRequest } from './request/service';

/** All of one operation: what the menu shows with the request behind it, and its parameters. */
export interface Operation {
	menu: INodePropertyOptions;
	parameters: INodeProperties[];
}

/** What `routing.send` of an operation's parameters put together, not yet checked. */
export type SentParameters = Pick<IHttpRequestOptions, 'body' | 'qs'>;

/** The context in which an item's request is made. */
export type ItemContext = IExecutePaginationFunctions;

/** How an operation's parameters become a request, and the answer its output. */
export interface Exchange {
	/** Whether the request changes nothing at the service, and so may be sent again after a failure. */
	readOnly: boolean;
	/** What to check when the service refuses the input, as a sentence. */
	inputsToCheck: string;
	/**
	 * Checks the parameters, before anything is sent.
	 *
	 * @returns the request; or items, where there is nothing to ask the service
	 * @throws InvalidInput where the service must refuse them
	 */
	toRequest: (sent: SentParameters, context: ItemContext) => ServiceRequest | IDataObject[];
	/**
	 * @param body the answer's JSON
	 * @returns the output items; undefined where the body has another form than the interface shows
	 */
	toItems: (body: unknown, context: ItemContext) => IDataObject[] | undefined;
	/**
	 * Whether an answer that is otherwise an error is an output of this operation.
	 *
	 * @returns the items; undefined where it is an error
	 */
	whenRefused?: (status: number, body: unknown, context: ItemContext) => IDataObject[] | undefined;
	/** What to do about a refusal that has a meaning of its own in this operation, as a sentence. */
	adviceOnRefusal?: (status: number, body: unknown) => string | undefined;
}
