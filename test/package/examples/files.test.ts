import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { example, folder, outputs } from './exampleRuns';

const ending = '.workflow.json';
const files = readdirSync(folder).filter((file) => file.endsWith(ending));
const list = readFileSync(join(folder, 'README.md'), 'utf8');

const isMessenger = ({ type }: INode) => type.startsWith('n8n-nodes-messenger.');
const isTool = ({ type }: INode) => type.endsWith('Tool');

describe.each(files.map((file) => file.replace(ending, '')))('%s', (id) => {
	const { id: ownId, name, nodes, connections } = example(id);

	it('has its own id, a row in the list, and no code', () => {
		expect(ownId).toBe(id);
		expect(list).toContain(`\n- [${name}](${id}${ending}): `);
		expect(nodes.map(({ type }) => type)).not.toContain('n8n-nodes-base.code');
	});

	it('uses the one credential, and only parameters that the node has', () => {
		const own = nodes.filter(isMessenger);
		expect(own).not.toEqual([]);
		const { properties } = new Messenger().description;
		const known = properties.map((property) => property.name);
		const inCollections = properties.flatMap(({ type, options = [] }) =>
			type === 'collection' ? options.map((option) => option.name) : [],
		);
		for (const node of own) {
			expect(node.credentials).toEqual({
				messengerApi: { id: 'messenger-api', name: 'Messenger API' },
			});
			const ofTool = isTool(node) ? ['descriptionType', 'toolDescription'] : [];
			const names = Object.keys(node.parameters);
			expect([...known, ...ofTool]).toEqual(expect.arrayContaining(names));
			const { options = {}, recipientFields = {}, additionalFields = {} } = node.parameters;
			const chosen = [options, recipientFields, additionalFields].flatMap((it) => Object.keys(it!));
			expect(inCollections).toEqual(expect.arrayContaining(chosen));
		}
	});

	it('sends no campaign by a click unless a person approves it, and marks only what was sent (M2, M6)', () => {
		const campaigns = nodes
			.filter((node) => isMessenger(node) && node.parameters.resource === 'campaign')
			.filter((node) => !(isTool(node) && id === 'ai-agent-approval'));
		for (const { name: campaign, parameters, onError } of campaigns) {
			expect(parameters.sendMode).toMatch(/^preview/);
			const behind = (name: string, output: number) =>
				(connections[name]?.main?.[output] ?? []).map(({ node }) => node);
			if (parameters.sendMode === 'preview') {
				expect(behind(campaign, outputs.sent)).toEqual([]);
				continue;
			}
			// After a preview only a loop goes on, with nothing behind "done".
			for (const loop of behind(campaign, outputs.preview)) {
				expect(nodes.find(({ name }) => name === loop)?.type).toMatch(/\.splitInBatches$/);
				expect(behind(loop, 0)).toEqual([]);
			}
			const failed = behind(campaign, outputs.error);
			expect(failed.length > 0).toBe(onError === 'continueErrorOutput');
		}
	});
});
