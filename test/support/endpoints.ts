import { resources } from '../../nodes/Messenger/resources';
import type { Endpoint } from '../../nodes/runtime/Service';

/** The endpoint of an operation, such as `event.send`. */
export function endpointOf(name: string): Endpoint {
	const [resource, operation] = name.split('.');
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (found === undefined) throw new Error(`There is no operation ${name}`);
	return found.endpoint;
}

/** Endpoints that unit tests ask for, by their names in tools/sandbox/openapi.yaml. */
export const endpoints = {
	sendCampaign: endpointOf('campaign.send'),
	verifyEmail: endpointOf('email.verify'),
	findContact: endpointOf('contact.find'),
	getLists: endpointOf('list.getAll'),
	getVariables: endpointOf('variable.getAll'),
	sendEvent: endpointOf('event.send'),
};
