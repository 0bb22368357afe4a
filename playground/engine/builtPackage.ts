import { createRequire } from 'node:module';
import type { MessengerApi as MessengerApiClass } from '../../credentials/MessengerApi.credentials';
import type { Messenger as MessengerClass } from '../../nodes/Messenger/Messenger.node';

const load = createRequire(__filename);

/** The node and the credential as they are published. `npm run build` makes them. */
export const { Messenger } = load('../../dist/nodes/Messenger/Messenger.node.js') as {
	Messenger: typeof MessengerClass;
};

export const { MessengerApi } = load('../../dist/credentials/MessengerApi.credentials.js') as {
	MessengerApi: typeof MessengerApiClass;
};
