import { setTimeout as wait } from 'node:timers/promises';
import type { IExecuteFunctions, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { INodeType, NodeApiError } from 'n8n-workflow';
import seedrandom from 'seedrandom';

import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { runNode, type Execution } from '../support/runNode';
import { reportOfError, reportOfOutput, violationsOf, type Try } from './rules';
import { oneOf, type Random } from './seed';
import type { Account } from './Service';

const number = '={{ $json.number }}';
const recipients = { recipient: [{ messengerNumber: number }] };
const campaign = { fromNumber: '+14155550100', templateName: 'welcome', sendMode: 'send' };
const operations: readonly INodeParameters[] = [
	{ resource: 'event', operation: 'send', eventCode: 'signed_up', contactMessengerNumber: number },
	{ resource: 'campaign', operation: 'send', ...campaign, recipients },
	{ resource: 'campaign', operation: 'sendToItems', ...campaign, messengerNumber: number },
	{ resource: 'email', operation: 'verify', email: '={{ $json.number }}@example.com' },
];

/** An execution of a story, and what has come of it. */
export interface Told {
	numbers: string[];
	parameters: INodeParameters;
	requestOptions: INodeParameters;
	node: Partial<INode>;
	tries: Try[];
	/** The rules that were broken, in which try and for which items. */
	violations: string[];
}

const pause = async (milliseconds: number) => await wait(milliseconds, undefined, { ref: false });

/** Tenths of a second that this process has seen: while a busy machine keeps it waiting, none goes by. */
let tenths = 0;
setInterval(() => (tenths += 1), 100).unref();

/** From a cancel to the end: a second by the contract, and half for forty stories at once. */
const longestEnd = 15;

/**
 * The service may need some turns to read what the node has written before it ends or is cancelled. It accepts
 * connections in their order: when it has closed this one, it has all that were made before.
 */
async function untilAllIsRead(url: string): Promise<void> {
	await fetch(url).catch(() => {});
	for (let turn = 0; turn < 10; turn += 1) await pause(20);
}

/** Three executions at once with one API key, each with its Retries. */
export async function tellStory(url: string, apiKey: string, account: Account): Promise<Told[]> {
	return await Promise.all(
		[0, 1, 2].map(async (place) => {
			const random = seedrandom(`${apiKey} execution ${place}`);
			const told = randomExecution(random, `+1${apiKey.replace(/\D/g, '').slice(-6)}${place}`);
			await tell(told, { url, apiKey }, account, random);
			return told;
		}),
	);
}

function randomExecution(random: Random, prefix: string): Told {
	const operation = oneOf(random, operations);
	const isCombined = operation.operation === 'sendToItems';
	const numbers: string[] = [];
	for (let count = 1 + Math.floor(random() * 12); numbers.length < count;) {
		const isDuplicate = isCombined && numbers.length > 0 && random() < 0.2;
		numbers.push(isDuplicate ? oneOf(random, numbers) : `${prefix}${100 + numbers.length}`);
	}
	const parameters: INodeParameters = {
		...operation,
		...(isCombined && { options: { recipientsPerRequest: oneOf(random, [1, 2, 3, 500]) } }),
	};
	const requestOptions: INodeParameters = {
		timeout: oneOf(random, [300, 500, 1_500, 5_000]),
		maxRetryWait: oneOf(random, [0, 1, 2]),
		maxConcurrency: oneOf(random, [1, 2, 5, 100]),
		resendUncertain: random() < 0.4,
	};
	const node: Partial<INode> = {
		...(random() < 0.3 && { onError: 'continueRegularOutput' }),
		...(random() < 0.4 && {
			retryOnFail: true,
			maxTries: oneOf(random, [2, 3]),
			waitBetweenTries: oneOf(random, [1, 100]),
		}),
	};
	return { numbers, parameters, requestOptions, node, tries: [], violations: [] };
}

/** Runs an execution and its Retries, and examines each try of the node. */
async function tell(
	{ numbers, parameters, requestOptions, node, tries, violations }: Told,
	service: { url: string; apiKey: string },
	account: Account,
	random: Random,
): Promise<void> {
	const { journal } = account;
	let part = 'the first run';
	let cancelledAt = Infinity;
	let resendUncertain = requestOptions.resendUncertain === true;

	const nodeType = heard(async (execution) => {
		const [from, begun] = [journal.length, tenths];
		const report = await execution.then(
			([output]) => reportOfOutput(output ?? []),
			(error: NodeApiError) => reportOfError(error),
		);
		if (tenths - Math.max(begun, cancelledAt) > longestEnd) {
			violations.push(`${part} does not end within a second of a cancel`);
		}
		// A further try starts from the beginning.
		cancelledAt = Infinity;
		await untilAllIsRead(service.url);
		const name = `${part}, try ${tries.filter((one) => one.name.startsWith(part)).length + 1}`;
		tries.push({ ...report, name, resendUncertain, from, to: journal.length });
		violations.push(...violationsOf(numbers, tries, journal, parameters.resource === 'email'));
	});

	/** Lets n8n run the node, and perhaps cancels that. */
	async function run(start: (signal: AbortSignal) => Promise<Execution>) {
		const stop = new AbortController();
		const isCancelled = random() < 0.15;
		let end: number | undefined;
		cancelledAt = Infinity;
		const cancel = async () => {
			cancelledAt = tenths;
			stop.abort();
			await untilAllIsRead(service.url);
			end = journal.length;
		};
		const cancelling = isCancelled ? setTimeout(cancel, random() * 1_500) : undefined;
		const execution = await start(stop.signal);
		clearTimeout(cancelling);
		await pause(300);
		const late = journal.slice(end ?? tries.at(-1)?.to ?? 0);
		if (late.some((entry) => numbers.includes(entry.number))) {
			violations.push(`${part} sends after its end or a cancel`);
		}
		return execution;
	}

	await pause(random() * 300);
	const items = numbers.map((number) => ({ number }));
	const credential = { baseUrl: service.url, apiKey: service.apiKey };
	const settings = { items, node, nodeType, credential };
	let execution = await run(
		async (signal) => await runNode({ ...parameters, requestOptions }, { ...settings, signal }),
	);
	const retries = Math.floor(random() * 4);
	for (let retry = 1; retry <= retries && execution.error; retry += 1) {
		part = `Retry ${retry}`;
		if (random() < 0.3) account.heal();
		if (random() < 0.4) resendUncertain = !resendUncertain;
		const changed = { requestOptions: { ...requestOptions, resendUncertain } };
		const again = execution.retry;
		execution = await run(async (signal) => await again({ parameters: changed, signal }));
	}
}

/** The node, with an ear at each of its tries: of those by Retry On Fail n8n shows the last one only. */
function heard(listen: (execution: Promise<INodeExecutionData[][]>) => Promise<void>): INodeType {
	const node = new Messenger();
	const original = node.execute;
	node.execute = async function (this: IExecuteFunctions) {
		const execution = original.call(this);
		await listen(execution);
		return await execution;
	};
	return node;
}
