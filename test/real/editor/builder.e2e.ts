import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { playground } from '../../../playground/folders';
import { readSettings } from './settings';
import { expect, test } from './test';

interface Description {
	name: string;
	properties: object[];
}

/** The SDK by which n8n writes the types that its AI builders read: that of the installed n8n. */
function workflowSdk() {
	const n8n = createRequire(realpathSync(join(playground, 'node_modules/n8n/package.json')));
	return n8n('@n8n/workflow-sdk/scripts/generate-types') as {
		planSplitVersionFiles(node: Description, version: number): Map<string, string>;
	};
}

test("n8n's AI builders see Send Mode, its hint and a safe campaign", async ({ page }) => {
	const response = await page.request.get(`${readSettings().editorUrl}/types/nodes.json`);
	const types = (await response.json()) as Description[];
	const node = types.find(({ name }) => name === 'n8n-nodes-messenger.messenger')!;
	const files = workflowSdk().planSplitVersionFiles(node, 1);
	const type = files.get('resource_campaign/operation_send_to_items.ts')!;
	expect(type).toContain("sendMode?: 'send' | 'previewManual' | 'testManual' | 'preview'");
	expect(type).toContain('@default previewManual');
	expect(type).toContain('@builderHint Keep the default');
	expect(type).toContain('<pattern title="A campaign to all items');
});
