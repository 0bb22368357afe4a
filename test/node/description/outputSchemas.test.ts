import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv, type SchemaObject } from 'ajv';
import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../tools/sandbox';
import defaultSeed from '../../../tools/sandbox/seed.json';
import { runNode } from '../../support/runNode';
import { cases } from '../cases';

const schemas = join(__dirname, '../../../nodes/Messenger/__schema__/v1.0.0');
const folder = mkdtempSync(join(tmpdir(), 'output-schemas-'));
let sandbox: Sandbox;

// `version` is n8n's own word, by which the editor knows that a schema has changed.
const ajv = new Ajv({ strict: true });
ajv.addKeyword('version');

beforeAll(async () => {
	// Without records the variables body has the form that the interface shows.
	const seed = join(folder, 'seed.json');
	writeFileSync(seed, JSON.stringify({ ...defaultSeed, variables: undefined }));
	sandbox = await startSandbox({ seed });
});
afterAll(async () => {
	await sandbox.close();
	rmSync(folder, { recursive: true });
});

/** Kinds of runs that give other outputs than a real one. */
const otherRuns: Record<string, Array<{ mode?: 'manual'; parameters: INodeParameters }>> = {
	campaign: [
		{ parameters: { sendMode: 'preview' } },
		{ mode: 'manual', parameters: { sendMode: 'testManual', testNumber: '+14155550199' } },
		{ parameters: { messengerNumber: '+14155550123' } },
		{ parameters: { additionalFields: { scheduledAt: '2090-01-31T09:30Z' } } },
	],
	contact: [{ parameters: { email: 'nobody@example.com', options: { whenNotFound: 'item' } } }],
};

it.each(cases)(
	'the output schema of $name holds for outputs, each of its fields really there in every kind of run',
	async ({ name, resource, operation, output }) => {
		const path = join(schemas, resource, `${operation}.json`);
		const schema = JSON.parse(readFileSync(path, 'utf8')) as SchemaObject;
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		const fields = Object.entries(schema.properties as Record<string, { type: string }>);
		for (const [, { type }] of fields) expect(['string', 'boolean', 'number']).toContain(type);

		const items = [];
		for (const settings of [{}, ...(otherRuns[resource] ?? [])]) {
			const { output: ofRun } = await runNode(name, {
				...settings,
				credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
			});
			expect(ofRun.length).toBeGreaterThanOrEqual(3);
			items.push(...ofRun);
		}
		const validate = ajv.compile({ ...schema, required: fields.map(([field]) => field) });
		for (const { json } of [...items, { json: output }]) {
			validate(json);
			expect(validate.errors ?? []).toEqual([]);
		}
	},
);
