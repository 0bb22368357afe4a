/** `npm run demo`: the example CRM welcome, by n8n's engine and with the built package, against the sandbox. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';
import type { MessengerApi as MessengerApiClass } from '../../credentials/MessengerApi.credentials';
import type { Messenger as MessengerClass } from '../../nodes/Messenger/Messenger.node';
import { startSandbox, type JournalEntry } from '../sandbox';
import { readWorkflow, runWorkflow } from './engine/runWorkflow';
import { examples } from './folders';

const load = createRequire(__filename);

/** The node and the credential as they are published. `npm run build` makes them. */
const { Messenger } = load('../../dist/nodes/Messenger/Messenger.node.js') as {
	Messenger: typeof MessengerClass;
};
const { MessengerApi } = load('../../dist/credentials/MessengerApi.credentials.js') as {
	MessengerApi: typeof MessengerApiClass;
};

const { values } = parseArgs({ options: { csv: { type: 'string' } } });
// npm runs scripts in the package's folder; a relative path is meant where npm was called.
const csv = values.csv
	? resolve(process.env.INIT_CWD ?? '', values.csv)
	: join(examples, 'contacts.csv');

/** @throws Error if the file is not there, is not CSV with commas, has no rows or lacks a column */
function readContacts(): IDataObject[] {
	const rows: IDataObject[] = parse(readFileSync(csv, 'utf8'), {
		bom: true,
		columns: true,
		skip_empty_lines: true,
	});
	for (const column of ['email', 'messenger_number']) {
		if (rows[0]?.[column] === undefined) throw new Error(`${csv} has no row, or no "${column}"`);
	}
	return rows;
}

/** As a trigger would start it: a manual run would only preview the campaigns. */
async function runWelcome(
	contacts: IDataObject[],
	{ url, apiKey }: { url: string; apiKey: string },
) {
	const workflow = readWorkflow(join(examples, 'crm-welcome.workflow.json'));
	const source = workflow.nodes.find(({ name }) => name === 'Contacts')!;
	source.parameters.jsonOutput = JSON.stringify({ contact: contacts });
	return await runWorkflow(workflow, {
		node: new Messenger(),
		credentialType: new MessengerApi(),
		credential: { baseUrl: url, apiKey },
		mode: 'trigger',
		onNodeEnd: (name, [items = 0, ...others]) => {
			const more = others.at(-1) ? `  (and ${others.at(-1)} through another output)` : '';
			console.log(`  ✓ ${name.padEnd(34)}${String(items).padStart(6)}${more}`);
		},
	});
}

/** Prints each endpoint with the statuses of its answers. */
function printRequests(journal: JournalEntry[]): void {
	const counts = new Map<string, number>();
	for (const { method, path, status } of journal) {
		const line = `  ${method.padEnd(4)} ${path.padEnd(28)} ${status}`;
		counts.set(line, (counts.get(line) ?? 0) + 1);
	}
	for (const [line, count] of counts) console.log(`${line}  × ${count}`);
}

async function main(): Promise<void> {
	const contacts = readContacts();
	const service = await startSandbox();
	try {
		console.log(`Contacts: ${csv}, ${contacts.length} rows`);
		console.log(`Sandbox:  ${service.url}, which plays the service\n`);
		console.log(
			"The example 'CRM welcome' in n8n's engine: each step, and how many items it returned\n",
		);
		const start = performance.now();
		const { error, json } = await runWelcome(contacts, service);
		const seconds = ((performance.now() - start) / 1000).toFixed(1);
		const rows = json('Rows to Correct') as IDataObject[];
		if (rows.length > 0) console.log('\nRows to correct, which the workflow sets aside');
		for (const { email, name, reason } of rows) console.log(`  ${email || name}: ${reason}`);
		console.log('\nRequests that the sandbox received, by their status');
		const received = await service.requests();
		printRequests(received);
		if (error) throw error;
		console.log(`\n✓ Done in ${seconds} s. The sandbox received ${received.length} requests.`);
		console.log(
			'\nNext: `npm run dev` opens this workflow in a real n8n. For your own contacts, add',
		);
		console.log(
			'`-- --csv contacts.csv` to `npm run demo`. The sandbox sends no message to anyone.',
		);
	} finally {
		await service.close();
	}
}

main().catch((error: Error & { description?: string }) => {
	console.error([error.message, error.description].filter(Boolean).join('\n'));
	process.exitCode = 1;
});
