import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { about } from './about';

const atOnce = 100;

/** Sends an event for each item by n8n's HTTP helper, and does nothing else. */
export class Helper implements INodeType {
	description = about('Helper', 'The floor of a benchmark', {
		credentials: [{ name: 'messengerApi', required: true }],
		properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const url = this.getNodeParameter('url', 0) as string;
		const left = items.values();
		const sendInTurn = async () => {
			for (const { json } of left) {
				const { email, messenger_number, order_id } = json;
				const contact = { name: `Contact ${String(order_id)}`, email, messenger_number };
				const data = { order_id: `${String(messenger_number)}${String(order_id)}` };
				const body = { contact, event: { code: 'order_placed', name: 'Order placed', data } };
				const headers = { Accept: 'application/json' };
				const options = { method: 'POST', url, headers, body, json: true } as const;
				await this.helpers.httpRequestWithAuthentication.call(this, 'messengerApi', options);
			}
		};
		await Promise.all(Array.from({ length: atOnce }, sendInTurn));
		return [items];
	}
}
