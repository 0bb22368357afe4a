import Table from 'cli-table3';

import { Messenger, MessengerApi } from '../../test/support/engine/builtPackage';
import { descriptionTexts } from './descriptionTexts';
import { inputTexts } from './inputTexts';
import { problemTexts } from './problemTexts';

/** Prints all texts that a user of the node reads, for a review. */
async function print(): Promise<void> {
	const node = new Messenger();
	const credential = new MessengerApi();
	const table = new Table({
		head: ['Where', 'Kind', 'Text'],
		colWidths: [44, 13, 100],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	const texts = [
		...descriptionTexts(node.description, credential),
		...problemTexts(),
		...(await inputTexts(node, credential)),
	];
	table.push(...texts.map(({ where, kind, text }) => [where, kind, text]));
	console.log(table.toString());
	console.log(`${texts.length} texts`);
}

void print();
