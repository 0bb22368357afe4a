import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { examples } from './folders';
import { n8nPath, nodePath } from './n8nInstall';
import { run, startInBackground, type BackgroundProgram } from './processes';

/** The settings of one n8n. All its processes share the user folder. */
export interface N8nSettings {
	/** n8n keeps its database, its key and its community packages below this folder. */
	userFolder: string;
	/** The editor's port; n8n listens on loopback only. */
	port: number;
	/** The port through which this n8n process talks to its task runners. */
	brokerPort: number;
	/** More of n8n's environment variables. */
	environment?: Record<string, string>;
}

/** Runs one of n8n's commands to its end. @throws Error with what n8n wrote, if it fails */
export async function runN8n(settings: N8nSettings, ...args: string[]): Promise<void> {
	await run(nodePath, [n8nPath, ...args], { cwd: examples, env: environment(settings) });
}

/** Starts `n8n <command>`; its output goes to `<user folder>/<name>.log`. */
export function startN8n(
	settings: N8nSettings,
	command: string[],
	name: string,
): BackgroundProgram & { logPath: string } {
	mkdirSync(settings.userFolder, { recursive: true });
	const logPath = join(settings.userFolder, `${name}.log`);
	const program = startInBackground(nodePath, [n8nPath, ...command], {
		cwd: examples,
		env: environment(settings),
		logPath,
	});
	return { ...program, logPath };
}

/**
 * Waits until a started n8n answers.
 * @param url an address that answers 200 with JSON when it is ready: the editor's `/rest/settings` answers later than
 *   `/healthz/readiness`, which is all that a worker has
 * @throws Error if it ends before that, or after two minutes
 */
export async function untilReady(
	program: BackgroundProgram & { logPath: string },
	url: string,
): Promise<void> {
	let code: number | string | undefined;
	program.ended.then(
		(ended) => (code = ended),
		(error: Error) => (code = error.message),
	);
	const deadline = Date.now() + 120_000;
	while (!(await answers(url))) {
		if (code !== undefined) {
			throw new Error(`n8n ended with ${code} while it started. Its log: ${program.logPath}`);
		}
		if (Date.now() > deadline) {
			throw new Error(`n8n gave no answer within two minutes. Its log: ${program.logPath}`);
		}
		await wait(100);
	}
}

async function answers(url: string): Promise<boolean> {
	try {
		const { status, headers } = await fetch(url, { signal: AbortSignal.timeout(2_000) });
		// Until its interface is up, n8n answers everything with 200 and a sentence.
		return status === 200 && (headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}

/** The environment variables of every process of an n8n. */
export function environment(settings: N8nSettings): NodeJS.ProcessEnv {
	return {
		...process.env,
		// n8n's child processes find their Node in the PATH.
		PATH: `${dirname(nodePath)}:${process.env.PATH ?? ''}`,
		// Under a test runner it would say `test`, and n8n would behave otherwise.
		NODE_ENV: 'production',
		N8N_USER_FOLDER: settings.userFolder,
		N8N_PORT: String(settings.port),
		N8N_HOST: 'localhost',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		// The examples read `contacts.csv` in their own folder: n8n runs there and may read it.
		N8N_RESTRICT_FILE_ACCESS_TO: examples,
		// The sandbox and the model of the tests are on this machine.
		NO_PROXY: 'localhost,127.0.0.1',
		// Nothing is sent to or fetched from n8n's own servers.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		// No package is installed but the one that lies in the user folder already.
		N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_DISABLED_MODULES: 'mcp-registry',
		...settings.environment,
	};
}
