import type { IDataObject } from 'n8n-workflow';

/** So many different contacts, with the fields named as the service names them. */
export function contacts(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, number) => ({
		email: `contact-${number}@example.com`,
		messenger_number: `+4915${String(number).padStart(8, '0')}`,
		first_name: `Contact ${number}`,
		order_id: number,
	}));
}
