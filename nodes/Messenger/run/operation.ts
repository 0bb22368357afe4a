import type { IDataObject, INodeExecutionData, INodeProperties, INodeType } from 'n8n-workflow';

import type { Endpoint, ServiceRequest } from '../http/endpoints';
import type { RefusalMeaning } from '../response/readResponse';
import type { Breather } from './Breather';
import { executeItem } from './executeItem';
import { executeItems } from './executeItems';
import type { Outcome, SentAs, Skipped } from './outcome';

/** What a run knows beside its items. */
export interface RunFacts {
	/** The workflow's timezone, an IANA name. */
	timezone: string;
	/** Whether somebody started the execution in the editor. */
	isManual: boolean;
}

/** A request without its endpoint, its body not yet written as JSON. */
export interface RequestParts extends Pick<ServiceRequest, 'query'> {
	body?: IDataObject;
}

/** An input item whose parameters are in order. */
export interface CheckedItem<Sent> {
	itemIndex: number;
	sent: Sent;
	parts: RequestParts;
	/** Whether an earlier try of the node sent it, so that it is not sent again. */
	wasSent: boolean;
	/** Whether only the test number got it then. */
	wasTest?: boolean;
	/** As what it was sent then, where that counts for others: its parameters may have changed since. */
	sentAs?: SentAs;
	/** Why an earlier try skipped it. That holds as long as its key is the same. */
	skipped?: Skipped;
}

/** One request, with the input items that it is for. */
export interface PlannedRequest<Sent> {
	parts: RequestParts;
	/** At least one. */
	members: Array<CheckedItem<Sent>>;
	/** What it is a part of, where that is split: the same object for all its parts. */
	whole?: object;
	/** Whether only the test number gets it. The service's answer cannot tell: it may have any field. */
	isTest?: boolean;
	/** By what the items of a retry are compared with a member that was sent. */
	sentAs?: (member: CheckedItem<Sent>) => SentAs;
	/** The output of one of several members, made of the response's items. */
	memberItems?: (items: IDataObject[], member: CheckedItem<Sent>) => IDataObject[];
}

/** All requests of a run, and the items that need none. */
export interface Plan<Sent> {
	requests: Array<PlannedRequest<Sent>>;
	/** Output without a request, by item, such as that of a preview. */
	outputs: Map<number, INodeExecutionData[]>;
	/** Items that another one is sent for, with their output if that one is accepted. */
	duplicates: Array<{ itemIndex: number; skipped: Skipped; output: IDataObject }>;
	/** What the editor says after the run, by how its items ended. */
	hints: (outcomes: ReadonlyArray<Outcome | undefined>) => string[];
}

/**
 * All of one operation, in one place: its entry in the menu, its endpoint, its parameters, how they
 * become a request, and how the response becomes output.
 *
 * `Sent` is what the parameters' `routing.send` puts together, not yet checked. Its names are those
 * of the service; what never leaves n8n stands under `options`.
 */
export interface OperationDefinition<Sent> {
	name: string;
	value: string;
	action: string;
	description: string;
	endpoint: Endpoint;
	parameters: INodeProperties[];
	/** What to check when the service refuses the input, as a sentence. */
	inputsToCheck: string;
	/** Whom a request is about, where that is one contact: the title of its error says so. */
	subject?: (parts: RequestParts) => unknown;
	/**
	 * Checks the parameters of one item, before anything is sent.
	 *
	 * @returns the request; or output items, where there is nothing to ask the service
	 * @throws InvalidInput where the service must refuse them
	 */
	toRequest: (sent: Sent, facts: RunFacts) => RequestParts | IDataObject[];
	/**
	 * @param body the response's JSON
	 * @returns the output items; undefined where the body has another form than the interface shows
	 */
	toItems: (body: unknown, sent: Sent) => IDataObject[] | undefined;
	/** What a refusal means, where it has a meaning of its own in this operation. */
	whenRefused?: (status: number, body: unknown, sent: Sent) => RefusalMeaning | undefined;
	/** Whether an item goes to a test number only, and is still to be sent when it does not any more. */
	isTest?: (sent: Sent, facts: RunFacts) => boolean;
	/**
	 * How the items become requests, where that is not one request for each item.
	 *
	 * @throws InvalidInput where the run as a whole must not be sent
	 */
	plan?: (
		items: Array<CheckedItem<Sent>>,
		facts: RunFacts,
		breather: Breather,
	) => Plan<Sent> | Promise<Plan<Sent>>;
	/** Parameters that are evaluated once a run where they do not read the item, by path. */
	onceARun?: readonly string[];
	/** Whether it makes no sense for an agent, which calls with one item at a time. */
	needsAllItems?: boolean;
	/** Whether a failed request keeps back those that have not left yet. */
	stopsAtFailure?: boolean;
}

/** An operation as the node type needs it. */
export interface Operation {
	menu: { name: string; value: string };
	parameters: INodeProperties[];
	/** Whether it makes no sense for an agent, which calls with one item at a time. */
	needsAllItems: boolean;
	/** Runs it for all input items, below n8n's declarative engine. */
	execute: NonNullable<INodeType['customOperations']>[string][string];
}

/**
 * Makes an operation of its definition. n8n's declarative engine can run it from the menu entry's
 * `routing` alone, and does so where an agent calls the node; everywhere else `execute` does.
 */
export function defineOperation<Sent extends object>(
	definition: OperationDefinition<Sent>,
): Operation {
	const { name, value, action, description, endpoint, parameters } = definition;
	return {
		menu: {
			name,
			value,
			action,
			description,
			routing: {
				request: { method: endpoint.method, url: endpoint.url },
				send: { paginate: true },
				operations: { pagination: executeItem(definition) },
			},
		} as Operation['menu'],
		parameters,
		needsAllItems: definition.needsAllItems === true,
		execute: executeItems(definition),
	};
}
