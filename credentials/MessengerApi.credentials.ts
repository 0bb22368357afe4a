import type { Icon, ICredentialType } from 'n8n-workflow';

import { service } from '../nodes/Messenger/service';
import { bearerAuthentication, bearerProperties } from '../nodes/runtime/node/bearerCredential';

/** The service's address and API key, for the Messenger node and for the HTTP Request node alike. */
export class MessengerApi implements ICredentialType {
	name = 'messengerApi';
	displayName = 'Messenger API';

	icon: Icon = {
		light: 'file:../nodes/Messenger/messenger.svg',
		dark: 'file:../nodes/Messenger/messenger.dark.svg',
	};

	documentationUrl = 'https://github.com/n8n-nodes-messenger/n8n-nodes-messenger#credentials';

	properties = bearerProperties(service);

	authenticate = bearerAuthentication(service);
}
