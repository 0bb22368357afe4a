import { arrivals } from './arrivals';
import { contacts } from './contacts';
import { longestSilence } from './HealthWatch';
import type { JournalEntry } from '../sandbox';

const people = contacts(3).map(({ messenger_number, first_name, email }) => ({
	messenger_number,
	first_name,
	email,
}));

const entry = (status: number | null, body: object) => ({ status, body }) as JournalEntry;
const campaign = (...numbers: number[]) =>
	entry(200, { recipient: numbers.map((number) => people[number]) });

function event(number: number, status: number | null = 200, changes: object = {}) {
	const { first_name: name, ...contact } = people[number]!;
	return entry(status, { contact: { name, ...contact, ...changes } });
}

it.each<[string, JournalEntry[], delivered: number, lost: number, twice: number]>([
	['events', [event(0), event(2), event(0)], 2, 1, 1],
	['campaigns, by recipients', [campaign(0, 1), campaign(2, 1)], 3, 0, 1],
	['requests that fail', [event(0, 429), event(1, null), event(1)], 1, 2, 0],
	['what the item does not say', [event(0, 200, { name: 'Somebody' })], 0, 3, 0],
])(
	'what arrived of a benchmark is delivered, lost or accepted twice: %s',
	(_, journal, delivered, lost, twice) => {
		expect(arrivals(journal, 3)).toMatchObject({ delivered, lost, twice });
	},
);

it.each([
	['between two answers', [90, 110, 160, 180, 210], 50],
	['from the start of the run', [20, 180], 80],
	['to the end of the run', [100, 110, 400], 90],
	['of a run in which nothing was answered', [], 100],
])("n8n's longest silence is the longest time %s", (_, answeredAt, longest) => {
	expect(longestSilence(answeredAt, 100, 200)).toBe(longest);
});
