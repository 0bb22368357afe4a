import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv, type SchemaObject } from 'ajv';

import { startSandbox, type Sandbox } from '../../../sandbox';
import defaultSeed from '../../../sandbox/seed.json';
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

it.each(cases)(
	'the output schema of $name holds for outputs, each of its fields really there',
	async ({ name, resource, operation, output }) => {
		const path = join(schemas, resource, `${operation}.json`);
		const schema = JSON.parse(readFileSync(path, 'utf8')) as SchemaObject;
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		const fields = Object.entries(schema.properties as Record<string, { type: string }>);
		for (const [, { type }] of fields) expect(['string', 'boolean', 'number']).toContain(type);

		const { output: items } = await runNode(name, {
			credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
		});
		expect(items.length).toBeGreaterThanOrEqual(3);
		const validate = ajv.compile({ ...schema, required: fields.map(([field]) => field) });
		for (const { json } of [...items, { json: output }]) {
			validate(json);
			expect(validate.errors ?? []).toEqual([]);
		}
	},
);
