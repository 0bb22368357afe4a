import { combineItems } from '../../../../nodes/Messenger/resources/campaign/combineItems';
import { itemsOf, lettersOf } from './campaigns';

const nothingEarlier = { count: 0, messageTo: () => undefined, wasTested: () => false };

/** The campaigns of some items: their requests, and behind a bar which items are duplicates of which. */
async function campaignsOf(text: string) {
	const { campaigns } = await combineItems(itemsOf(text), nothingEarlier);
	return campaigns.map(({ requests }) => {
		const duplicates = requests
			.flatMap(({ members }) => members)
			.filter(({ duplicateOf }) => duplicateOf !== undefined);
		const repeats = duplicates.map(({ itemIndex, duplicateOf }) => `${itemIndex}=${duplicateOf}`);
		return [lettersOf(requests), ...repeats].join(' | ');
	});
}

it.each([
	['a, b, c', ['abc']],
	['a en, b de, c en, d fr, e de', ['ac', 'be', 'd']],
	['a send, b preview', ['a', 'b']],
	['a 09:30:59, b 09:30:00, c 09:31:00', ['ab', 'c']],
	['a 09:30, b', ['a', 'b']],
	['a -, b', ['ab']],
	['a by2, b by2, c by2, d by2, e by2', ['ab cd e']],
	['a by2, b by2, c by2, d by2', ['ab cd']],
	['a by3, b by1, c by3, d de by2, e de by2, f de', ['a b c', 'de f']],
])('%s become the requests %j', async (items, requests) => {
	expect(await campaignsOf(items)).toEqual(requests);
});

it.each([
	['a, A, b, a', ['ab | 1=0 | 3=0']],
	['a en, a de, a en', ['a | 2=0', 'a']],
	['a send, a preview', ['a', 'a']],
	['b, a, a by1', ['ba | 2=1']],
	['a each, a each, b', ['aab']],
	['a each, a, a each, a', ['aa | 1=0 | 3=0']],
	['a, a each, a', ['aa | 2=0']],
])('what counts as a duplicate, %s: %j (I1)', async (items, campaigns) => {
	expect(await campaignsOf(items)).toEqual(campaigns);
});
