import { join } from 'node:path';
import type { IDataObject, INode, IWorkflowBase, WorkflowExecuteMode } from 'n8n-workflow';
import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { startSandbox, type Sandbox } from '../../../tools/sandbox';
import { DataTables } from '../../../tools/playground/engine/dataTables';
import { readWorkflow, runWorkflow } from '../../../tools/playground/engine/runWorkflow';

/** The outputs of a campaign; the error output is the third. */
export const outputs = { sent: 0, preview: 1, error: 2 };

export const folder = join(__dirname, '..', '..', '..', 'examples');

/** An example by its id, which its file is named after. */
export const example = (id: string) => readWorkflow(join(folder, `${id}.workflow.json`));

export const nodeOf = (id: string, name: string) =>
	example(id).nodes.find((node) => node.name === name)!;

/** A node that only hands its items on, instead of another one. */
export const passing = (node: INode): INode => ({
	...node,
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
});

/** Runs examples by n8n's engine, against a new sandbox for each test. */
export function exampleRuns() {
	let sandbox: Sandbox;
	let dataTables: DataTables;
	// A new address each time: the node remembers outages and the pace of a service.
	beforeEach(async () => {
		dataTables = new DataTables();
		sandbox = await startSandbox();
	});
	afterEach(async () => await sandbox.close());

	/** @throws the error that stops the workflow */
	const run = async (
		workflow: IWorkflowBase,
		startNode?: string,
		mode: WorkflowExecuteMode = 'manual',
	) => {
		const { error, ...result } = await runWorkflow(workflow, {
			node: new Messenger(),
			credentialType: new MessengerApi(),
			credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
			dataTables,
			mode,
			startNode,
		});
		if (error) throw error;
		return result;
	};

	/** Runs an example from its first pinned node on, with these items instead of its own. */
	const start = async (
		id: string,
		pinned: Record<string, unknown[]> = {},
		mode?: WorkflowExecuteMode,
	) => {
		const workflow = example(id);
		// The engine has neither n8n's memory of other executions nor anybody's sheet.
		const isOutside = ({ parameters, type }: INode) =>
			parameters.operation === 'removeItemsSeenInPreviousExecutions' ||
			type === 'n8n-nodes-base.googleSheets';
		const nodes = workflow.nodes.map((node) => (isOutside(node) ? passing(node) : node));
		const pinData = Object.fromEntries(
			Object.entries(pinned).map(([node, items]) => [
				node,
				items.map((json) => ({ json: json as IDataObject })),
			]),
		);
		return await run({ ...workflow, nodes, pinData }, Object.keys(pinned)[0], mode);
	};

	return { run, start, sandbox: () => sandbox, rows: () => dataTables.rows() };
}
