import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** One row of the contacts file. A column that the file does not have is absent. */
export interface ContactRow {
	email?: string;
	messenger_number?: string;
	first_name?: string;
	name?: string;
	language?: string;
}

/** A contacts file that cannot be used: its message names the file and says what is wrong. */
export class ContactsError extends Error {}

const requiredColumns = ['email', 'messenger_number'];

/**
 * Reads a contacts file: CSV with commas and a header row, in UTF-8.
 *
 * @throws ContactsError if it is not there, is not CSV, has no rows or lacks a column
 */
export function readContacts(path: string): ContactRow[] {
	const refuse = (reason: string): never => {
		throw new ContactsError(`${path} ${reason}`);
	};
	let header: string[] = [];
	let rows: ContactRow[];
	try {
		rows = parse(readText(path, refuse), {
			bom: true,
			skip_empty_lines: true,
			columns: (names: string[]) => (header = names),
		});
	} catch (error) {
		if (error instanceof ContactsError) throw error;
		return refuse(`cannot be read as CSV: ${(error as Error).message}`);
	}
	const missing = requiredColumns.filter((column) => !header.includes(column));
	if (header.length > 0 && missing.length > 0) {
		const separator = header.length === 1 && header[0]?.includes(';');
		refuse(
			`has no column ${missing.map((column) => `"${column}"`).join(' and no column ')}. ` +
				(separator
					? 'Its columns are separated by ";": separate them by ",".'
					: `Its columns are: ${header.join(', ')}.`),
		);
	}
	if (rows.length === 0)
		refuse('contains no contacts: it needs a header row and at least one row.');
	return rows;
}

function readText(path: string, refuse: (reason: string) => never): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') return refuse('is not there. Check the path after --csv.');
		return refuse(`cannot be read: ${message}`);
	}
}
