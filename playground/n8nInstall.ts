import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Changes, fingerprintOfFiles } from './changes';
import { data, playground } from './folders';
import { run } from './processes';

const { packageManager } = JSON.parse(readFileSync(join(playground, 'package.json'), 'utf8')) as {
	packageManager: string;
};

/** The Node that this n8n needs, whatever Node runs this script. */
export const nodePath = join(playground, 'node_modules', 'node', 'bin', 'node');

/** n8n's command. */
export const n8nPath = join(playground, 'node_modules', 'n8n', 'bin', 'n8n');

/**
 * Installs n8n and its Node from the lock file, unless that has been done.
 * @param report gets a line whenever there is something new to say
 * @throws ProgramError if the download or the build of the SQLite driver fails
 */
export async function installN8n(report: (text: string) => void): Promise<void> {
	const changes = new Changes(join(data, 'install.json'));
	const lockFile = join(playground, 'pnpm-lock.yaml');
	const fingerprint = fingerprintOfFiles([join(playground, 'package.json'), lockFile]);
	const isThere = existsSync(n8nPath) && existsSync(nodePath);
	if (isThere && !changes.has('n8n', fingerprint)) {
		report('already installed');
		return;
	}
	report(
		'about 2 GB, once: downloads n8n, then compiles its SQLite driver (needs make, g++ and python3)',
	);
	await run(
		'npx',
		[
			'--yes',
			packageManager,
			'install',
			'--frozen-lockfile',
			'--ignore-workspace',
			'--reporter=append-only',
		],
		{
			cwd: playground,
			env: installEnvironment(),
			onLine: pnpmProgress(packagesIn(lockFile), report),
		},
	);
	await run(nodePath, ['-e', "require('sqlite3')"], { cwd: driverUser() });
	changes.settle('n8n', fingerprint);
}

/** The folder of the package that requires the SQLite driver: n8n's own. */
function driverUser(): string {
	return dirname(dirname(n8nPath));
}

function installEnvironment(): NodeJS.ProcessEnv {
	const environment: NodeJS.ProcessEnv = {
		...process.env,
		// npm hands the root's `ignore-scripts` down; here the SQLite driver's script must run.
		npm_config_ignore_scripts: 'false',
	};
	// Node's C headers, where this Node has brought them along: saves their download.
	const prefix = dirname(dirname(process.execPath));
	if (existsSync(join(prefix, 'include', 'node', 'node_api.h'))) {
		environment.npm_config_nodedir ??= prefix;
	}
	return environment;
}

/** The number of packages in the lock file, for "how far it is". */
function packagesIn(lockFile: string): number {
	const [, snapshots = ''] = readFileSync(lockFile, 'utf8').split(/^snapshots:$/m);
	return snapshots.match(/^ {2}\S.*:/gm)?.length ?? 0;
}

/** Turns pnpm's lines into a report: every tenth of the packages, and the build of the driver. */
function pnpmProgress(total: number, report: (text: string) => void): (line: string) => void {
	let nextReport = 0;
	let isBuilding = false;
	return (line) => {
		const added = /^Progress: .*added (\d+)/.exec(line)?.[1];
		if (added !== undefined && Number(added) >= nextReport) {
			report(`${added} of about ${total} packages`);
			nextReport = Number(added) + total / 10;
		}
		if (!isBuilding && line.includes('node_modules/sqlite3 install')) {
			isBuilding = true;
			report('building the SQLite driver (about a minute)');
		}
	};
}
