import { Messenger, MessengerApi } from '../../engine/builtPackage';
import type { Candidate } from './Candidate';

/** The built package with its credential; the HTTP Request node uses the same credential. */
export const messengerOptions: Candidate['options'] = ({ url, apiKey }) => ({
	node: new Messenger(),
	credentialType: new MessengerApi(),
	credential: { baseUrl: url, apiKey },
});
