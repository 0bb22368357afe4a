import { send } from './send.operation';
import { sendToItems } from './sendToItems.operation';

export const menu = {
	name: 'Campaign',
	value: 'campaign',
	description: 'A template message to the phones of its recipients',
};

export const operations = [send, sendToItems];
