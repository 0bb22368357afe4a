import { messengerWorkflow } from '../../../test/support/engine/messengerWorkflow';
import { runWorkflow } from '../../../test/support/engine/runWorkflow';
import { spawnSandbox, type SandboxOptions } from '../../../sandbox';
import { arrivals, type Arrivals } from '../../arrivals';
import { contacts } from '../../candidates/contacts';
import { messengerOptions } from '../../candidates/messenger';

export interface EventJob {
	events: number;
	/** How the service behaves. */
	service: SandboxOptions;
	/** The node's own default where it is not given. */
	maxConcurrency?: number;
	/** Each so many-th event has an address that is none. */
	badEvery?: number;
}

/** What became of a request. */
export interface Answer {
	/** Milliseconds from the first request's arrival to this one's. */
	after: number;
	status: number | null;
}

export interface EventRun {
	/** Milliseconds from the start of the workflow to the first request's arrival. */
	firstAfter: number;
	/** Milliseconds from the first request's arrival to the last one's. */
	sending: number;
	/** Milliseconds of processor time of n8n's process; the service has its own. */
	cpu: number;
	answers: Answer[];
	arrivals: Arrivals;
	/** Items that came out of the node's error output. */
	itemErrors: number;
}

/** A run, and how many events should have arrived in it. */
export interface CheckedRun {
	run: EventRun;
	due: number;
}

/**
 * Runs the built node's Event: Send once through n8n's engine, against a service of its own in a
 * process of its own: a new address, so a gate that has learned nothing yet.
 *
 * @throws Error where the workflow stopped, which is no figure
 */
export async function runEvents(job: EventJob): Promise<EventRun> {
	const service = await spawnSandbox(job.service);
	try {
		const workflow = messengerWorkflow(parameters(job.maxConcurrency), items(job), {
			onError: 'continueErrorOutput',
		});
		const options = messengerOptions(service);
		const cpuBefore = process.cpuUsage();
		const startedAt = Date.now();
		const result = await runWorkflow(workflow, options);
		const { user, system } = process.cpuUsage(cpuBefore);
		if (result.error) throw new Error(`The workflow stopped: ${result.error.message}`);
		const journal = await service.requests();
		const arrived = arrivals(journal, job.events);
		const { firstAt = NaN, lastAt = NaN } = arrived;
		return {
			firstAfter: firstAt - startedAt,
			sending: lastAt - firstAt,
			cpu: (user + system) / 1000,
			answers: journal.map(({ receivedAt, status }) => ({
				after: Date.parse(receivedAt) - firstAt,
				status,
			})),
			arrivals: arrived,
			itemErrors: result.items('Messenger', 1).length,
		};
	} finally {
		await service.close();
	}
}

function parameters(maxConcurrency?: number) {
	return {
		resource: 'event',
		operation: 'send',
		contactEmail: '={{ $json.email }}',
		contactMessengerNumber: '={{ $json.messenger_number }}',
		contactName: '={{ $json.first_name }}',
		eventCode: 'order_placed',
		dataInput: 'json',
		dataJson: '={{ { order_id: $json.order_id } }}',
		requestOptions: maxConcurrency === undefined ? {} : { maxConcurrency },
	};
}

function items({ events, badEvery }: EventJob) {
	return contacts(events).map((contact, index) =>
		badEvery !== undefined && index % badEvery === 0
			? { ...contact, email: 'no address' }
			: contact,
	);
}
