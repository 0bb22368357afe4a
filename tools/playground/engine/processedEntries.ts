import './environment';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	IDataDeduplicator,
} from 'n8n-workflow';

/** The entries of each node, oldest first. */
const table = new Map<string, Set<DeduplicationItemTypes>>();

/** n8n's table of what its nodes have processed, in memory and in the one mode that is used here: `entries`. */
const processedEntries: IDataDeduplicator = {
	async checkProcessedAndRecord(items, _scope, context) {
		const known = entriesOf(context);
		const processed = items.filter((item) => known.has(item));
		for (const item of items) known.add(item);
		return await Promise.resolve({
			new: items.filter((item) => !processed.includes(item)),
			processed,
		});
	},
	async removeProcessed(items, _scope, context) {
		for (const item of items) entriesOf(context).delete(item);
		await Promise.resolve();
	},
	async clearAllProcessedItems(_scope, context) {
		entriesOf(context).clear();
		await Promise.resolve();
	},
	async getProcessedDataCount(_scope, context) {
		return await Promise.resolve(entriesOf(context).size);
	},
};

function entriesOf({ workflow, node }: ICheckProcessedContextData) {
	const key = `${workflow.id} ${node?.id}`;
	const entries = table.get(key) ?? new Set();
	table.set(key, entries);
	return entries;
}

/** n8n's engine takes one for each process. */
export async function installProcessedEntries(): Promise<void> {
	try {
		DataDeduplicationService.getInstance();
	} catch {
		await DataDeduplicationService.init(processedEntries);
	}
}
