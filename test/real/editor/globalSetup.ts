import { startPlayground } from '../../../tools/playground/playground';
import { freePort } from '../../../tools/playground/ports';
import { settingsOfN8n3 } from '../n8n3';
import { modelCredential, startModelServer } from './modelServer';
import { publishSettings } from './settings';

/** Starts the playground with an empty database. Gives what stops it all. */
export default async function setUp() {
	const model = await startModelServer();
	const playground = await startPlayground({
		name: 'e2e',
		fresh: true,
		port: await freePort(),
		sandboxPort: await freePort(),
		credentials: [modelCredential(model.url)],
		environment: { ...settingsOfN8n3, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
	});
	const { editorUrl, owner, sandbox } = playground;
	const { url: sandboxUrl, apiKey: sandboxKey } = sandbox;
	publishSettings({ editorUrl, owner, sandboxUrl, sandboxKey });
	return async () => {
		await playground.stop();
		await model.close();
	};
}
