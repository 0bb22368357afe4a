import type { FastifyInstance } from 'fastify';
import type { AcceptedByKind, Journal, JournalEntry } from './journal';
import type { Limits } from './limits';
import { readOutageOrder, type OutageOrder, type Outages } from './outages';

/**
 * Control of a running sandbox, by programs and over HTTP. Requests are returned as JSON text:
 * one may be nested too deep for `JSON.stringify`.
 */
export interface Control {
	/** An array of `JournalEntry`. */
	requests(): Promise<string>;
	/** An `AcceptedByKind`. */
	accepted(): Promise<string>;
	outage(order: OutageOrder): Promise<void>;
	reset(): Promise<void>;
}

/** The part of a sandbox that its users see, over a control of this process or of another. */
export function overControl(control: Control) {
	return {
		requests: async () => JSON.parse(await control.requests()) as JournalEntry[],
		accepted: async () => JSON.parse(await control.accepted()) as AcceptedByKind,
		outage: async (order: OutageOrder) => await control.outage(order),
		reset: async () => await control.reset(),
	};
}

/** The control of what is in this process. */
export function controlOf(journal: Journal, limits: Limits, outages: Outages): Control {
	return {
		requests: async () => journal.toJson(),
		accepted: async () => journal.acceptedToJson(),
		outage: async (order) => await outages.order(readOutageOrder(order)),
		reset: async () => {
			journal.clear();
			limits.reset();
			await outages.restart();
		},
	};
}

/** Paths below it are the sandbox's own. */
export const controlPrefix = '/_sandbox/';

/** The sandbox's own routes, which need no key, know no limits and no outage but a refusal. */
export function addControlRoutes(
	server: FastifyInstance,
	control: Control,
	outages: Outages,
): void {
	const at = (name: string) => `${controlPrefix}${name}`;
	server.get(at('requests'), async (_request, reply) =>
		reply.type('application/json').send(await control.requests()),
	);
	server.get(at('accepted'), async (_request, reply) =>
		reply.type('application/json').send(await control.accepted()),
	);
	server.get(at('outage'), async () => outages.state());
	server.post(at('outage'), async (request, reply) => {
		try {
			await control.outage(request.body as OutageOrder);
		} catch (error) {
			return await reply.code(400).send({ message: (error as Error).message });
		}
		return outages.state();
	});
	server.post(at('reset'), async (_request, reply) => {
		await control.reset();
		return await reply.code(204).send();
	});
}
