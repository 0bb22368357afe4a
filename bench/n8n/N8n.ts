import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { sandboxCredential, withCredentials, type WorkflowFile } from '../../playground/content';
import { data } from '../../playground/folders';
import { startN8n, untilReady } from '../../playground/n8n';
import { N8nSession } from '../../playground/n8n-session';
import { installPackage } from '../../playground/package-install';
import { freePort } from '../../playground/ports';
import type { BackgroundProgram } from '../../playground/processes';
import type { Service } from '../candidates';
import type { WorkflowNode } from '../candidates/workflow';
import { candidates, type CandidateName } from './candidates';
import { compileNodes } from './nodes/compile';
import type { Measurement } from './nodes/stopwatch';

/** A real n8n with the package and a workflow for each of some candidates. */
export class N8n {
	private constructor(
		readonly url: string,
		private readonly program: BackgroundProgram & { logPath: string },
	) {}

	/**
	 * Starts an n8n on an empty database, and publishes the candidates' workflows.
	 * @param name of its folder below the playground's data
	 * @param tarball the packed package
	 * @throws Error where n8n does not start or refuses a workflow
	 */
	static async start(
		name: string,
		tarball: string,
		service: Service,
		names: CandidateName[],
	): Promise<N8n> {
		const userFolder = join(data, name);
		rmSync(userFolder, { recursive: true, force: true });
		await installPackage(tarball, userFolder);
		const port = await freePort();
		const url = `http://localhost:${port}`;
		const program = startN8n(
			{
				userFolder,
				port,
				brokerPort: await freePort(),
				environment: { N8N_CUSTOM_EXTENSIONS: compileNodes(join(userFolder, 'nodes')) },
			},
			['start'],
			'n8n',
		);
		await untilReady(program, `${url}/healthz/readiness`);
		const session = await N8nSession.open(url);
		const credential = sandboxCredential(service.url, service.apiKey);
		const { id } = (await session.post('credentials', credential)) as { id: string };
		for (const candidate of names) {
			const workflow = workflowAround(candidate, candidates[candidate].node(service));
			await publish(session, withCredentials(workflow, [{ ...credential, id }]));
		}
		for (const candidate of names) await untilLive(webhook(url, candidate, 1));
		return new N8n(url, program);
	}

	/**
	 * Runs a candidate's workflow to its end, as any production execution runs.
	 * @throws Error where the workflow fails
	 */
	async run(candidate: CandidateName, items: number): Promise<Measurement> {
		const response = await fetch(webhook(this.url, candidate, items));
		const text = await response.text();
		if (!response.ok) {
			const reason = `${response.status}: ${text.slice(0, 300)}. n8n's log: ${this.program.logPath}`;
			throw new Error(`The workflow ${candidate} failed with ${reason}`);
		}
		return JSON.parse(text) as Measurement;
	}

	async stop(): Promise<void> {
		await this.program.stop();
	}
}

function webhook(url: string, candidate: CandidateName, items: number): string {
	return `${url}/webhook/${candidate}?items=${items}`;
}

/** Webhook → Source → the node → Sink, whose item is the webhook's answer. */
function workflowAround(path: string, node: WorkflowNode): WorkflowFile {
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { path, responseMode: 'lastNode' },
		},
		{ name: 'Source', type: 'CUSTOM.source', typeVersion: 1, parameters: {} },
		node,
		{ name: 'Sink', type: 'CUSTOM.sink', typeVersion: 1, parameters: {} },
	];
	return {
		name: path,
		nodes: nodes.map((each, index) => ({ id: each.name, position: [220 * index, 0], ...each })),
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map(({ name }, index) => [
					nodes[index]!.name,
					{ main: [[{ node: name, type: 'main', index: 0 }]] },
				]),
		),
		// Saving what a run has put out is n8n's work, not the node's.
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	} as WorkflowFile;
}

async function publish(session: N8nSession, workflow: WorkflowFile): Promise<void> {
	const { id, versionId } = (await session.post('workflows', workflow)) as {
		id: string;
		versionId: string;
	};
	await session.post(`workflows/${id}/activate`, { versionId });
}

/** n8n says that a workflow is published a little before its webhook is there. */
async function untilLive(url: string): Promise<void> {
	const deadline = Date.now() + 30_000;
	while ((await fetch(url)).status === 404) {
		if (Date.now() > deadline) throw new Error(`There is no webhook at ${url} after 30 s`);
		await wait(100);
	}
}
