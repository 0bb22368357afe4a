import type { IWorkflowBase } from 'n8n-workflow';

const main = (node: string) => [{ node, type: 'main' as const, index: 0 }];

/**
 * Puts the node of a workflow into Loop Over Items.
 *
 * @param outputs of the node that lead back, from the first one on
 */
export function inLoop(workflow: IWorkflowBase, batchSize: number, outputs = 1): IWorkflowBase {
	return {
		...workflow,
		nodes: [
			...workflow.nodes,
			{
				id: 'loop',
				name: 'Loop',
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				position: [100, 0],
				parameters: { batchSize },
			},
		],
		connections: {
			Items: { main: [main('Loop')] },
			Loop: { main: [[], main('Messenger')] },
			Messenger: { main: Array.from({ length: outputs }, () => main('Loop')) },
		},
	};
}
