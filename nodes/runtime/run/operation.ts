import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ServiceRequest } from '../http/request';
import type { Mask } from '../input/keyMask';
import type { PhoneNumber } from '../input/phoneNumber';
import type { RefusalMeaning } from '../response/verdict';
import type { Endpoint } from '../Service';
import type { Outcomes } from './outcome';

/** An operation's facts about the run, as far as n8n's engine tells them. */
export interface RunFacts {
	/** IANA name of the workflow's timezone. */
	timezone?: string;
	/** True if the run was started in the editor. */
	isManual?: boolean;
}

/** A request without its endpoint, its body not yet written as JSON. */
export interface RequestParts extends Pick<ServiceRequest, 'query'> {
	body?: IDataObject;
	/** A text that is the same for items that may share a request. */
	groupKey?: string;
	/** Local phone numbers of the body that a default country has completed (I1). */
	completedNumbers?: PhoneNumber[];
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
	/** True if only the test number gets it. The service's answer cannot tell: it may have any field. */
	isTest?: boolean;
	/** A member's output fields next to the answer's. They replace fields of the same names. */
	memberFields?(member: CheckedItem<Params>): IDataObject;
}

/** All requests of a run, and the items that need none. */
export interface Plan<Params = object> {
	requests: Array<PlannedRequest<Params>>;
	/** Output without a request, by item, such as that of a preview. */
	outputs?: ReadonlyMap<number, IDataObject>;
	/** Items for which another one is sent. If that one is accepted, their output has these fields next to its own. */
	duplicates?: Array<{ itemIndex: number; firstItem: number; output: IDataObject }>;
	/** The editor's text after the run, by how its items ended; replaces the general words. */
	summary?: (outcomes: Outcomes, mask: Mask) => Promise<string>;
}

/** All of one operation. `Params` is what `ParameterReader.read` returns for its parameters, not yet checked. */
export interface OperationDefinition<Params = object> {
	name: string;
	value: string;
	action: string;
	description: string;
	builderHint?: string;
	endpoint: Endpoint;
	parameters: INodeProperties[];
	/** The inputs to check when the service refuses them: labels in quotes, or other words. */
	inputsToCheck: readonly string[];
	/** The advice if a request is too large for the service: a sentence. Without it the inputs are to be checked. */
	whenTooLarge?: string;
	/** The person or thing that a request is about, if it is only one: the title of its error names it. */
	subject?(parts: RequestParts): unknown;
	/** The number of people that a request reaches; one without it. */
	impact?(parts: RequestParts): number;
	/** The request of one item, or its output where none is needed. @throws InvalidInput before anything is sent */
	toRequest(params: Params, facts: RunFacts): RequestParts | { output: IDataObject };
	/** Refuses a run of which no item needs a request, where that is a mistake. @throws InvalidInput */
	refuseWithoutRequests?(): never;
	/** The output items; undefined if the body has another form than the interface shows. */
	toItems(body: unknown, params: Params): IDataObject[] | undefined;
	/** The meaning of a refusal, if it has a special one in this operation. */
	whenRefused?(status: number, body: unknown, params: Params): RefusalMeaning | undefined;
	/** Turns the items into requests, if that is not one for each. @throws InvalidInput for the whole run */
	plan?(items: Array<CheckedItem<Params>>, facts: RunFacts): Promise<Plan<Params>>;
	/** Parameters that are evaluated once a run where they do not read the item, by path. */
	evaluateOncePerRun?: readonly string[];
	/** True if a failed request keeps back those that have not left yet. */
	stopsAtFailure?: boolean;
	/** Names in the output that are never taken from the input. Given where it has the option `includeInputFields`. */
	ownFields?: readonly string[];
}
