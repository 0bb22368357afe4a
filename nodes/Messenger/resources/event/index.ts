import { send } from './send.operation';

export const menu = {
	name: 'Event',
	value: 'event',
	description: 'Something that happened to a contact, e.g. an order or a sign-up',
};

export const operations = [send];
