import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Container } from '@n8n/di';

/**
 * Has n8n write down all that it can while the tests of the file run.
 * @returns what reads all that it has written
 */
export function keepLog(): () => string {
	const path = join(mkdtempSync(join(tmpdir(), 'messenger-faults-')), 'n8n.log');
	const wordy = { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'file', N8N_LOG_FILE_LOCATION: path };
	const quiet = { N8N_LOG_LEVEL: 'silent', N8N_LOG_OUTPUT: 'console' };
	// n8n reads its settings once, when something first asks for them.
	const begin = (settings: NodeJS.ProcessEnv) => () => {
		Object.assign(process.env, settings);
		Container.reset();
	};
	beforeAll(begin(wordy));
	afterAll(begin(quiet));
	return () => readFileSync(path, 'utf8');
}
