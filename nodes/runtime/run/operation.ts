import type {
	IDataObject,
	IDisplayOptions,
	INodeParameters,
	NodeExecutionHint,
} from 'n8n-workflow';

import type { Beginning } from '../engine/caller';
import type { LeftOut } from '../engine/GivenParameters';
import type { Parameter } from '../engine/Parameter';
import type { RequestParts } from '../http/transport';
import type { RefusalMeaning } from '../response/cause';
import type { Endpoint } from '../Service';
import type { Failure, Outcomes } from './outcome';

/** An operation's facts about the run. */
export interface RunFacts extends Beginning {
	/** The node's parameters, as the workflow stores them. */
	stored: INodeParameters;
	/**
	 * The rows of the node's earlier runs in this execution: the same list in each run, longer by the last one. For a plan,
	 * a new list, if it also has those of earlier tries.
	 */
	earlierRows(): readonly IDataObject[];
}

/** An input item whose parameters are in order, and which no earlier try has sent. */
export interface CheckedItem<Params = object> {
	itemIndex: number;
	params: Params;
	parts: RequestParts;
	/** A field of its output, whatever becomes of the request: `left_out`, where something was. */
	leftOut?: { left_out: IDataObject | IDataObject[] };
	/** True if the plan sends the first item with its message in its place. */
	isDuplicate?: boolean;
}

/** One request, with the input items that it is for. */
export interface PlannedRequest<Params = object> {
	parts: RequestParts;
	/** The items that end as it does: at least one; duplicates come last. */
	members: Array<CheckedItem<Params>>;
	/** True if only the test number gets it. The service's answer cannot tell: it may have any field. */
	isTest?: boolean;
}

/** All requests of a run, and the items that need none. */
export interface Plan<Params = object> {
	requests: Array<PlannedRequest<Params>>;
	/** Items that end without a request, such as those of a preview: their fields, or why they failed. */
	ended?: ReadonlyMap<number, { fields: IDataObject } | Failure>;
	/** The editor's text after the run; replaces the general words. */
	hint?(run: HintFacts): Promise<Pick<NodeExecutionHint, 'message' | 'type'>>;
}

/** The facts of an ended run for its hint. */
export interface HintFacts {
	outcomes: Outcomes;
	/** The credential and its host, as a person tells accounts apart: `"Shop A" (api.example.com)`. */
	account: string;
}

/** All of one operation. `Params` is what the checks of its parameters make of their values: `GivenParameters.checked`. */
export interface OperationDefinition<Params = object> {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Where the editor offers it. */
	displayOptions?: IDisplayOptions;
	endpoint: Endpoint;
	parameters: Parameter[];
	/** The inputs to check when the service refuses them: labels in quotes, or other words. */
	inputsToCheck: readonly string[];
	/** For `details` of a failure: its `subject`, and more. Of an item that was refused, these are as they were given. */
	about?(params: Params): { subject?: unknown; [name: string]: unknown };
	/** The number of people that a request reaches; one without it. */
	impact?(parts: RequestParts): number;
	/**
	 * The request of one item, or its output where none is needed.
	 *
	 * @param leftOut what is not among the parameters because it is malformed
	 * @throws InvalidInput if parameters that are in order by themselves are not so together
	 */
	toRequest(
		params: Params,
		facts: RunFacts,
		leftOut: LeftOut[],
	): RequestParts | { output: IDataObject };
	/** Fields of an item's output, before those of the response, which they replace if they have the same names. */
	ownFields?(item: CheckedItem<Params>, request: PlannedRequest<Params>): IDataObject;
	/** The output items; undefined if the body has another form than the interface shows. */
	toItems(body: unknown, params: Params): IDataObject[] | undefined;
	/** The meaning of a refusal, if it has a special one in this operation. */
	whenRefused?(status: number, body: unknown, params: Params): RefusalMeaning | undefined;
	/** Turns the items into requests, if that is not one for each. @throws InvalidInput for the whole run */
	plan?(items: Array<CheckedItem<Params>>, facts: RunFacts): Promise<Plan<Params>>;
	/** The number of an item's output. Of an item that was refused, these are as they were given or as the workflow stores them. */
	outputOf?(params: Params, facts: RunFacts): number;
	/** False for an earlier run's row that reached nobody, such as a preview's. It isn't asked about that of a failure. */
	hasReached?(row: IDataObject): boolean;
	/** How to go on with the others where items were refused; replaces the general words. */
	adviceForOthers?: string;
	/** True if a failed request keeps back those that have not left yet. */
	stopsAtFailure?: boolean;
}
