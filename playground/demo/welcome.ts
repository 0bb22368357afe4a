import { join } from 'node:path';
import { Messenger, MessengerApi } from '../engine/builtPackage';
import { readWorkflow, runWorkflow } from '../engine/runWorkflow';
import type { Sandbox } from '../../sandbox';
import type { ContactRow } from './contacts';
import { describeStep, type Named, type RowToCorrect } from './report';

const workflowPath = join(__dirname, '..', '..', 'examples', 'crm-welcome.workflow.json');

/**
 * Runs the example by n8n's engine with the built package, as a trigger would start it: a manual run would only
 * preview the campaigns. Nothing of the workflow is changed but the contacts.
 *
 * @param print gets a line for each step as it ends
 */
export async function runWelcome(
	contacts: ContactRow[],
	service: Pick<Sandbox, 'url' | 'apiKey'>,
	print: (line: string) => void,
) {
	const workflow = readWorkflow(workflowPath);
	const nodeNamed = (name: string) => workflow.nodes.find((node) => node.name === name);
	const source = nodeNamed('Contacts');
	if (!source) throw new Error(`${workflowPath} has no node "Contacts"`);
	source.parameters.jsonOutput = JSON.stringify({ contact: contacts });

	const start = performance.now();
	const { error, json } = await runWorkflow(workflow, {
		node: new Messenger(),
		credentialType: new MessengerApi(),
		credential: { baseUrl: service.url, apiKey: service.apiKey },
		mode: 'trigger',
		onNodeEnd: (name, itemCounts) =>
			print(describeStep(name, itemCounts, nodeNamed(name)?.onError)),
	});
	return {
		error,
		lists: json('Get Mailing Lists') as Named[],
		variables: json('Get Variables') as Named[],
		rowsToCorrect: json('Rows to Correct') as RowToCorrect[],
		seconds: (performance.now() - start) / 1000,
	};
}
