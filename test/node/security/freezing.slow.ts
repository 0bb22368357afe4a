import { gzipSync } from 'node:zlib';
import type { IDataObject, INode, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { answers } from '../../support/conducts';
import { messengerWorkflow } from '../../../tools/playground/engine/messengerWorkflow';
import { runWorkflow } from '../../../tools/playground/engine/runWorkflow';
import { FaultyService } from '../../support/FaultyService';
import { longestWork } from '../../support/processorTime';
import { continues } from '../../support/runNode';
import { people } from '../../support/service';
import { testCredential } from '../../support/testCredential';
import { valueInEach } from '../../support/valueInEach';
import { caseOf, cases } from '../cases';

/** Written in another way by JSON and by URLs. */
const apiKey = 'sK-1/a%b"c\\d&e';
const megabyte = 1024 * 1024;

let service: FaultyService;
/** For so long nothing may keep n8n from answering others: Q6 says half a second; see {@link bareParsing}. */
let mostSilence: number;
beforeEach(async () => {
	service = await FaultyService.start();
	mostSilence = 5 * (await bareParsing());
});
afterEach(() => service.close());

/** Without the search of `runNode` for the key, which takes longer than what is measured here. */
const run = async (
	parameters: INodeParameters,
	items: IDataObject[],
	node?: Partial<INode>,
	mode?: WorkflowExecuteMode,
) =>
	await runWorkflow(messengerWorkflow(parameters, items, node), {
		node: new Messenger(),
		credentialType: new MessengerApi(),
		credential: { baseUrl: service.url, apiKey, allowHttp: true },
		mode,
	});

const filled = (megabytes: number, part: string) =>
	part.repeat(Math.floor((megabytes * megabyte) / part.length));
const different = (count: number, element: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => element(index)).join();
const fields = (count: number) => different(count, (index) => `"a${index}":${index}`);
const largest = `{${fields(199_000)}}`;

/** The time that JavaScript alone takes for the slowest answer that is read, on this machine at the moment: a tenth of a second. */
const bareParsing = async () =>
	await longestWork(async () => await Promise.resolve(JSON.parse(largest)));

const gzipped = (status: number, body: string) =>
	answers(status, gzipSync(body), { 'Content-Encoding': 'gzip' });

describe('no answer freezes n8n (Q6)', () => {
	/** The content of a list answer. */
	it.each([
		['15 MB of \\u005c', `{"name":"${filled(15, '\\u005c')}"}`],
		['4 MB of %73K-1/a', `{"name":"${filled(3.99, '%73K-1/a')}"}`],
		['objects without end', filled(3.99, '{},').slice(0, -1)],
		['lists in each other', filled(3.99, '[')],
		['199,000 fields', largest],
		['199,000 texts', `{"a":[${different(199_000, (index) => `"sK-1/a%b ${index}"`)}]}`],
	])('%s', async (_, data) => {
		const body = `{"message":${JSON.stringify(data.slice(0, 1000))},"data":[${data}]}`;
		const list = { ...caseOf('list: getAll').marked, returnAll: true };
		const credential = { baseUrl: service.url, apiKey, allowHttp: true };
		service.follow(gzipped(200, body));
		expect(await longestWork(async () => await run(list, [{}]))).toBeLessThan(mostSilence);
		service.follow(gzipped(400, body));
		expect(await longestWork(async () => await testCredential(credential))).toBeLessThan(
			mostSilence,
		);
	});

	const texts = different(199_000, (index) => `"sK-1/a%b ${'x'.repeat(60)} ${index}"`);
	it.each([
		['15 MB of texts', `[${texts}]`],
		['15 MB of one text', `"${filled(15, 'sK-1/a%b ')}"`],
	])('to what writes, of %s', async (_, data) => {
		service.follow(gzipped(200, `{"success":true,"data":${data}}`));
		const { parameters } = caseOf('event: send');
		const act = async () => {
			const { items } = await run(parameters, people(1));
			expect(items('Messenger')).toMatchObject([{ json: { success: true } }]);
		};
		expect(await longestWork(act)).toBeLessThan(mostSilence);
	});
});

describe('no input freezes n8n (Q6, I4)', () => {
	const event = caseOf('event: send').parameters;
	const json = { dataInput: 'json', dataJson: '={{ $json.value }}' };
	const rows: Array<[name: string, value: unknown, parameters: INodeParameters, count?: number]> = [
		['16 MB of {}, as text', `[${filled(16, '{},')}{}]`, json],
		['2,000,000 objects', Array.from({ length: 2_000_000 }, () => ({})), json],
		['16 MB of brackets', '['.repeat(16 * megabyte), json],
		['16 MB for a name', filled(16, '\u200b…sK-1/a'), { eventCode: json.dataJson }],
		[
			'a bad option for 1,000 items',
			filled(0.1, 'ä<\u200b'),
			{ requestOptions: { maxConcurrency: json.dataJson } },
			1000,
		],
	];
	it.each(rows)('%s', async (_, value, parameters, count = 1) => {
		const items = people(count, () => ({ value }) as IDataObject);
		let error: Error | undefined;
		const act = async () => ({ error } = await run({ ...event, ...parameters }, items));
		expect(await longestWork(act)).toBeLessThan(mostSilence);
		expect(error?.name).toBe('NodeOperationError');
		expect(service.connections).toBe(0);
	});
});

/** Signs that a pattern may go through again and again, one that stands for 18, and what n8n, JSON and people write. */
const hostile = [
	...',;:/(){}["\'#@.-+\\<|0aé \n\u00a0\u200b\u200d\ufdfa\ud83c',
	...'0,|0 |0/|(0)|0:::|a,|a.|@a|a | of|\n |{{|{{a}}|{},|"a",|#N|null |[object '.split('|'),
].flatMap((part) => {
	const text = part.repeat(999_999 / part.length);
	return [text, `${text}1`];
});

describe.each(cases)('no text freezes n8n (Q6): $name', (its) => {
	/** What is read only with another parameter has that one. */
	const base = {
		...its.marked,
		sendMode: 'testManual',
		testNumber: '+14155550199',
		contactMessengerNumber: '(415) 555-0123',
	};
	const options = { ...(its.marked.options as INodeParameters), defaultCountry: 'US' };
	const changes = valueInEach(its, '={{ $json.text }}').filter(
		// Request Options are the same for all, and nobody reads a notice.
		(change) =>
			!/notice/i.test(Object.keys(change).join()) &&
			(change.requestOptions === undefined || its.name === 'event: send'),
	);
	it.each(changes)('%j', async ({ options: option, ...change }) => {
		service.follow(answers(200, its.answer));
		const parameters = {
			...{ ...base, dataInput: 'dataJson' in change ? 'json' : 'fields', ...change },
			options: { ...options, ...(option as object) },
		};
		const items = hostile.map((text, index) => ({
			...{ text, email: `person-${index}@example.com`, number: `(415) 555-${1000 + index}` },
		}));
		const act = async () => {
			// A run reads these once.
			if (change.requestOptions) for (const item of items) await run(parameters, [item], continues);
			else await run(parameters, items, continues, change.testNumber ? 'manual' : 'trigger');
		};
		expect(await longestWork(act)).toBeLessThan(500);
	});
});
