import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { MessengerApi as MessengerApiClass } from '../credentials/MessengerApi.credentials';
import type { Messenger as MessengerClass } from '../nodes/Messenger/Messenger.node';

const load = createRequire(join(__dirname, '../dist/'));

/** The node and the credential as they are published. `npm run build` makes them. */
export const { Messenger } = load('./nodes/Messenger/Messenger.node.js') as {
	Messenger: typeof MessengerClass;
};

export const { MessengerApi } = load('./credentials/MessengerApi.credentials.js') as {
	MessengerApi: typeof MessengerApiClass;
};
