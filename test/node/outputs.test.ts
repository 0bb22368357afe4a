import type { IDataObject, INode, INodeParameters, IWorkflowBase } from 'n8n-workflow';

import { interceptService, releaseNetwork, runIntercepted } from '../support/interceptedService';
import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { baseUrl, continues, runNode, type RunSettings } from '../support/runNode';
import { caseOf } from './cases';

afterEach(releaseNetwork);

const campaigns = ['campaign: send', 'campaign: sendToItems'];
const numbers = (...given: unknown[]) => given.map((number) => ({ number })) as IDataObject[];
const good = numbers('+14155550123', '+14155550124');
const withBad = numbers('+14155550123', 'nobody');
const accepted = { body: caseOf('campaign: send').answer };
const statusOf = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => json.send_status ?? 'error');

describe.each(campaigns)(
	'%s has an output for what was sent, and one for previews (M6)',
	(name) => {
		const run = async (
			parameters: INodeParameters,
			mode: 'manual' | 'trigger',
			items = good,
			node: Partial<INode> = {},
		) => await runIntercepted(name, { parameters, mode, items, node }, accepted);
		const testNumber = '+14155550199';

		it.each<[string, INodeParameters, 'manual' | 'trigger', sent: number, said: string]>([
			['a real run', { sendMode: 'previewManual' }, 'trigger', 2, 'Sent now'],
			['a real run by hand', { sendMode: 'send' }, 'manual', 2, "Don't press Execute step"],
			['a preview', { sendMode: 'previewManual' }, 'manual', 0, 'Nothing was sent'],
			['a preview only', { sendMode: 'preview' }, 'trigger', 0, 'Nothing was sent'],
			['a test', { sendMode: 'testManual', testNumber }, 'manual', 0, "'Test Number' only"],
		])('%s, which a hint next to the output says (M5)', async (_, parameters, mode, sent, said) => {
			const { output, preview, run: ended } = await run(parameters, mode);
			const message = expect.stringContaining(said) as string;
			const { hints } = ended.data.resultData.runData.Messenger![0]!;
			expect(hints).toMatchObject([{ message, location: 'outputPane' }]);
			expect([output.length - preview.length, preview.length]).toEqual([sent, 2 - sent]);
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		});

		it('what failed goes on where the others go, or to the error output', async () => {
			for (const mode of ['manual', 'trigger'] as const) {
				const shown = mode === 'manual' ? 'preview' : 'sent';
				const apart: Partial<INode> = { onError: 'continueErrorOutput' };
				const goesOn = await run({}, mode, withBad, continues);
				expect(statusOf(goesOn.output)).toEqual([shown, 'error']);
				expect(goesOn.preview).toHaveLength(mode === 'manual' ? 2 : 0);
				const parted = await run({}, mode, withBad, apart);
				expect(statusOf(parted.output)).toEqual([shown]);
				expect(statusOf(parted.errorOutput)).toEqual(['error']);
			}
		});

		it.each(['send', '={{ "send" }}', 'previewManual'])(
			'what an earlier try has sent is Sent, if a Retry with Send Mode %s does not read it',
			async (sendMode) => {
				interceptService(baseUrl, accepted, { status: 400 }, accepted);
				const oneByOne = { requestOptions: { maxConcurrency: 1 } };
				const parameters = { ...caseOf(name).marked, testNumber, ...oneByOne };
				const first = await runNode(parameters, {
					mode: 'manual',
					items: good,
					parameters: { sendMode: sendMode === 'previewManual' ? 'send' : sendMode },
				});
				expect(first.error).toBeDefined();
				const { output, preview } = await first.retry({ parameters: { sendMode } });
				const isPreview = sendMode === 'previewManual';
				expect(statusOf(output)).toEqual(['sent', isPreview ? 'preview' : 'sent']);
				expect(statusOf(preview)).toEqual(isPreview ? ['preview'] : []);
			},
		);

		it('what cannot be read goes where a run by hand would go', async () => {
			const broken = { sendMode: '={{ $json.missing }}', templateName: '={{ $json. }}' };
			const parameters = { ...broken, testNumber };
			const { preview, output } = await run(parameters, 'manual', good, continues);
			expect([preview.length, output.length]).toEqual([2, 2]);
		});

		it('a preview is refused with Always Output Data, by which n8n would run what stands behind Sent', async () => {
			const always = { alwaysOutputData: true };
			const { error, requests } = await run({}, 'manual', good, always);
			expect(error).toMatchObject({
				message: expect.stringContaining('Always Output Data'),
				description: expect.stringContaining('Turn off Always Output Data'),
			});
			expect(requests).toEqual([]);
			const { output } = await run({}, 'trigger', good, always);
			expect(statusOf(output)).toEqual(['sent', 'sent']);
			const goesOn = await run({}, 'manual', good, { ...always, ...continues });
			expect([goesOn.preview.length, statusOf(goesOn.output)]).toEqual([0, ['error', 'error']]);
		});

		it.each<[string, RunSettings]>([
			['an option', { parameters: { requestOptions: { timeout: 'x' } } }],
			['the credential', { credential: { baseUrl: 'nowhere' } }],
		])(
			'with Always Output Data, errors by %s keep n8n from adding an empty item to Sent',
			async (_, wrong) => {
				const node = { alwaysOutputData: true, ...continues };
				const settings = { mode: 'manual', items: good, node, ...wrong } as const;
				const { preview, output } = await runIntercepted(name, settings, accepted);
				expect([preview.length, statusOf(output)]).toEqual([0, ['error', 'error']]);
			},
		);
	},
);

it('nothing behind Sent runs after a preview', async () => {
	const workflow = messengerWorkflow(caseOf('campaign: sendToItems').parameters, good);
	const behind = (name: string): INode => ({ ...workflow.nodes[0]!, id: name, name });
	const main = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const connected: IWorkflowBase = {
		...workflow,
		nodes: [...workflow.nodes, behind('Mark'), behind('Look')].map((node) =>
			['Mark', 'Look'].includes(node.name) ? { ...node, type: 'n8n-nodes-base.noOp' } : node,
		),
		connections: { ...workflow.connections, Messenger: { main: [main('Mark'), main('Look')] } },
	};
	const ran = async (mode: 'manual' | 'trigger') => {
		const settings = { workflow: connected, mode };
		const { run } = await runIntercepted('campaign: sendToItems', settings, accepted);
		return Object.keys(run.data.resultData.runData);
	};
	expect(await ran('manual')).toEqual(['Items', 'Messenger', 'Look']);
	expect(await ran('trigger')).toEqual(['Items', 'Messenger', 'Mark']);
});

it('all other resources have one output', async () => {
	const { run } = await runIntercepted('event: send', {}, accepted);
	expect(run.data.resultData.runData.Messenger?.[0]?.data?.main).toHaveLength(1);
});
