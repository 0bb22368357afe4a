import { arrivals } from '../../../bench/arrivals';
import { contacts } from '../../../bench/contacts';
import type { JournalEntry } from '../../../sandbox';

function entry(status: number | null, body: unknown, receivedAt = 0): JournalEntry {
	return {
		number: 1,
		receivedAt: new Date(receivedAt).toISOString(),
		method: 'POST',
		path: '/webhook/event/send',
		query: {},
		headers: {},
		body,
		status,
	};
}

function contact(number: number) {
	const { messenger_number, first_name, email } = contacts(number + 1).at(-1)!;
	return { messenger_number, first_name, email };
}

function event(number: number) {
	const { first_name: name, ...fields } = contact(number);
	return { contact: { name, ...fields }, event: { code: 'order_placed' } };
}

function campaign(...numbers: number[]) {
	return { type: 'template', recipient: numbers.map(contact) };
}

describe('What arrived of a benchmark in n8n', () => {
	it('is delivered once, lost or accepted twice', () => {
		const journal = [entry(200, event(0)), entry(200, event(2)), entry(200, event(0))];
		expect(arrivals(journal, 3)).toMatchObject({ delivered: 2, lost: 1, twice: 1, refused: 0 });
	});

	it('is counted by recipients, whatever the campaigns they came in', () => {
		const journal = [entry(200, campaign(0, 1)), entry(200, campaign(2, 1))];
		expect(arrivals(journal, 3)).toMatchObject({ requests: 2, delivered: 3, lost: 0, twice: 1 });
	});

	it('has nothing of a request that was refused or not answered', () => {
		const journal = [entry(429, event(0)), entry(null, event(1)), entry(200, event(1))];
		expect(arrivals(journal, 2)).toMatchObject({ delivered: 1, lost: 1, twice: 0, refused: 2 });
	});

	it('is lost where a field is not what the item says', () => {
		const other = { ...event(0), contact: { ...event(0).contact, name: 'Somebody' } };
		expect(arrivals([entry(200, other)], 1)).toMatchObject({ delivered: 0, lost: 1 });
	});

	it('begins with the first request and ends with the last, if there was one', () => {
		const both = [entry(200, event(0), 1500), entry(200, event(1), 1600)];
		expect(arrivals(both, 2)).toMatchObject({ firstAt: 1500, lastAt: 1600 });
		expect(arrivals([], 2).firstAt).toBeUndefined();
	});
});
