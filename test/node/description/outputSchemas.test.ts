import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv, type SchemaObject } from 'ajv';
import { startSandbox, type Sandbox } from '../../../sandbox';
import defaultSeed from '../../../sandbox/seed.json';
import { cases } from '../cases';
import { runMessenger } from '../../support/messengerRun';

const schemaFolder = join(__dirname, '../../../nodes/Messenger/__schema__/v1.0.0');
const readSchema = (resource: string, operation: string) =>
	JSON.parse(
		readFileSync(join(schemaFolder, resource, `${operation}.json`), 'utf8'),
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

describe.each(cases)('the output schema of $name', ({ name, resource, operation, output }) => {
	const schema = readSchema(resource, operation);

	it("holds for the sandbox's answers, each of its fields really there", async () => {
		const { output: items } = await runMessenger(name, {
			credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
		});
		expect(items.length).toBeGreaterThanOrEqual(3);
		const everyField = { ...schema, required: Object.keys(schema.properties as object) };
		const validate = ajv.compile(everyField);
		for (const { json } of [...items, { json: output }]) {
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
