import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';

import { answers, later } from '../../support/conducts';
import { FaultyService } from '../../support/FaultyService';
import { runNode } from '../../faults/run';
import { caseOf } from '../cases';
import { people } from '../../support/service';
import { testCredential } from '../../support/testCredential';
import '../../support/onTheClock';

/** Written in another way by JSON and by URLs. */
const apiKey = 'sK-1/a%b"c\\d&e';

const megabyte = 1024 * 1024;

/** Milliseconds for which nothing may keep n8n from answering others: docs/node-contract.md, Q6. */
const mostSilence = 500;

/**
 * The longest time for which this process answered nobody, in milliseconds of the clock or of the processor,
 * whichever is less: another process takes the one, the collector of garbage beside it the other.
 */
async function silence(act: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let time = performance.now();
	let usage = process.cpuUsage();
	const timer = setInterval(() => {
		const { user, system } = process.cpuUsage(usage);
		longest = Math.max(longest, Math.min(performance.now() - time, (user + system) / 1000));
		time = performance.now();
		usage = process.cpuUsage();
	}, 5);
	await act();
	// Until the timer has seen the last of it.
	await wait(20);
	clearInterval(timer);
	return longest;
}

const filled = (megabytes: number, part: string) =>
	part.repeat(Math.floor((megabytes * megabyte) / part.length));

const different = (count: number, element: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => element(index)).join();

/** What is in a list answer, in the end of whose last text there is more. */
const bodies: Array<[name: string, data: string]> = [
	['15 MB of \\u005c', `{"name":"${filled(15, '\\u005c')}"}`],
	...['\\u005c', '%25', '&amp;', '&#0', 'sK-1/a', '%73K-1/a', '\\\\'].map(
		(part): [string, string] => [`4 MB of ${part}`, `{"name":"${filled(3.99, part)}"}`],
	),
	['objects without end', filled(3.99, '{},').slice(0, -1)],
	['lists in each other', filled(3.99, '[')],
	['66,000 small objects', different(66_000, (index) => `{"id":"${index}"}`)],
	['99,000 objects of different fields', different(99_000, (index) => `{"a${index}":1}`)],
	['199,000 fields', `{${different(199_000, (index) => `"a${index}":${index}`)}}`],
	['199,000 texts', `{"a":[${different(199_000, (index) => `"sK-1/a%b ${index}"`)}]}`],
	['199,000 numbers', `{"a":[${different(199_000, () => '1234567890.123456789')}]}`],
];

it.each(bodies)('no answer freezes n8n: %s', async (_, data) => {
	const packed = gzipSync(`{"message":${JSON.stringify(data.slice(0, 1000))},"data":[${data}]}`);
	const headers = { 'Content-Encoding': 'gzip' };
	const list = { ...caseOf('list: getAll').marked, returnAll: true };
	for (const status of [200, 400]) {
		const service = await FaultyService.start(answers(status, packed, headers));
		const options = { baseUrl: service.url, apiKey };
		expect(await silence(async () => await runNode(list, options))).toBeLessThan(mostSilence);
		expect(
			await silence(async () => await testCredential({ ...options, allowHttp: true })),
		).toBeLessThan(mostSilence);
		await service.close();
	}
});

it('nor do many that come together', async () => {
	const body = `{"data":{${different(60_000, (index) => `"a${index}":1`)}}}`;
	// The pace lets twenty leave at once when it has seen many accepted.
	const service = await FaultyService.start(answers(200, { data: { status: 'safe' } }));
	const run = async (count: number) =>
		await runNode(caseOf('email: verify').parameters, {
			baseUrl: service.url,
			apiKey,
			items: people(count),
		});
	await run(300);
	const large = answers(200, gzipSync(body), { 'Content-Encoding': 'gzip' });
	service.follow(later(200, large));
	service.mostOpen = 0;
	expect(await silence(async () => await run(20))).toBeLessThan(mostSilence);
	expect(service.mostOpen).toBeGreaterThan(10);
	await service.close();
});

it('nor does one that becomes the output of many items', async () => {
	const service = await FaultyService.start(
		answers(
			200,
			`{"success":true,"key":${JSON.stringify(apiKey)},${different(10_000, (index) => `"a${index}":1`)}}`,
		),
	);
	const { marked } = caseOf('campaign: sendToItems');
	const options = { baseUrl: service.url, apiKey, items: people(200) };
	const run = async () => await runNode(marked, options);
	expect(await silence(run)).toBeLessThan(mostSilence);
	await service.close();
});

describe('no input freezes n8n', () => {
	const campaign = caseOf('campaign: send').marked;
	const parameters: Array<[name: string, value: unknown, parameters: INodeParameters]> = [
		['16 MB of {}, as text', `[${filled(16, '{},')}{}]`, json(campaign)],
		['2,000,000 objects', Array.from({ length: 2_000_000 }, () => ({})), json(campaign)],
		['16 MB of brackets', '['.repeat(16 * megabyte), json(campaign)],
		['16 MB for an address', filled(16, '\u200b…sK-1/a'), caseOf('email: verify').parameters],
		['16 MB of commas for a tag', filled(16, ','), tags(caseOf('campaign: send').marked)],
	];

	it('a bad option for 1,000 items', async () => {
		const service = await FaultyService.start(answers(200, { success: true }));
		const options = { baseUrl: service.url, apiKey };
		const bad = { requestOptions: { maxConcurrency: '={{ $json.value }}' } };
		const value = filled(0.1, 'ä<\u200b');
		const items = people(1_000).map((person) => ({ ...person, value }));
		expect(
			await silence(async () => await runNode({ ...campaign, ...bad }, { ...options, items })),
		).toBeLessThan(mostSilence);
		await service.close();
	});

	function tags(others: INodeParameters): INodeParameters {
		return { ...others, additionalFields: { tags: '={{ $json.value }}' } };
	}

	function json(others: INodeParameters): INodeParameters {
		return { ...others, recipientsInput: 'json', recipientsJson: '={{ $json.value }}' };
	}

	it.each(parameters)('%s', async (_, value, of) => {
		const service = await FaultyService.start(answers(200, {}));
		const items = [{ value, number: '+14155550123', email: value as string }];
		const options = { baseUrl: service.url, apiKey, items: items as never };
		let error: Error | undefined;
		const longest = await silence(async () => ({ error } = await runNode(of, options)));
		await service.close();
		expect(error?.message).toMatch(
			/is too large|more than 200,000 values|isn't a valid|is longer than 1,000,000 characters/,
		);
		expect(longest).toBeLessThan(mostSilence);
		expect(service.connections).toEqual([]);
	});

	it('nor does it take the memory of n8n: four times 16 MB of {}, in 256 MB', () => {
		const script = `
			const { jsonObjects } = require('./nodes/Messenger/input/json.ts');
			for (let item = 0; item < 4; item++) {
				const text = '[' + '{},'.repeat(16 * 1024 * 1024 / 3) + '{}]';
				try { jsonObjects(text, { name: 'a', displayName: 'A' }); } catch { console.log('refused'); }
			}`;
		const { stdout, status } = spawnSync(
			process.execPath,
			['--max-old-space-size=256', '--require', require.resolve('tsx/cjs'), '--eval', script],
			{ cwd: join(__dirname, '../../..'), encoding: 'utf8' },
		);
		expect(stdout.match(/refused/g)).toHaveLength(4);
		expect(status).toBe(0);
	});
});
