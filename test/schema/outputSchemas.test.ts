import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv, type SchemaObject } from 'ajv';
import type { INodePropertyOptions } from 'n8n-workflow';

import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import defaultSeed from '../../sandbox/seed.json';
import { contract } from '../description/contract';
import { runMessenger } from '../support/messengerRun';

const schemaFolder = join(__dirname, '../../nodes/Messenger/__schema__/v1.0.0');
const readSchema = (operation: string) =>
	JSON.parse(
		readFileSync(join(schemaFolder, `${operation.replace('.', '/')}.json`), 'utf8'),
	) as SchemaObject;

// `version` is n8n's own word, by which the editor knows that a schema has changed.
const ajv = new Ajv({ strict: true });
ajv.addKeyword('version');

const folder = mkdtempSync(join(tmpdir(), 'output-schemas-'));
let sandbox: Sandbox;

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

const operations = Object.keys(contract).map((pair) => pair.replace('/', '.'));

describe.each(operations)('the output schema of %s', (operation) => {
	const schema = readSchema(operation);

	it("holds for the sandbox's answers, each of its fields really there", async () => {
		const { output } = await runMessenger(operation, {
			credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
		});
		expect(output.length).toBeGreaterThanOrEqual(3);
		const everyField = { ...schema, required: Object.keys(schema.properties as object) };
		const validate = ajv.compile(everyField);
		for (const { json } of output) {
			validate(json);
			expect(validate.errors ?? []).toEqual([]);
		}
	});

	it("has the form of n8n's own: a type for each field, and a version", () => {
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		const types = Object.values(schema.properties as Record<string, { type: string }>);
		expect(types.length).toBeGreaterThan(0);
		for (const { type } of types) expect(['string', 'boolean', 'number']).toContain(type);
	});
});

it('there is a schema for every operation', () => {
	const { properties } = new Messenger().description;
	for (const { name, displayOptions, options } of properties) {
		if (name !== 'operation') continue;
		const resource = String(displayOptions?.show?.resource);
		for (const { value } of options as INodePropertyOptions[]) {
			expect(() => readSchema(`${resource}.${String(value)}`)).not.toThrow();
		}
	}
});
