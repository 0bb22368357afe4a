import type { IDataObject } from 'n8n-workflow';

/**
 * So many different contacts, with the fields named as the service names them.
 * @param first the number of the first
 */
export function contacts(count: number, first = 0): IDataObject[] {
	return Array.from({ length: count }, (_, index) => first + index).map((number) => ({
		email: `contact-${number}@example.com`,
		messenger_number: `+4915${String(number).padStart(8, '0')}`,
		first_name: `Contact ${number}`,
		order_id: number,
	}));
}
