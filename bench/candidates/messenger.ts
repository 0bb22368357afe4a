import { createRequire } from 'node:module';
import { join } from 'node:path';

import type * as credentialModule from '../../credentials/MessengerApi.credentials';
import type * as nodeModule from '../../nodes/Messenger/Messenger.node';
import type { Candidate } from './Candidate';

/** The built package is what users run; it comes without type declarations. */
const load = createRequire(join(__dirname, '../../dist/'));
const { MessengerApi } = load(
	'./credentials/MessengerApi.credentials.js',
) as typeof credentialModule;
const { Messenger } = load('./nodes/Messenger/Messenger.node.js') as typeof nodeModule;

/** The built package with its credential; the HTTP Request node uses the same credential. */
export const messengerOptions: Candidate['options'] = ({ url, apiKey }) => ({
	node: new Messenger(),
	credentialType: new MessengerApi(),
	credential: { baseUrl: url, apiKey },
});
