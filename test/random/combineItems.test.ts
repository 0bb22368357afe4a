import fc from 'fast-check';

import type { CheckedItem } from '../../nodes/Messenger/run/operation';
import { campaignRequest } from '../../nodes/Messenger/resources/campaign/campaignRequest';
import { recipientsOf } from '../../nodes/Messenger/resources/campaign/recipientInput';
import {
	combineItems,
	type SendToItemsParams,
} from '../../nodes/Messenger/resources/campaign/combineItems';

type Item = CheckedItem<SendToItemsParams>;

/** What tells the items of these tests apart. */
interface Given {
	number: string;
	template: string;
	/** Second of a minute, which makes no difference. */
	second?: number;
}

const facts = { timezone: 'UTC', isManual: false };

function itemOf({ number, template, second = 0 }: Given, itemIndex: number): Item {
	const params = {
		from_number: '+14155550199',
		content: { template_name: template, template_language: 'en' },
		scheduled_at: new Date(Date.UTC(2030, 0, 31, 9, 30, second)).toISOString(),
	};
	const parts = campaignRequest(params, facts, [{ messenger_number: number }]);
	return { itemIndex, params, parts };
}

/** Few numbers and few settings, so that duplicates and shared campaigns are common. */
const anyItems = fc
	.array(
		fc.record({
			number: fc.constantFrom('+14155550100', '+14155550101', '+14155550102'),
			template: fc.constantFrom('a', 'b', 'c'),
			second: fc.nat({ max: 59 }),
		}),
		{ maxLength: 60 },
	)
	.map((items) => items.map(itemOf));
const anySize = fc.integer({ min: 1, max: 20 });
const anyDuplicates = fc.constantFrom('skip', 'send');

async function combine(items: Item[], recipientsPerRequest = 500, duplicates = 'skip') {
	const options = { recipientsPerRequest, duplicates };
	const campaigns = await combineItems(items.map((item) => ({ ...item, params: { options } })));
	return {
		requests: campaigns.flatMap(({ requests }) => requests),
		duplicates: campaigns.flatMap(({ duplicates }) => duplicates),
	};
}

const templateOf = ({ parts }: Pick<Item, 'parts'>) => JSON.stringify(parts.body?.content);
const numberOf = ({ parts }: Item) => String(recipientsOf(parts.body)[0]?.messenger_number);
const indexesOf = (items: Array<{ itemIndex: number }>) => items.map(({ itemIndex }) => itemIndex);
const sorted = (items: number[]) => [...items].sort((a, b) => a - b);

it('puts every recipient into exactly one request, or names it as a duplicate', async () => {
	await fc.assert(
		fc.asyncProperty(anyItems, anySize, anyDuplicates, async (items, size, onDuplicate) => {
			const { requests, duplicates } = await combine(items, size, onDuplicate);
			const planned = requests.flatMap(({ members }) => indexesOf(members));
			const skipped = indexesOf(duplicates.map(({ member }) => member));
			expect(sorted([...planned, ...skipped])).toEqual(indexesOf(items));
			if (onDuplicate === 'send') expect(duplicates).toEqual([]);
		}),
		{ numRuns: 1_000 },
	);
});

it('gives each request the settings of its members and their recipients in the order of the items', async () => {
	await fc.assert(
		fc.asyncProperty(anyItems, anySize, anyDuplicates, async (items, size, onDuplicate) => {
			for (const { parts, members } of (await combine(items, size, onDuplicate)).requests) {
				expect(parts.body).toEqual({
					...members[0]?.parts.body,
					recipient: members.flatMap((member) => recipientsOf(member.parts.body)),
				});
				expect(new Set(members.map(templateOf)).size).toBe(1);
				expect(indexesOf(members)).toEqual(sorted(indexesOf(members)));
			}
		}),
	);
});

it('sends a number once for each campaign where duplicates are skipped, and says with which item', async () => {
	await fc.assert(
		fc.asyncProperty(anyItems, anySize, async (items, size) => {
			const { requests, duplicates } = await combine(items, size);
			const keyOf = (item: Item) => templateOf(item) + numberOf(item);
			const sent = requests.flatMap(({ members }) => members);
			expect(new Set(sent.map(keyOf)).size).toBe(sent.length);
			for (const { member, firstItem } of duplicates) {
				expect(firstItem).toBeLessThan(member.itemIndex);
				expect(keyOf(items[firstItem]!)).toBe(keyOf(member));
				expect(indexesOf(sent)).toContain(firstItem);
			}
		}),
	);
});

it('plans 200,000 recipients of 1,000 campaigns in seconds', async () => {
	const many = Array.from({ length: 200_000 }, (_, index) =>
		itemOf(
			{ number: `+1${String(index).padStart(10, '0')}`, template: `template ${index % 1000}` },
			index,
		),
	);
	const before = process.cpuUsage();
	expect((await combine(many, 50)).requests).toHaveLength(4_000);
	// A second of processor time on a slow machine; quadratic time takes minutes.
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000);
});
