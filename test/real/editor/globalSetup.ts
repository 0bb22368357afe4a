import { request } from '@playwright/test';
import { startPlayground } from '../../../playground/playground';
import { freePort } from '../../../playground/ports';
import { stopAll } from '../../../playground/processes';
import { startModelServer } from './modelServer';
import { publishSettings, sessionPath } from './settings';
import { modelCredential, testWorkflows } from './workflows';

/** Starts the playground with an empty database, and signs in. Gives what stops it all. */
export default async function setUp(): Promise<() => Promise<void>> {
	const model = await startModelServer();
	const playground = await startPlayground({
		name: 'e2e',
		fresh: true,
		port: await freePort(),
		sandboxPort: await freePort(),
		credentials: [modelCredential(model.url)],
		workflows: testWorkflows,
	}).catch(async (error: unknown) => {
		await stopAll();
		throw error;
	});
	const { editorUrl, owner, sandbox } = playground;
	publishSettings({
		editorUrl,
		sandboxUrl: sandbox.url,
		sandboxKey: sandbox.apiKey,
		modelUrl: model.url,
	});
	const browser = await request.newContext({ baseURL: editorUrl });
	await browser.post('/rest/login', {
		data: { emailOrLdapLoginId: owner.email, password: owner.password },
	});
	await browser.storageState({ path: sessionPath });
	await browser.dispose();
	return async () => {
		await playground.stop();
		await model.close();
	};
}
