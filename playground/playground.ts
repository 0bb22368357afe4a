import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox';
import {
	exampleWorkflows,
	importContent,
	sandboxCredential,
	webhookCredential,
	withCredentials,
	type Credential,
} from './content';
import { makePrivateFolder, userFolders } from './folders';
import { startN8n, untilReady, type N8nSettings } from './n8n';
import { installN8n } from './n8nInstall';
import { N8nSession } from './n8nSession';
import { ownerOf, type Owner } from './owner';
import { installPackage, packPackage } from './packageInstall';
import { assertFree, freePort } from './ports';
import { Progress } from './progress';

export interface PlaygroundOptions {
	/** Forget the workflows, credentials and executions of the last time. */
	fresh?: boolean;
	/** The editor's port. */
	port: number;
	/** The sandbox's port. */
	sandboxPort: number;
	/** Under which name its data is kept: each has its own n8n. */
	name?: string;
	/** Credentials that are imported in addition to the sandbox's. */
	credentials?: Credential[];
	/** More of n8n's environment variables. */
	environment?: Record<string, string>;
}

interface Playground {
	editorUrl: string;
	/** Who signs in there. */
	owner: Owner;
	sandbox: Sandbox;
	/** Where n8n writes its log. */
	logPath: string;
	/** Settles when n8n has ended by itself. */
	ended: Promise<number | string>;
	stop(): Promise<void>;
}

/**
 * Starts a real n8n with the packed package in it, and the sandbox of the service.
 * @throws PortTakenError, ProgramError, or Error with the step's own reason
 */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
	const progress = new Progress(6);
	const report = (text: string) => progress.detail(text);
	const editorUrl = `http://localhost:${options.port}`;
	const userFolder = join(userFolders, options.name ?? 'playground');

	await assertFree(options.port, '--port');
	await assertFree(options.sandboxPort, '--sandbox-port');
	if (options.fresh) rmSync(userFolder, { recursive: true, force: true });
	makePrivateFolder(userFolder);
	const owner = ownerOf(userFolder);

	progress.next('n8n');
	await installN8n(report);

	progress.next('Build and pack the package');
	const tarball = await packPackage(report);

	progress.next('Install it in n8n as a community package');
	await installPackage(tarball, userFolder);

	progress.next('Sandbox of the service');
	const sandbox = await startSandbox({ port: options.sandboxPort });
	report(sandbox.url);

	progress.next('Credential and example workflows');
	const settings: N8nSettings = {
		userFolder,
		port: options.port,
		brokerPort: await freePort(),
		environment: options.environment,
	};
	const credentials = [
		sandboxCredential(sandbox.url, sandbox.apiKey),
		webhookCredential,
		...(options.credentials ?? []),
	];
	const workflows = exampleWorkflows().map((workflow) => withCredentials(workflow, credentials));
	const imported = await importContent(settings, credentials, workflows);
	report(imported.length > 0 ? imported.join(', ') : 'nothing has changed since the last time');

	progress.next('Start n8n');
	const n8n = startN8n(settings, ['start'], 'n8n');
	await untilReady(n8n, `${editorUrl}/healthz/readiness`);
	// Makes the owner's account.
	await N8nSession.open(editorUrl, owner);
	report('ready');

	return {
		editorUrl,
		owner,
		sandbox,
		logPath: n8n.logPath,
		ended: n8n.ended,
		stop: async () => {
			await n8n.stop();
			await sandbox.close();
		},
	};
}
