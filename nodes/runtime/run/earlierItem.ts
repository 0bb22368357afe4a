import type {
	IExecuteData,
	INodeExecutionData,
	IPairedItemData,
	IWorkflowDataProxyData,
} from 'n8n-workflow';

/**
 * Returns what `$('Node').item` returns for an input item. n8n would evaluate this node's outputs first, each time.
 * @throws Error if n8n can't tell which item it is
 */
export function earlierItem(
	node: string,
	item: INodeExecutionData,
	{ source }: IExecuteData,
	proxy: IWorkflowDataProxyData,
): unknown {
	const pairedItem = item.pairedItem as IPairedItemData;
	const sources = source!.main!;
	const from = sources[pairedItem.input ?? 0] ?? sources[0]!;
	return proxy.$getPairedItem(node, from, pairedItem);
}
