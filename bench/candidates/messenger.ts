import { Messenger, MessengerApi } from '../../test/support/engine/builtPackage';
import type { RunOptions } from '../../test/support/engine/runWorkflow';
import type { Service } from '../N8n';

/** The built package with its credential; the HTTP Request node uses the same credential. */
export const messengerOptions = ({
	url,
	apiKey,
}: Service): Pick<RunOptions, 'node' | 'credentialType' | 'credential'> => ({
	node: new Messenger(),
	credentialType: new MessengerApi(),
	credential: { baseUrl: url, apiKey },
});
