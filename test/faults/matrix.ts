import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

import type { INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { endpoints } from '../../nodes/Messenger/http/endpoints';
import { answers } from '../support/conducts';
import { FaultyService, type Conduct } from '../support/FaultyService';
import { apiKey, type Fault } from './faults';
import { personOf } from '../node/cases';
import type { Case } from '../node/operations/operationCase';
import { continueOnFail, everythingIn, partsOfKey, runNode } from './run';
import type { RunSummary } from '../support/runSummary';

/** What was seen where an operation met a fault. */
export interface Cell {
	fault: Fault;
	operation: Case;
	error: {
		name: string;
		message: string;
		description: string;
		httpCode: string | null;
		item: unknown;
		failure?: { cause: string; retryAfterMs?: number };
	};
	/** Requests of the item that met the fault, as the service counts: when the node stops, and when it goes on. */
	requests: [stopping: number, continuing: number];
	/** The node's output when it goes on after errors. */
	output: INodeExecutionData[];
	/** How the items ended when the node stopped. */
	left: RunSummary;
	/** Connections to the address that a redirect names. */
	elsewhere: number;
	/** Parts of the key in the errors with all that hangs on them, and in the runs' data. */
	leaked: string[];
}

/** The item that meets the fault: the second, unless there is no service at all. */
export const faultyItem = ({ service }: Fault) => ('baseUrl' in service ? 0 : 1);

/** How many input items a run has. */
const itemsOf = (fault: Fault) => faultyItem(fault) + 1 + (fault.behind?.count ?? 0);

let hosts = 0;

/** Lets an operation meet a fault in two runs: one that stops at errors and one that goes on. */
export async function meet(fault: Fault, operation: Case): Promise<Cell> {
	const stopping = await runAgainst(fault, operation);
	const continuing = await runAgainst(fault, operation, continueOnFail);
	const error = stopping.run.error as NodeApiError & Pick<Cell['error'], 'failure'>;
	const places = new Map([
		[stopping.host, '{host}'],
		[stopping.elsewhereUrl, '{elsewhere}'],
		[continuing.host, '{host}'],
		[continuing.elsewhereUrl, '{elsewhere}'],
	]);
	const shown = (text: string | null | undefined) => withoutChance(text ?? '', places);
	return {
		fault,
		operation,
		error: {
			name: error.name,
			message: shown(error.message),
			description: shown(error.description),
			httpCode: error.httpCode,
			item: error.context.itemIndex,
			failure: error.failure,
		},
		requests: [stopping.requests, continuing.requests],
		output: continuing.run.items('Messenger').map(({ json, pairedItem }) => ({
			json: {
				...json,
				...(json.error !== undefined && {
					error: shown(String(json.error)),
					message: shown(String(json.message)),
				}),
			},
			pairedItem,
		})),
		left: error.context.run as RunSummary,
		elsewhere: stopping.elsewhere + continuing.elsewhere,
		leaked: [stopping.run, continuing.run].flatMap(({ run, error }) =>
			partsOfKey(apiKey, everythingIn([run, error]) + JSON.stringify([run, error])),
		),
	};
}

async function runAgainst(
	fault: Fault,
	operation: Case,
	settings: Parameters<typeof runNode>[1]['settings'] = {},
) {
	const elsewhere = await FaultyService.start(answers(200, operation.answer));
	const good = answers(200, operation.answer);
	const service =
		'baseUrl' in fault.service
			? undefined
			: await FaultyService.start(good, conductOf(fault.service, elsewhere.url));
	const probes = countProbes(operation);
	// A path of its own, because the node remembers what it knows of a service.
	const baseUrl =
		service?.url ?? `${(fault.service as { baseUrl: string }).baseUrl}/${(hosts += 1)}`;
	const { host } = new URL(baseUrl);
	try {
		const run = await runNode(
			{
				...operation.marked,
				requestOptions: { maxConcurrency: 1, maxRetryWait: 0.1, ...fault.requestOptions },
			},
			{ baseUrl, apiKey, items: itemsOf(fault), settings },
		);
		return {
			run,
			host,
			elsewhereUrl: elsewhere.url,
			requests: service ? requestsOfFaultyItem(service, probes.of(host)) : 0,
			elsewhere: elsewhere.connections.length,
		};
	} finally {
		probes.end();
		await Promise.all([service?.close(), elsewhere.close()]);
	}
}

/** Probes of the service are no requests of an item; where none of the item's was read, all but the first. */
function requestsOfFaultyItem({ connections, requests }: FaultyService, probes: number): number {
	const read = requests.filter((request) => personOf(request) === 1).length;
	return read > 0 ? read : connections.length - 1 - probes;
}

/** Counts the probes that leave, as a service that resets its connections unread cannot. */
function countProbes({ path }: Case) {
	const hosts: unknown[] = [];
	const note = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		const isProbe =
			request.path.endsWith(endpoints.getLists.url) && path !== endpoints.getLists.url;
		if (isProbe) hosts.push(request.getHeader('host'));
	};
	subscribe('http.client.request.start', note);
	return {
		of: (host: string) => hosts.filter((other) => other === host).length,
		end: () => unsubscribe('http.client.request.start', note),
	};
}

function conductOf(service: Conduct | ((elsewhere: string) => Conduct), elsewhere: string) {
	return typeof service === 'function' ? service(elsewhere) : service;
}

/** A text without what differs from run to run: addresses, and how often a refusal came by chance. */
function withoutChance(text: string, places: Map<string, string>): string {
	let shown = text;
	for (const [place, name] of places) shown = shown.replaceAll(place, name);
	return shown
		.replace(/\d+ times in [\d.]+ s/, 'N times in T s')
		.replace(/(was unavailable for|the service asked to wait|This run waited) [\d.]+ s/g, '$1 N s');
}
