import fc from 'fast-check';

import { withoutSpaces } from '../../nodes/Messenger/input/phoneNumber';
import {
	planRequests,
	type ItemRecipient,
} from '../../nodes/Messenger/resources/campaign/planRequests';

/** Few numbers and few settings, so that duplicates and shared campaigns are common. */
const recipients = fc
	.array(
		fc.record({
			number: fc.constantFrom('+14155550100', '+1 415 555 0100', '+14155550101', '+1415 5550102'),
			template: fc.constantFrom('a', 'b', 'c'),
			alreadySent: fc.boolean(),
		}),
		{ maxLength: 60 },
	)
	.map((items) =>
		items.map(({ number, template, alreadySent }, itemIndex): ItemRecipient => ({
			itemIndex,
			settings: { content: { template_name: template } },
			recipient: { messenger_number: number },
			alreadySent,
		})),
	);
const size = fc.integer({ min: 1, max: 20 });

const settingsOf = ({ settings }: ItemRecipient) => JSON.stringify(settings);
const sortedNumbers = (items: number[]) => [...items].sort((a, b) => a - b);

it('puts every recipient into exactly one request, or names it as a duplicate', () => {
	fc.assert(
		fc.property(recipients, size, fc.boolean(), (given, perRequest, skip) => {
			const { requests, duplicates } = planRequests(given, perRequest, skip);
			const planned = requests.flatMap(({ members }) => members.map(({ itemIndex }) => itemIndex));
			const skipped = duplicates.map(({ itemIndex }) => itemIndex);
			const sentBefore = given
				.filter((member) => member.alreadySent && !skipped.includes(member.itemIndex))
				.map(({ itemIndex }) => itemIndex);
			expect(sortedNumbers([...planned, ...skipped, ...sentBefore])).toEqual(
				given.map(({ itemIndex }) => itemIndex),
			);
			if (!skip) expect(duplicates).toEqual([]);
		}),
		{ numRuns: 1_000 },
	);
});

it('gives each request the settings of its members and their recipients in the order of the items', () => {
	fc.assert(
		fc.property(recipients, size, fc.boolean(), (given, perRequest, skip) => {
			for (const { request, members } of planRequests(given, perRequest, skip).requests) {
				expect(request.body).toEqual({
					...members[0]?.settings,
					recipient: members.map(({ recipient }) => recipient),
				});
				expect(new Set(members.map(settingsOf)).size).toBe(1);
				const items = members.map(({ itemIndex }) => itemIndex);
				expect(items).toEqual(sortedNumbers(items));
			}
		}),
	);
});

it('makes as few requests as the size allows, and none empty', () => {
	fc.assert(
		fc.property(recipients, size, fc.boolean(), (given, perRequest, skip) => {
			const { requests } = planRequests(given, perRequest, skip);
			const sizes = new Map<string, number[]>();
			for (const { members } of requests) {
				const campaign = settingsOf(members[0]!);
				sizes.set(campaign, [...(sizes.get(campaign) ?? []), members.length]);
			}
			for (const ofCampaign of sizes.values()) {
				const last = ofCampaign.pop()!;
				expect(ofCampaign).toEqual(ofCampaign.map(() => perRequest));
				expect(last >= 1 && last <= perRequest).toBe(true);
			}
		}),
	);
});

it('sends a number once for each campaign where duplicates are skipped, and says with which item', () => {
	fc.assert(
		fc.property(recipients, size, (given, perRequest) => {
			const { requests, duplicates } = planRequests(given, perRequest, true);
			const keyOf = (member: ItemRecipient) =>
				settingsOf(member) + withoutSpaces(String(member.recipient.messenger_number));
			const sent = requests.flatMap(({ members }) => members.map(keyOf));
			expect(new Set(sent).size).toBe(sent.length);
			for (const { itemIndex, sentWith } of duplicates) {
				expect(sentWith).toBeLessThan(itemIndex);
				expect(keyOf(given[sentWith]!)).toBe(keyOf(given[itemIndex]!));
			}
		}),
	);
});

it('plans 200,000 recipients of 1,000 campaigns in seconds', () => {
	const many = Array.from({ length: 200_000 }, (_, itemIndex): ItemRecipient => ({
		itemIndex,
		settings: { content: { template_name: `template ${itemIndex % 1000}` } },
		recipient: { messenger_number: `+1${String(itemIndex).padStart(10, '0')}` },
		alreadySent: false,
	}));
	const before = performance.now();
	expect(planRequests(many, 50, true).requests).toHaveLength(4_000);
	// A second on a slow machine; quadratic time takes minutes.
	expect(performance.now() - before).toBeLessThan(10_000);
});
