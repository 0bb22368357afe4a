import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { Container } from '@n8n/di';
import type { INodeParameters, NodeApiError } from 'n8n-workflow';

import {
	answers,
	answersInNoHttp,
	breaksOff,
	neverAnswers,
	onlySendsHeaders,
	resetsAfterReading,
	resetsBeforeReading,
	sendsByteByByte,
} from '../support/conducts';
import { until } from '../../tools/playground/until';
import { FaultyService, type Conduct } from '../support/FaultyService';
import { skipPauses } from '../support/pauses';
import { continues, runNode } from '../support/runNode';
import { accepts, people } from '../support/service';
import { ended, operations, reading, run, service, writing } from './scripted';

/** It has what JSON escapes. */
const apiKey = 'k7Qz4mWn/Xp2hRt9v"Lc5sJd8y';

const spaces = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '));

/** Faults that only the timeout ends. */
const silences: Record<string, Conduct> = {
	'no answer until the timeout': neverAnswers,
	'headers and then silence': onlySendsHeaders,
	'an answer that comes byte by byte': sendsByteByByte,
};

/** The service's conduct, or an address without a service. */
const faults: Record<string, Conduct | string> = {
	'400 that repeats the API key': answers(400, { message: `${'x'.repeat(160)} ${apiKey}` }),
	'401': answers(401, { detail: 'Authentication credentials were not provided.' }),
	'403': answers(403, { message: 'Forbidden' }),
	'429 with Retry-After of an hour': answers(429, {}, { 'Retry-After': '3600' }),
	'500': answers(500, { message: 'Internal server error' }),
	'200 with `success: false`': answers(200, { success: false, message: 'Bad request' }),
	'200 with truncated JSON': answers(200, '{"success":tr'),
	'200 nested in 20,000 levels': answers(200, '['.repeat(20_000) + ']'.repeat(20_000)),
	'200 with 50 MB in 50 kB of gzip': answers(200, spaces, { 'Content-Encoding': 'gzip' }),
	'gzip that does not unpack': answers(200, 'this is no gzip', { 'Content-Encoding': 'gzip' }),
	'redirect to another path': answers(307, '', { Location: '/webhook?token=1' }),
	'connection refused': 'http://127.0.0.1:9',
	// No name service can know a label of 64 letters, so that none is asked.
	'name not found': `http://${'a'.repeat(64)}.invalid`,
	// An address of many hosts, to which there is no way for a connection.
	'network unreachable': 'http://224.0.0.1',
	'reset before the request was read': resetsBeforeReading,
	'reset after the request was read': resetsAfterReading,
	'reset within the answer': breaksOff,
	...silences,
	'an answer that is no HTTP': answersInNoHttp,
};

let hosts = 0;

/** Lets the second item of a run meet a fault; the only one, where there is no service. */
async function meet({ fault, marked }: { fault: string; marked: INodeParameters }) {
	const conduct = faults[fault]!;
	const isAway = typeof conduct === 'string';
	const own = isAway ? undefined : await FaultyService.start(accepts, conduct);
	// Without a service, a new path: the node remembers what it knows of an address.
	const baseUrl = own?.url ?? `${conduct as string}/${(hosts += 1)}`;
	const requestOptions = {
		maxConcurrency: 1,
		maxRetryWait: 0,
		...(fault in silences && { timeout: 20_000 }),
	};
	const execution = await runNode(
		{ ...marked, requestOptions },
		{ items: people(isAway ? 1 : 2), credential: { baseUrl, apiKey } },
	);
	await own?.close();
	const [state] = Object.entries(ended(execution)).findLast(([, items]) => items.length > 0)!;
	const requests = own ? own.connections - 1 : '-';
	return { fault, error: execution.error!, became: `${state} ${requests}` };
}

type Cell = Awaited<ReturnType<typeof meet>>;

/** The state of the item that met the fault, and the number of its requests. */
function tableOf(cells: Cell[]): string {
	const row = (fault: string, ...columns: string[]) =>
		[fault.padEnd(34), ...columns.map((column) => column.padEnd(21))].join('| ').trimEnd();
	const rows = Object.keys(faults).map((fault) => {
		const ofFault = cells.filter((cell) => cell.fault === fault);
		const seen = (what: (error: NodeApiError) => unknown) =>
			[...new Set(ofFault.map(({ error }) => String(what(error))))].join(' or ');
		return row(
			fault,
			seen(({ httpCode }) => httpCode),
			seen(({ context }) => context.itemIndex ?? 'none'),
			...ofFault.map(({ became }) => became),
		);
	});
	const names = operations.map(({ name }) => name);
	return [row('', 'httpCode', 'its item', ...names), ...rows].join('\n');
}

const logPath = join(mkdtempSync(join(tmpdir(), 'messenger-faults-')), 'n8n.log');

/** n8n reads its settings once, when something first asks for them. */
function logTo(settings: NodeJS.ProcessEnv) {
	Object.assign(process.env, settings);
	Container.reset();
}

let cells: Cell[];
beforeAll(async () => {
	logTo({ N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'file', N8N_LOG_FILE_LOCATION: logPath });
	skipPauses();
	const tasks = Object.keys(faults).flatMap((fault) =>
		operations.map(({ marked }) => ({ fault, marked })),
	);
	cells = await Readable.from(tasks).map(meet, { concurrency: 12 }).toArray();
	jest.restoreAllMocks();
});
afterAll(() => logTo({ N8N_LOG_LEVEL: 'silent', N8N_LOG_OUTPUT: 'console' }));

it('each fault costs so many requests and leaves its item in this state (E1, E2, Q2)', () => {
	expect(tableOf(cells)).toMatchSnapshot();
});

it('what failed says whom it is about, and how long the service asks to wait (Q5, E1)', async () => {
	service.fate = () => answers(429, {}, { 'Retry-After': '3600' });
	const { failed } = await run(writing, { items: 1, node: continues });
	const subject = 'person-0@example.com';
	const details = { state: 'failed', httpCode: '429', retryAfterMs: 3_600_000, subject };
	expect(failed[0]!.details).toEqual(details);
});

it("n8n's log has a line for what operators must see, and not the key (R11, C5)", async () => {
	service.fate = () => answers(500, {});
	await run({ ...reading, requestOptions: { maxRetryWait: 1 } }, { items: 1 });
	const log = () => readFileSync(logPath, 'utf8');
	const key = `didn't accept the API key: status 401 (credential \\"Messenger API\\")`;
	// n8n writes it in its own time.
	for (const words of ['finished with error', 'service is unavailable', key]) {
		await until(() => Promise.resolve(log().includes(words)));
	}
	for (const part of apiKey.split(/\W/)) expect(log()).not.toContain(part);
});
