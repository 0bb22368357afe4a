import { dirname, join, resolve, sep } from 'node:path';
import { Messenger, MessengerApi } from '../engine/builtPackage';
import { readWorkflow, runWorkflow } from '../engine/runWorkflow';
import type { Sandbox } from '../sandbox';
import { describeStep, type Named, type RowToCorrect } from './report';

const workflowPath = join(dirname(__dirname), 'examples', 'crm-welcome.workflow.json');

// n8n's file nodes read `~/.n8n-files` alone unless told otherwise; here they read what the user named.
process.env.N8N_RESTRICT_FILE_ACCESS_TO = '';

/**
 * Runs the example by n8n's engine with the built package. Nothing of the workflow is changed but
 * the path of the contacts file.
 *
 * @param print gets a line for each step as it ends
 */
export async function runWelcome(
	csv: string,
	service: Pick<Sandbox, 'url' | 'apiKey'>,
	print: (line: string) => void,
) {
	const workflow = readWorkflow(workflowPath);
	const nodeNamed = (name: string) => workflow.nodes.find((node) => node.name === name);
	const reader = nodeNamed('Read Contacts File');
	if (!reader) throw new Error(`${workflowPath} has no node "Read Contacts File"`);
	reader.parameters.fileSelector = fileSelector(csv);

	const start = performance.now();
	const { error, json } = await runWorkflow(workflow, {
		node: new Messenger(),
		credentialType: new MessengerApi(),
		credential: { baseUrl: service.url, apiKey: service.apiKey },
		mode: 'manual',
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

/** A path as a pattern of n8n's "File(s) Selector" that means this one file. */
function fileSelector(path: string): string {
	return resolve(path)
		.split(sep)
		.join('/')
		.replace(/[*?{}!]/g, '\\$&');
}
