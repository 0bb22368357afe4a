import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { installN8n, installPackage } from './n8nInstall';
import { N8nSession, ownerOf, type Owner } from './n8nSession';
import { freePort } from './ports';

export interface PlaygroundOptions {
	/** Forget the workflows, credentials and executions of the last time. */
	fresh?: boolean;
	/** The editor's port, if it is free. */
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

/** Starts a real n8n with the built package in it, and the sandbox of the service. */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
	const userFolder = join(userFolders, options.name ?? 'playground');
	if (options.fresh) rmSync(userFolder, { recursive: true, force: true });
	makePrivateFolder(userFolder);
	const owner = ownerOf(userFolder);

	installN8n();
	installPackage(userFolder);
	const sandbox = await startSandbox({ port: options.sandboxPort });
	const port = await freePort(options.port);
	const settings: N8nSettings = {
		userFolder,
		port,
		brokerPort: await freePort(),
		environment: options.environment,
	};
	// What somebody changes in the editor stays.
	const imported = join(userFolder, 'imported');
	if (!existsSync(imported) || readFileSync(imported, 'utf8') !== sandbox.url) {
		console.log('Imports the credential and the examples …');
		const credentials = [
			sandboxCredential(sandbox.url, sandbox.apiKey),
			webhookCredential,
			...(options.credentials ?? []),
		];
		const workflow = exampleWorkflows().map((example) => withCredentials(example, credentials));
		await importContent(settings, { credentials, workflow });
		writeFileSync(imported, sandbox.url);
	}

	console.log('Starts n8n …');
	const editorUrl = `http://localhost:${port}`;
	const n8n = startN8n(settings, ['start'], 'n8n');
	await untilReady(n8n, `${editorUrl}/rest/settings`);
	// Makes the owner's account.
	await N8nSession.open(editorUrl, owner);

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
