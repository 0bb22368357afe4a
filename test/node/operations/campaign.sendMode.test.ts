import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { execute } from '../../faults/execution';
import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { expectRefused } from '../../support/messengerRun';
import {
	atTimes,
	continues,
	inLanguages,
	manual,
	numbered,
	previewOf,
	readLanguage,
	readTime,
	requestTo,
	runCampaign,
	sent,
	testNumber,
} from './campaign';
import { caseOf } from '../cases';

afterEach(releaseNetwork);

describe.each(['campaign: send', 'campaign: sendToItems'])('%s', (operation) => {
	const isToItems = operation.endsWith('ToItems');
	const [number] = numbered(1).map((item) => item.number);
	/** How the output names the recipients of an item. */
	const to = (messengerNumber: string | undefined, recipients = 1): IDataObject =>
		isToItems ? { messenger_number: messengerNumber } : { recipients };
	const outcomes = {
		sends: { numbers: [[number]], json: { ...sent, ...to(number), send_status: 'sent' } },
		tests: { numbers: [[testNumber]], json: { ...sent, ...to(testNumber), send_status: 'test' } },
		previews: { numbers: [], json: { ...previewOf(to(number)), ...requestTo([number]) } },
	};

	it.each([
		['send', 'sends', 'sends'],
		['previewManual', 'previews', 'sends'],
		['testManual', 'tests', 'sends'],
		['preview', 'previews', 'previews'],
		['of a new node', 'previews', 'sends'],
	] as const)(
		'with the send mode %s, a manual run %s, any other %s',
		async (sendMode, inEditor, other) => {
			const chosen = sendMode === 'of a new node' ? {} : { sendMode };
			const parameters = { ...chosen, testNumber: ' +1 (415) 555-0199' };
			for (const mode of ['manual', 'evaluation', 'trigger', 'webhook', 'integrated'] as const) {
				const { numbers, output } = await runCampaign(operation, parameters, { mode });
				const isManual = ['manual', 'evaluation'].includes(mode);
				const { json, ...arrived } = outcomes[isManual ? inEditor : other];
				const expected = { mode, ...arrived, output: [{ json, pairedItem: { item: 0 } }] };
				expect({ mode, numbers, output }).toEqual(expected);
			}
		},
	);

	it('may have another one for each item', async () => {
		const modes = ['send', 'preview', 'testManual', 'previewManual', 'send', 'testManual'];
		const items = numbered(6).map((item, index) => ({ ...item, mode: modes[index] }));
		const [a, b, , d, e, f] = items.map((item) => item.number);
		const requestOptions = { maxConcurrency: 1 };
		const parameters = { sendMode: '={{ $json.mode }}', testNumber, requestOptions };
		const { numbers, output } = await runCampaign(operation, parameters, { items, ...manual });
		const campaigns = isToItems ? [[a, e], [testNumber]] : [[a], [testNumber], [e]];
		expect(numbers).toEqual(campaigns);
		const rows = [
			{ ...sent, ...to(a), send_status: 'sent' },
			{ ...previewOf(to(b)), ...requestTo([b]) },
			outcomes.tests.json,
			{ ...previewOf(to(d)), ...requestTo([d]) },
			{ ...sent, ...to(e), send_status: 'sent' },
			previewOf(to(f)),
		];
		expect(output).toEqual(rows.map((json, item) => ({ json, pairedItem: { item } })));
	});

	it('does not forget in a preview what an earlier try may have sent', async () => {
		const url = 'https://doubt.example.com';
		interceptService(url, { status: 500 });
		const { parameters } = caseOf(operation);
		const resending = { requestOptions: { resendUncertain: true } };
		const execution = await execute(
			{ ...parameters, ...resending, sendMode: 'send' },
			{ url, items: numbered(1) },
		);
		const { error } = await execution.retry({ parameters: { sendMode: 'preview' } });
		expect(error?.message).toMatch(/^May have been sent: /);
	});

	it('needs no test number where an expression says "Send" and another one leaves that empty', async () => {
		const items = [{ number, mode: 'send' }];
		const parameters = { sendMode: '={{ $json.mode }}', testNumber: '={{ "" }}' };
		const { error, bodies } = await runCampaign(operation, parameters, { items });
		expect(error).toBeUndefined();
		expect(bodies).toHaveLength(1);
	});

	it.each(['yes', 'Preview', 'constructor', true, 1, '', null, undefined])(
		'with the send mode %j sends nothing',
		async (mode) => {
			const items = [{ number, mode }];
			const parameters = { sendMode: '={{ $json.mode }}', testNumber };
			const { error, bodies } = await runCampaign(operation, parameters, { items });
			expectRefused(error, 'sendMode', `'Send Mode' isn't a valid choice: "${String(mode)}"`);
			expect(error?.description).toContain(
				'"send" (Send), "previewManual" (Preview in Manual Runs), "testManual" (Send to a Test Number in Manual Runs), "preview" (Preview Only)',
			);
			expect(bodies).toEqual([]);
		},
	);

	const noNumber = "'Test Number' isn't a valid phone number (it has letters)";
	it.each<[string, INodeParameters, string, string]>([
		['mode', { sendMode: '={{ $json.given }}' }, 'send', "'Send Mode' isn't a valid choice"],
		['number', { sendMode: 'testManual', testNumber: '={{ $json.given }}' }, testNumber, noNumber],
	])('makes an error item of one with a bad %s where the node goes on', async (_, ...rest) => {
		const [parameters, good, problem] = rest;
		const items = [good, 'x'].map((given) => ({ number, given }));
		const changes = { items, ...continues, ...manual };
		const { json, bodies } = await runCampaign(operation, { testNumber, ...parameters }, changes);
		expect(json[0]?.error).toBeUndefined();
		expect(json[1]?.error).toBe(`${problem}: "x" [item 1]`);
		expect(bodies).toHaveLength(1);
	});

	it.each([
		['={{ "" }}', 'is empty'],
		['0049', `isn't a valid phone number (it begins with 00): "0049"`],
	])('makes no test run with the test number %j', async (given, problem) => {
		const parameters = { sendMode: 'testManual', testNumber: given };
		const { error, bodies } = await runCampaign(operation, parameters, manual);
		expectRefused(error, 'testNumber', `'Test Number' ${problem}`);
		expect(bodies).toEqual([]);
	});

	it.each(['preview', 'testManual'])('checks everything in the mode %s, too', async (sendMode) => {
		const { bad, refusal } = caseOf(operation);
		const parameters = { sendMode, testNumber };
		const changes = { items: [bad], ...manual };
		const { error, bodies } = await runCampaign(operation, parameters, changes);
		expectRefused(error, refusal.parameter, refusal.message);
		expect(bodies).toEqual([]);
	});

	const time = '2030-07-31T07:30:00.000Z';
	const answer = { ...sent, messenger_number: 'all', recipients: [], send_status: 1 };
	const scheduled = { scheduled_at: time };
	it.each<[string, IDataObject]>([
		['send', { ...answer, ...to(number), send_status: 'scheduled', ...scheduled }],
		['testManual', { ...answer, ...to(testNumber), send_status: 'test', ...scheduled }],
		['preview', { ...previewOf(to(number), scheduled), ...requestTo([number], scheduled) }],
	])('says when, whatever the service answers, in the mode %s', async (sendMode, row) => {
		const { json } = await runCampaign(
			operation,
			{ sendMode, testNumber, ...readTime },
			{
				...manual,
				items: atTimes('2030-07-31T09:30:00'),
				answers: [{ body: { ...answer, scheduled_at: 'now' } }],
			},
		);
		expect(json).toEqual([row]);
	});

	describe('a preview', () => {
		const next = '2030-01-31T09:30:59Z';
		const items = [
			...inLanguages('en', 'en', 'de').map((item) => ({ ...item, time: '' })),
			{ number: '+14155551001', language: 'en', time: '2030-01-31T09:30:00Z' },
			{ number: 'x', language: 'en', time: '' },
			{ number: '+1 415 555 1000', language: 'en', time: '' },
			{ number: '+1 415 555 1000', language: 'de', time: '' },
			{ number: '+1 415 555 1001', language: 'en', time: next },
			{ number: '+1 415 555 1002', language: 'en', time: next },
		];
		const run = async (sendMode: string) => {
			const parameters = { sendMode, ...readLanguage, ...readTime };
			return await runCampaign(operation, parameters, { items, ...continues });
		};

		it('gives the items that the run would give, in their order and pairing', async () => {
			const rows = async (sendMode: string) =>
				(await run(sendMode)).output.map(({ json, pairedItem }) => {
					const { messenger_number, recipients, duplicate_of_item, error } = json;
					const status = String(json.send_status).replace(/sent|scheduled/, 'preview');
					const who = messenger_number ?? recipients;
					return { who, status, duplicate_of_item, error, pairedItem };
				});
			const [real, shown] = [await rows('send'), await rows('preview')];
			expect(shown).toEqual(real);
			const duplicates = real.filter(({ status }) => status === 'duplicate');
			expect(duplicates).toHaveLength(isToItems ? 2 : 0);
		});

		it('has the same columns in each row, and at the end the request', async () => {
			const json = (await run('preview')).json.filter(({ error }) => error === undefined);
			const who = isToItems ? 'messenger_number' : 'recipients';
			const some = ['scheduled_at', 'duplicate_of_item', 'request'];
			for (const columns of json.map((row) => Object.keys(row))) {
				const always = columns.filter((column) => !some.includes(column));
				expect(always).toEqual([who, 'send_status', 'from_number', 'template', 'language']);
				expect([-1, columns.length - 1]).toContain(columns.indexOf('request'));
			}
			expect(json.filter(({ request }) => request)).toHaveLength(isToItems ? 3 : 8);
		});
	});

	it("a test run sends each campaign once, with its first recipient's fields, and previews its other items", async () => {
		const names = ['Ana', 'Ben', 'Eva', 'Ida'];
		const items = [...inLanguages('en', 'de', 'en'), { number, language: 'en' }];
		const firstName = '={{ $json.first }}';
		const parameters: INodeParameters = {
			...{ sendMode: 'testManual', testNumber, ...readLanguage },
			...(isToItems
				? { recipientFields: { firstName }, options: { recipientsPerRequest: 1, maxRecipients: 2 } }
				: {
						recipients: {
							recipient: [
								{ messengerNumber: '={{ $json.number }}', firstName },
								{ messengerNumber: '+14155559999' },
							],
						},
						options: { maxRecipients: 2 },
					}),
		};
		const { bodies, output } = await runCampaign(operation, parameters, {
			...manual,
			items: items.map((item, index) => ({ ...item, first: names[index] })),
		});
		expect(bodies.map(({ content, recipient }) => [content.template_language, recipient])).toEqual([
			['en', [{ messenger_number: testNumber, first_name: 'Ana' }]],
			['de', [{ messenger_number: testNumber, first_name: 'Ben' }]],
		]);
		const duplicate = { send_status: 'duplicate', duplicate_of_item: 0 };
		const rows = [
			outcomes.tests.json,
			outcomes.tests.json,
			previewOf(to(items[2]?.number, 2)),
			previewOf(to(number, 2), isToItems ? duplicate : {}),
		];
		expect(output).toEqual(rows.map((json, item) => ({ json, pairedItem: { item } })));
	});

	describe('with Maximum Recipients', () => {
		const atMost = (maxRecipients: unknown, changes: INodeParameters = {}) =>
			({ sendMode: 'send', testNumber, options: { maxRecipients }, ...changes }) as never;
		const tooMany = "'Maximum Recipients' is 2, and this run would reach 3 recipients";

		it.each([
			['send', 3],
			['preview', 3],
			['testManual', 2],
		])(
			'in the mode %s refuses a run that would reach more, and no other',
			async (sendMode, most) => {
				const run = async (maximum: number) => {
					const changes = { items: inLanguages('en', 'de', 'en'), ...manual };
					const parameters = atMost(maximum, { sendMode, ...readLanguage });
					return await runCampaign(operation, parameters, changes);
				};
				expect((await run(most)).error).toBeUndefined();
				const { error, bodies } = await run(most - 1);
				const problem = `is ${most - 1}, and this run would reach ${most} recipients`;
				expectRefused(error, 'maxRecipients', `'Maximum Recipients' ${problem}`, true);
				expect(bodies).toEqual([]);
			},
		);

		it('makes an error item of every item where the node goes on', async () => {
			const changes = { items: numbered(3), ...continues };
			const { json, bodies } = await runCampaign(operation, atMost(2), changes);
			expect(json.map(({ error }) => error)).toEqual([tooMany, tooMany, tooMany]);
			expect(bodies).toEqual([]);
		});

		const readMost = atMost('={{ $json.most }}');

		it('lets the smallest count where an expression gives several', async () => {
			const items = numbered(3).map((item, index) => ({ ...item, most: 4 - index }));
			const { error, bodies } = await runCampaign(operation, readMost, { items });
			expectRefused(error, 'maxRecipients', tooMany, true);
			expect(bodies).toEqual([]);
		});

		it.each(['={{ $json.missing }}', '={{ null }}', '', 0, -1, 1.5, 'many'])(
			'refuses %j, which is no maximum: it is there to keep something back',
			async (limit) => {
				const { error, bodies } = await runCampaign(operation, atMost(limit));
				const given = String(limit)
					.replace(/^=.*missing.*/, 'undefined')
					.replace(/^=.*/, 'null');
				const problem = `isn't a whole number of at least 1: "${given}"`;
				expectRefused(error, 'maxRecipients', `'Maximum Recipients' ${problem}`);
				expect(bodies).toEqual([]);
			},
		);

		it('refuses the item whose maximum is none, and sends the others where the node goes on', async () => {
			const items = numbered(3).map((item, index) => ({ ...item, most: [9, 9, 'x'][index] }));
			const { json, numbers } = await runCampaign(operation, readMost, { items, ...continues });
			expect(json[2]?.error).toMatch(/^'Maximum Recipients' .*\[item 2\]$/);
			expect(numbers.flat()).toHaveLength(2);
		});
	});
});
