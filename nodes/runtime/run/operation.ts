import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ServiceRequest } from '../http/request';
import type { Mask } from '../input/keyMask';
import type { PhoneNumber } from '../input/phoneNumber';
import type { RefusalMeaning } from '../response/verdict';
import type { Endpoint } from '../Service';
import type { Outcomes } from './outcome';

/** What an operation knows of the run: the workflow's timezone (IANA), and whether it was started in the editor. */
export interface RunFacts {
	timezone: string;
	isManual: boolean;
}

/** A request without its endpoint, its body not yet written as JSON. */
export interface RequestParts extends Pick<ServiceRequest, 'query'> {
	body?: IDataObject;
	/** What items that may share a request have in common, as text. */
	groupKey?: string;
	/** Local phone numbers of the body that a default country has completed (I1). */
	completed?: PhoneNumber[];
	/** `left_out` of the item's output: what is not in the request because it is malformed (D1). */
	leftOut?(mask: Mask): IDataObject | IDataObject[];
}

/** An input item whose parameters are in order, and which no earlier try has sent. */
export interface CheckedItem<Params = object> {
	itemIndex: number;
	params: Params;
	parts: RequestParts;
	/** A field of its output, whatever becomes of the request: `left_out`, where something was. */
	leftOut?: { left_out: IDataObject | IDataObject[] };
}

/** One request, with the input items that it is for. */
export interface PlannedRequest<Params = object> {
	parts: RequestParts;
	members: Array<CheckedItem<Params>>;
	/** Whether only the test number gets it. The service's answer cannot tell: it may have any field. */
	isTest?: boolean;
	/** What a member's output says beside the answer, whose fields of the same names it replaces. */
	memberFields?(member: CheckedItem<Params>): IDataObject;
}

/** All requests of a run, and the items that need none. */
export interface Plan<Params = object> {
	requests: Array<PlannedRequest<Params>>;
	/** Output without a request, by item, such as that of a preview. */
	outputs?: ReadonlyMap<number, IDataObject>;
	/** Items that another one is sent for, with what their output has beside that one's if that one is accepted. */
	duplicates?: Array<{ itemIndex: number; firstItem: number; output: IDataObject }>;
	/** What the editor says after the run, by how its items ended; in place of the general words. */
	summary?: (outcomes: Outcomes, mask: Mask) => Promise<string>;
}

/**
 * All of one operation. `Params` is what the parameters' `routing.send` puts together, not yet checked. Its names
 * are those of the service; what is not sent as it is, such as a choice or a form, is under `options`.
 */
export interface OperationDefinition<Params = object> {
	name: string;
	value: string;
	action: string;
	description: string;
	/** What n8n's AI builders are told of it. */
	builderHint?: string;
	endpoint: Endpoint;
	parameters: INodeProperties[];
	/** What to check when the service refuses the input: labels in quotes, or other words. */
	inputsToCheck: readonly string[];
	/** What to do where a request is too large for the service: a sentence. Otherwise the inputs are to be checked. */
	whenTooLarge?: string;
	/** Whom a request is about, where that is one contact: the title of its error says so. */
	subject?(parts: RequestParts): unknown;
	/** How many people a request reaches, where that is not one. */
	impact?(parts: RequestParts): number;
	/** The request of one item, or its output where none is needed. @throws InvalidInput before anything is sent */
	toRequest(params: Params, facts: RunFacts): RequestParts | { output: IDataObject };
	/** Refuses a run of which no item needs a request, where that is a mistake. @throws InvalidInput */
	refuseWithoutRequests?(): never;
	/** The output items; undefined where the body has another form than the interface shows. */
	toItems(body: unknown, params: Params): IDataObject[] | undefined;
	/** What a refusal means, where it has a meaning of its own in this operation. */
	whenRefused?(status: number, body: unknown, params: Params): RefusalMeaning | undefined;
	/** How the items become requests, where that is not one for each. @throws InvalidInput for the whole run */
	plan?(items: Array<CheckedItem<Params>>, facts: RunFacts): Promise<Plan<Params>>;
	/** Parameters that are evaluated once a run where they do not read the item, by path. */
	evaluateOncePerRun?: readonly string[];
	/** Whether a failed request keeps back those that have not left yet. */
	stopsAtFailure?: boolean;
	/**
	 * Names in the output that are never taken from the input, since they tell what became of the item. Given where
	 * the operation has the option `includeInputFields`.
	 */
	ownFields?: readonly string[];
}
