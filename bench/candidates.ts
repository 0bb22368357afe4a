import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

/** Where the requests go, and the key that is taken there. */
export interface Service {
	url: string;
	apiKey: string;
}

/** A node of a candidate's workflow. */
export type WorkflowNode = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> &
	Partial<INode>;

/** One way to do it: what stands between Source and Sink. */
export interface Candidate {
	title: string;
	/** True if the service gets nothing of it. */
	sendsNothing?: true;
	/** In a straight line, unless `connections` says otherwise. */
	nodes(service: Service): WorkflowNode[];
	/** By the name of the node that they lead away from. */
	connections?: IConnections;
}

/** An event's values of a contact, as expressions. */
const plainReferences = {
	email: '$json.email',
	messengerNumber: '$json.messenger_number',
	name: '$json.first_name',
	orderId: '$json.order_id',
};

/** A mix as people write it: an earlier node's field, a `.trim()`, a text with a field in it, two fields together. */
const mix: typeof plainReferences = {
	email: "$('Source').item.json.email",
	messengerNumber: '$json.messenger_number.trim()',
	name: '"Contact " + $json.order_id',
	orderId: '$json.messenger_number + $json.order_id',
};

const event = { code: 'order_placed', name: 'Order placed' };

const continues: Partial<INode> = { onError: 'continueRegularOutput' };

function messenger(title: string, parameters: INodeParameters): Candidate {
	return {
		title,
		nodes: () => [
			{
				name: 'Messenger',
				type: 'n8n-nodes-messenger.messenger',
				typeVersion: 1,
				parameters,
			},
		],
	};
}

/** n8n's HTTP Request node with this package's credential. */
function httpRequest(
	url: string,
	jsonBody: string,
	settings: Partial<INode> = {},
	options: INodeParameters = {},
): WorkflowNode {
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messengerApi',
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'Accept', value: 'application/json' }] },
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			options,
		},
		credentials: { messengerApi: { id: null, name: 'Messenger API' } },
		...settings,
	};
}

/** The same body in one expression, which is the cheapest that the HTTP Request node can do. */
function httpRequestEvent(
	expressions: typeof plainReferences,
	title = 'HTTP Request',
	settings?: Partial<INode>,
	options?: INodeParameters,
): Candidate {
	const { email, messengerNumber, name, orderId } = expressions;
	const contact = `{ email: ${email}, messenger_number: ${messengerNumber}, name: ${name} }`;
	const what = `{ code: '${event.code}', name: '${event.name}', data: { order_id: ${orderId} } }`;
	const body = `={{ { contact: ${contact}, event: ${what} } }}`;
	return {
		title,
		nodes: ({ url }) => [httpRequest(`${url}/webhook/event/send`, body, settings, options)],
	};
}

/** The same with the key in a header field: n8n has no credential to read for each item. */
function withoutCredential({ title, nodes, ...candidate }: Candidate): Candidate {
	return {
		...candidate,
		title: `${title}, no credential`,
		nodes: (service) =>
			nodes(service).map((node) => ({
				...node,
				credentials: undefined,
				parameters: {
					...node.parameters,
					authentication: 'none',
					headerParameters: {
						parameters: [
							{ name: 'Accept', value: 'application/json' },
							{ name: 'Authorization', value: `Bearer ${service.apiKey}` },
						],
					},
				},
			})),
	};
}

const campaign = {
	fromNumber: '+491510000000',
	templateName: 'spring_sale',
	templateLanguage: 'en',
};

/** The same campaign as an expression that makes the body. */
function campaignBody(recipients: string): string {
	const { fromNumber, templateName, templateLanguage } = campaign;
	const content = `{ template_name: '${templateName}', template_language: '${templateLanguage}' }`;
	return `={{ { from_number: '${fromNumber}', type: 'template', content: ${content}, recipient: ${recipients} } }}`;
}

const oneRecipient =
	'[{ messenger_number: $json.messenger_number, first_name: $json.first_name, email: $json.email }]';

/** Into one list, without the fields that are no recipient's. */
const aggregate: WorkflowNode = {
	name: 'Aggregate',
	type: 'n8n-nodes-base.aggregate',
	typeVersion: 1,
	parameters: {
		aggregate: 'aggregateAllItemData',
		destinationFieldName: 'recipient',
		include: 'specifiedFields',
		fieldsToInclude: 'messenger_number, first_name, email',
	},
};

const loop: WorkflowNode = {
	name: 'Loop Over Items',
	type: 'n8n-nodes-base.splitInBatches',
	typeVersion: 3,
	parameters: { batchSize: 500, options: {} },
};

const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];

const sendAggregate = ({ url }: Service) =>
	httpRequest(`${url}/webhook/campaign`, campaignBody('$json.recipient'));

export const candidates = {
	eventSendMix: messenger('Event: Send', {
		resource: 'event',
		operation: 'send',
		contactEmail: `={{ ${mix.email} }}`,
		contactMessengerNumber: `={{ ${mix.messengerNumber} }}`,
		contactName: '=Contact {{ $json.order_id }}',
		eventCode: event.code,
		eventName: event.name,
		dataInput: 'fields',
		data: { field: [{ name: 'order_id', value: `={{ ${mix.orderId} }}` }] },
	}),
	httpRequestEventMix: httpRequestEvent(mix),
	httpRequestNoCredentialMix: withoutCredential(httpRequestEvent(mix)),
	/** The floor: sending alone costs n8n as much. */
	helper: {
		title: 'n8n’s HTTP helper, 100 at a time',
		nodes: ({ url }) => [
			{
				name: 'Helper',
				type: 'CUSTOM.helper',
				typeVersion: 1,
				parameters: { url: `${url}/webhook/event/send` },
				credentials: { messengerApi: { id: null, name: 'Messenger API' } },
			},
		],
	},
	/** Failures go on as items: otherwise the workflow ends at the first 429. */
	httpRequestContinues: httpRequestEvent(plainReferences, 'HTTP Request', continues),
	httpRequestBatches: httpRequestEvent(
		plainReferences,
		'HTTP Request, batches of 50 a second',
		continues,
		{ batching: { batch: { batchSize: 50, batchInterval: 1000 } } },
	),
	httpRequestRetry: httpRequestEvent(
		plainReferences,
		'HTTP Request, Retry On Fail',
		// The editor's values when the setting is switched on.
		{ ...continues, retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 },
	),
	sendToItems: messenger('Campaign: Send to All Items', {
		resource: 'campaign',
		operation: 'sendToItems',
		...campaign,
		messengerNumber: '={{ $json.messenger_number }}',
		recipientFields: {
			firstName: '={{ $json.first_name }}',
			email: '={{ $json.email }}',
		},
	}),
	httpRequestOneByOne: {
		title: 'HTTP Request, one by one',
		nodes: ({ url }) => [httpRequest(`${url}/webhook/campaign`, campaignBody(oneRecipient))],
	},
	aggregate: {
		title: 'Aggregate + HTTP Request, all in one',
		nodes: (service) => [aggregate, sendAggregate(service)],
	},
	loopAggregate: {
		title: 'Loop + Aggregate + HTTP Request, by 500',
		nodes: (service) => [loop, aggregate, sendAggregate(service)],
		connections: {
			// Its first output is what comes out when the loop is done.
			[loop.name]: { main: [to('Sink'), to(aggregate.name)] },
			'HTTP Request': { main: [to(loop.name)] },
		},
	},
	/** The cost of passing the items on, which n8n has with any node. */
	noOperation: {
		title: 'No Operation',
		sendsNothing: true,
		nodes: () => [
			{ name: 'No Operation', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
		],
	},
} satisfies Record<string, Candidate>;

export type CandidateName = keyof typeof candidates;
