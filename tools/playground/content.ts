import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { examples } from './folders';
import { runN8n, type N8nSettings } from './n8n';

/** A workflow as n8n's files have it, as far as it matters here. */
export interface WorkflowFile {
	id?: string;
	name: string;
	nodes: Array<{
		name: string;
		type: string;
		parameters?: object;
		credentials?: Record<string, { id?: string; name: string }>;
	}>;
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	/** Items that a node is said to have returned, by its name. */
	pinData?: Record<string, Array<{ json: object }>>;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** The name of this package's credential type. */
const messenger = 'messengerApi';

/** The credential for the sandbox, under the name that the examples use. */
export function sandboxCredential(baseUrl: string, apiKey: string): Credential {
	return {
		id: 'messengerSandbox',
		name: 'Messenger API',
		type: messenger,
		data: { baseUrl, apiKey, allowHttp: false },
	};
}

/** For the webhook of the examples, which only this machine can call here. */
export const webhookCredential: Credential = {
	id: 'orderPlaced',
	name: 'Order Placed',
	type: 'httpHeaderAuth',
	data: { name: 'X-Order-Key', value: 'playground' },
};

/** A sheet that there isn't. Without one, n8n runs no workflow that has a sheet, not even with a sample instead of it. */
const sheet = {
	documentId: { __rl: true, mode: 'id', value: 'no-sheet' },
	sheetName: { __rl: true, mode: 'name', value: 'Contacts' },
};

/** Every workflow of `examples/`, each under an id made of its file's name. */
export function exampleWorkflows(): WorkflowFile[] {
	const files = readdirSync(examples).filter((name) => name.endsWith('.workflow.json'));
	return files.sort().map((name) => {
		const workflow = JSON.parse(readFileSync(join(examples, name), 'utf8')) as WorkflowFile;
		const nodes = workflow.nodes.map((node) =>
			node.type.endsWith('.googleSheets')
				? { ...node, parameters: { ...node.parameters, ...sheet } }
				: node,
		);
		return { ...workflow, nodes, id: basename(name, '.workflow.json') };
	});
}

/** The workflow with our credentials in each node that can use them. */
export function withCredentials(workflow: WorkflowFile, credentials: Credential[]): WorkflowFile {
	const references = (node: WorkflowFile['nodes'][number]) =>
		credentials
			.filter(
				({ type }) => node.credentials?.[type] ?? (type === messenger && isMessenger(node.type)),
			)
			.map(({ id, name, type }) => [type, { id, name }] as const);
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => ({
			...node,
			credentials: { ...node.credentials, ...Object.fromEntries(references(node)) },
		})),
	};
}

/** True if a node is this package's, as itself or as an agent's tool. */
function isMessenger(type: string): boolean {
	return /^n8n-nodes-messenger\.messenger(Tool)?$/.test(type);
}

/** Imports credentials and workflows into n8n's database, over earlier ones with their ids. n8n must not be running. */
export async function importContent(
	settings: N8nSettings,
	contents: { credentials: Credential[]; workflow: WorkflowFile[] },
): Promise<void> {
	for (const [kind, items] of Object.entries(contents)) {
		const path = join(settings.userFolder, `${kind}.json`);
		writeFileSync(path, JSON.stringify(items), { mode: 0o600 });
		await runN8n(settings, `import:${kind}`, `--input=${path}`);
		rmSync(path);
	}
}
