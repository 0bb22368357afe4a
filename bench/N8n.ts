import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { sandboxCredential, withCredentials, type WorkflowFile } from '../playground/content';
import { playground, userFolders } from '../playground/folders';
import { startN8n, untilReady } from '../playground/n8n';
import { N8nSession } from '../playground/n8nSession';
import { installPackage } from '../playground/packageInstall';
import { freePort } from '../playground/ports';
import type { BackgroundProgram } from '../playground/processes';
import { patiently, until } from '../playground/until';
import { candidates, type Candidate, type CandidateName, type Service } from './candidates';
import { compileNodes } from './nodes/compile';
import type { Measurement } from './nodes/stopwatch';

/** A real n8n with the package. */
export class N8n {
	/** The webhooks of the published workflows, by candidate and service. */
	private readonly webhooks = new Map<string, string>();

	private constructor(
		readonly url: string,
		private readonly session: N8nSession,
		private readonly program: BackgroundProgram,
	) {}

	/**
	 * Starts an n8n on an empty database.
	 * @param name of its folder among the playground's user folders
	 * @param tarball the packed package
	 * @throws Error if n8n does not start
	 */
	static async start(name: string, tarball: string): Promise<N8n> {
		const userFolder = join(userFolders, name);
		rmSync(userFolder, { recursive: true, force: true });
		await installPackage(tarball, userFolder);
		const port = await freePort();
		const url = `http://localhost:${port}`;
		const environment = {
			N8N_CUSTOM_EXTENSIONS: compileNodes(join(userFolder, 'nodes')),
			// Where the nodes of the benchmark find n8n's own.
			NODE_PATH: join(playground, 'node_modules', '.pnpm', 'node_modules'),
		};
		const settings = { userFolder, port, brokerPort: await freePort(), environment };
		const program = startN8n(settings, ['start'], name);
		await untilReady(program, `${url}/healthz/readiness`);
		return new N8n(url, await N8nSession.open(url), program);
	}

	/**
	 * Runs a candidate's workflow to its end, as any production execution runs.
	 * @throws Error if the workflow fails
	 */
	async run(name: CandidateName, items: number, service: Service): Promise<Measurement> {
		const webhook = await this.webhookOf(name, service);
		// A run that froze n8n for long makes it miss its database, and refuse the next one for a moment.
		return await patiently(async () => {
			const response = await fetch(`${webhook}?items=${items}`);
			const text = await response.text();
			if (response.ok) return JSON.parse(text) as Measurement;
			throw new Error(
				`The workflow ${name} failed with ${response.status} for ${text.slice(0, 300)}`,
			);
		});
	}

	async stop(): Promise<void> {
		await this.program.stop();
	}

	/** Publishes the candidate's workflow for this service, unless that was done before. */
	async webhookOf(name: CandidateName, service: Service): Promise<string> {
		const key = `${name} ${service.url}`;
		const webhook =
			this.webhooks.get(key) ?? (await patiently(async () => await this.publish(name, service)));
		this.webhooks.set(key, webhook);
		return webhook;
	}

	/** @returns the address of the workflow's webhook, which is live */
	private async publish(name: CandidateName, service: Service): Promise<string> {
		const path = `${name}-${randomUUID()}`;
		const given = sandboxCredential(service.url, service.apiKey);
		const saved = (await this.session.post('credentials', given)) as { id: string };
		const credential = { ...given, id: saved.id };
		const workflow = withCredentials(workflowAround(path, candidates[name], service), [credential]);
		const { id, versionId } = (await this.session.post('workflows', workflow)) as {
			id: string;
			versionId: string;
		};
		await this.session.post(`workflows/${id}/activate`, { versionId });
		const webhook = `${this.url}/webhook/${path}`;
		// n8n says that a workflow is published a little before its webhook is there.
		await until(async () => await isLive(`${webhook}?items=0`), 100);
		return webhook;
	}
}

/** Webhook → Source → the candidate's nodes → Sink, whose item is the webhook's answer. */
function workflowAround(path: string, candidate: Candidate, service: Service): WorkflowFile {
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { path, responseMode: 'lastNode' },
		},
		{ name: 'Source', type: 'CUSTOM.source', typeVersion: 1, parameters: {} },
		...candidate.nodes(service),
		{ name: 'Sink', type: 'CUSTOM.sink', typeVersion: 1, parameters: {} },
	];
	const line = nodes
		.slice(1)
		.map(({ name }, index) => [
			nodes[index]!.name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return {
		name: path,
		nodes: nodes.map((each, index) => ({ id: each.name, position: [220 * index, 0], ...each })),
		connections: { ...Object.fromEntries(line), ...candidate.connections },
		// Saving what a run has put out is n8n's work, not the node's.
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	} as WorkflowFile;
}

/** In queue mode n8n leaves a call unanswered whose job has ended before it listens for that. */
async function isLive(url: string): Promise<boolean> {
	return await fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
		({ status }) => status !== 404,
		() => false,
	);
}
