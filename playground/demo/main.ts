import { join, resolve } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { startSandbox, type Sandbox } from '../../sandbox';
import { ContactsError, readContacts } from './contacts';
import { readExpectedRequests, writeExpectedRequests } from './expectedRequests';
import { compareJournal } from './journalComparison';
import {
	describeDifferences,
	describeError,
	describeNames,
	describeRequests,
	describeRowsToCorrect,
} from './report';
import { runWelcome } from './welcome';

const exampleContacts = join(__dirname, '..', '..', 'examples', 'contacts.csv');

interface Options {
	csv: string;
	update?: true;
}

/** The demo's surroundings, which tests can replace. */
export interface Surroundings {
	print: (line: string) => void;
	startService: () => Promise<Sandbox>;
}

/**
 * The demo's command line.
 *
 * @returns the exit code: 0 where the workflow ran to its end and, with the example's contacts, the
 *   sandbox received exactly what it should have
 */
export async function main(
	commandLine: string[],
	{ print, startService }: Surroundings = {
		print: (line) => console.log(line),
		startService: startSandbox,
	},
): Promise<number> {
	let options;
	try {
		options = readOptions(commandLine, print);
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		return error.exitCode;
	}
	// npm runs scripts in the package's folder; a relative path is meant where npm was called.
	const csv = resolve(process.env.INIT_CWD ?? '', options.csv);
	let contacts;
	try {
		contacts = readContacts(csv);
	} catch (error) {
		if (!(error instanceof ContactsError)) throw error;
		print(error.message);
		return 1;
	}

	const service = await startService();
	try {
		const rows = contacts.length === 1 ? '1 row' : `${contacts.length} rows`;
		print(`Contacts: ${csv}, ${rows}`);
		print(`Sandbox:  ${service.url}, which plays the service\n`);
		print("The example 'CRM welcome' in n8n's engine: each step, and how many items it returned\n");
		const { error, lists, variables, rowsToCorrect, seconds } = await runWelcome(
			contacts,
			service,
			print,
		);
		const received = await service.requests();
		if (options.update) writeExpectedRequests(received);
		const isCompared = csv === exampleContacts;
		const differences = isCompared
			? compareJournal(readExpectedRequests(), received)
			: { missing: [], unexpected: [] };
		const report = [
			'',
			'The workspace',
			describeNames('Mailing lists:', lists),
			describeNames('Variables:', variables),
			...describeRowsToCorrect(rowsToCorrect),
			...describeRequests(received),
			...describeDifferences(differences),
			...describeError(error),
		];
		report.forEach((line) => print(line));
		if (error || differences.missing.length + differences.unexpected.length > 0) return 1;
		const what = isCompared
			? `exactly the ${received.length} requests that it should have`
			: `${received.length} requests`;
		print(`\n✓ Done in ${seconds.toFixed(1)} s. The sandbox received ${what}.`);
		print('\nNext: `npm start` opens this workflow in a real n8n. For your own contacts, add');
		print('`-- --csv contacts.csv` to `npm run demo`. The sandbox sends no message to anyone.');
		return 0;
	} finally {
		await service.close();
	}
}

/** @throws CommanderError after help or a mistake has been printed */
function readOptions(args: string[], print: (line: string) => void): Options {
	return new Command('npm run demo --')
		.description(
			"Runs examples/crm-welcome.workflow.json by n8n's own engine against a local sandbox of the " +
				'service, and checks with its own contacts that the sandbox received exactly what it should.',
		)
		.addOption(
			new Option(
				'--csv <file>',
				'your own contacts; columns: email, messenger_number, and where you have them first_name, ' +
					'name, language',
			).default(exampleContacts, 'examples/contacts.csv'),
		)
		.addOption(
			new Option('--update', 'keep what the sandbox received as what it should').conflicts('csv'),
		)
		.exitOverride()
		.configureOutput({ writeOut: print, writeErr: print })
		.parse(args, { from: 'user' })
		.opts();
}
