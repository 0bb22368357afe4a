import { releaseNetwork } from '../support/interceptedService';
import { expectRefused, type RunChanges } from '../support/messengerRun';
import { numbered, previewOf, runCampaign, sent, testNumber } from './campaign';
import { caseOf } from './cases';

afterEach(releaseNetwork);

describe.each(['campaign: send', 'campaign: sendToItems'])('%s', (operation) => {
	const [number] = numbered(1).map((item) => item.number as string);
	const outputFor = (messengerNumber?: string) =>
		operation.endsWith('ToItems') ? { ...sent, messenger_number: messengerNumber } : sent;
	const outcomes = {
		sends: { numbers: [[number]], output: [{ json: outputFor(number), pairedItem: { item: 0 } }] },
		tests: {
			numbers: [[testNumber]],
			output: [{ json: { ...outputFor(testNumber), test: true }, pairedItem: { item: 0 } }],
		},
		previews: { numbers: [], output: [{ json: previewOf([number]), pairedItem: [{ item: 0 }] }] },
	};

	it.each([
		['send', 'sends', 'sends'],
		['previewManual', 'previews', 'sends'],
		['testManual', 'tests', 'sends'],
		['preview', 'previews', 'previews'],
	] as const)('with the mode %s, a manual run %s, any other %s', async (mode, manual, other) => {
		for (const started of ['manual', 'evaluation', 'trigger', 'webhook'] as const) {
			releaseNetwork();
			const { numbers, output } = await runCampaign(
				operation,
				{ mode, testNumber },
				{ mode: started },
			);
			expect({ started, numbers, output }).toEqual({
				started,
				...outcomes[['manual', 'evaluation'].includes(started) ? manual : other],
			});
		}
	});

	it('needs no test number where an expression says "Send" and another one leaves that empty', async () => {
		const items = [{ number, mode: 'send' }];
		const parameters = { mode: '={{ $json.mode }}', testNumber: '={{ "" }}' };
		const { error, bodies } = await runCampaign(operation, parameters, { items });
		expect(error).toBeUndefined();
		expect(bodies).toHaveLength(1);
	});

	it.each(['yes', 'Preview', 'constructor', true, 1, '', null, undefined])(
		'with the mode %j sends nothing',
		async (mode) => {
			const items = [{ number, mode }];
			const parameters = { mode: '={{ $json.mode }}', testNumber };
			const { error, bodies } = await runCampaign(operation, parameters, { items });
			expectRefused(error, 'mode', `'Mode' isn't a valid choice: "${String(mode)}"`);
			expect(error?.description).toContain(
				'"send" (Send), "previewManual" (Preview in Manual Runs), "preview" (Preview Only), "testManual" (Send to a Test Number in Manual Runs)',
			);
			expect(bodies).toEqual([]);
		},
	);

	it.each([
		['mode', { mode: '={{ $json.given }}', testNumber }, 'send', "'Mode' isn't a valid choice"],
		[
			'test number',
			{ mode: 'testManual', testNumber: '={{ $json.given }}' },
			testNumber,
			"'Test Number' isn't a valid phone number",
		],
	])('makes an error item of one with a bad %s where the node goes on', async (_, ...rest) => {
		const [parameters, good, problem] = rest;
		const items = [good, 'x'].map((given) => ({ number, given }));
		const { json, bodies } = await runCampaign(operation, parameters, {
			items,
			node: { onError: 'continueRegularOutput' },
			mode: 'manual',
		});
		expect(json[0]?.error).toBeUndefined();
		expect(json[1]?.error).toBe(`${problem}: "x" [item 1]`);
		expect(bodies).toHaveLength(1);
	});

	it.each([
		['={{ "" }}', 'is empty'],
		['0049', `isn't a valid phone number: "0049"`],
	])('makes no test run with the test number %j', async (given, problem) => {
		const parameters = { mode: 'testManual', testNumber: given };
		const { error, bodies } = await runCampaign(operation, parameters, { mode: 'manual' });
		expectRefused(error, 'testNumber', `'Test Number' ${problem}`);
		expect(bodies).toEqual([]);
	});

	it.each(['preview', 'testManual'])('checks everything in the mode %s, too', async (mode) => {
		const { bad, refusal } = caseOf(operation);
		const parameters = { mode, testNumber };
		const changes: RunChanges = { items: [bad], mode: 'manual' };
		const { error, bodies } = await runCampaign(operation, parameters, changes);
		expectRefused(error, refusal.parameter, refusal.message);
		expect(bodies).toEqual([]);
	});

	describe('with Maximum Recipients', () => {
		const atMost = (maxRecipients: unknown, mode = 'send') =>
			({ mode, testNumber, options: { maxRecipients } }) as never;
		const tooMany = "'Maximum Recipients' is 2, and this run would reach 3 recipients";

		it('lets a run pass that reaches just so many', async () => {
			const { numbers } = await runCampaign(operation, atMost(3), { items: numbered(3) });
			expect(numbers.flat()).toHaveLength(3);
		});

		it.each(['send', 'preview'])(
			'refuses a run that would reach more, in mode %s',
			async (mode) => {
				const items = numbered(3);
				const { error, bodies } = await runCampaign(operation, atMost(2, mode), { items });
				expectRefused(error, 'maxRecipients', tooMany, true);
				expect(bodies).toEqual([]);
			},
		);

		it('makes an error item of every item where the node goes on', async () => {
			const node = { onError: 'continueRegularOutput' } as const;
			const { json, bodies } = await runCampaign(operation, atMost(2), {
				items: numbered(3),
				node,
			});
			expect(json.map(({ error }) => error)).toEqual([tooMany, tooMany, tooMany]);
			expect(bodies).toEqual([]);
		});

		it('lets the smallest count where an expression gives several', async () => {
			const items = numbered(3).map((item, index) => ({ ...item, most: 4 - index }));
			const { error, bodies } = await runCampaign(operation, atMost('={{ $json.most }}'), {
				items,
			});
			expectRefused(error, 'maxRecipients', tooMany, true);
			expect(bodies).toEqual([]);
		});

		it.each(['={{ $json.missing }}', '={{ null }}', ''])(
			'refuses %j, which is no maximum: it is there to keep something back',
			async (limit) => {
				const { error, bodies } = await runCampaign(operation, atMost(limit));
				expect(error?.message).toMatch(/^'Maximum Recipients' isn't a whole number of at least 1/);
				expect(bodies).toEqual([]);
			},
		);

		it('refuses the item whose maximum is none, and sends the others where the node goes on', async () => {
			const items = numbered(3).map((item, index) => ({ ...item, most: [9, 9, 'x'][index] }));
			const { json, numbers } = await runCampaign(operation, atMost('={{ $json.most }}'), {
				items,
				node: { onError: 'continueRegularOutput' },
			});
			expect(json[2]?.error).toMatch(/^'Maximum Recipients' .*\[item 2\]$/);
			expect(numbers.flat()).toHaveLength(2);
		});

		it.each([0, -1, 1.5, 'many'])('refuses the maximum %j', async (limit) => {
			const { error, bodies } = await runCampaign(operation, atMost(limit));
			const problem = `isn't a whole number of at least 1: "${limit}"`;
			expectRefused(error, 'maxRecipients', `'Maximum Recipients' ${problem}`);
			expect(bodies).toEqual([]);
		});
	});
});
