import { campaignRequest } from '../../../../nodes/Messenger/resources/campaign/campaignRequest';
import { combineItems } from '../../../../nodes/Messenger/resources/campaign/combineItems';
import { defaultCountry } from '../../../../nodes/Messenger/resources/fields';
import { planCampaigns } from '../../../../nodes/Messenger/resources/campaign/planCampaigns';
import {
	recipientFrom,
	recipientsOf,
} from '../../../../nodes/Messenger/resources/campaign/recipientInput';
import type { CampaignParams } from '../../../../nodes/Messenger/resources/campaign/campaignFields';
import type { CheckedItem } from '../../../../nodes/runtime/run/operation';

export type Item = CheckedItem<CampaignParams>;

/** The number that a letter stands for: `a` and `A` are the same, written in two ways. */
export const numberOf = (letter: string) => {
	const digits = String(10 + 'abcdefghij'.indexOf(letter.toLowerCase()));
	return letter === letter.toLowerCase() ? `+141555501${digits}` : `+1 (415) 555-01${digits}`;
};
const letterOf = (number: unknown) => 'abcdefghij'[Number(String(number).slice(-2)) - 10];

export const testNumber = '+1 415 555 0199';
const day = '2030-07-31T';

/**
 * The parameters of an item as words: its recipients as letters, a language of two letters, a time (`-` for one left
 * empty), a first name, a send mode; `each` sends to duplicates, `by2` is Recipients per Request, `max2` Maximum Recipients.
 */
function paramsOf(words: string, options: CampaignParams['options']): CampaignParams {
	const [recipients = '', ...others] = words.split(' ');
	const find = (pattern: RegExp) => others.map((word) => pattern.exec(word)?.[1]).find(Boolean);
	const [time, size, most] = [find(/^([\d:]+|-)$/), find(/^by(.+)/), find(/^max(.+)/)];
	return {
		from_number: '+14155550100',
		content: { template_name: 'welcome', template_language: find(/^([a-z]{2})$/) ?? 'en' },
		...(time && { scheduled_at: time === '-' ? '' : `${day}${time}` }),
		recipient: { messenger_number: numberOf(recipients), first_name: find(/^([A-Z]\w+)$/) },
		options: {
			sendMode: find(/^(send|preview|.*Manual)$/) ?? 'send',
			testNumber,
			...(others.includes('each') && { duplicates: 'send' }),
			...(size && { recipientsPerRequest: size }),
			...(most && { maxRecipients: most }),
			...options,
		},
	};
}

export interface Circumstances {
	/** Send to All Items unless it is said: Send makes a campaign of each item. */
	operation?: 'send';
	isManual?: boolean;
	timezone?: string;
	options?: CampaignParams['options'];
}

/**
 * Items such as `a en, b de 12:00`, checked as a run checks them; one in brackets has no part in the plan. The numbers
 * of a `local` one are completed, and the email of a `malformed` one is left out.
 */
export function itemsOf(text: string, given: Circumstances = {}): Item[] {
	const { timezone = 'Europe/Berlin', isManual = false, options } = given;
	return text.split(', ').flatMap((words, itemIndex): Item[] => {
		if (words.startsWith('(')) return [];
		const params = paramsOf(words, options);
		const country = { value: 'US', parameter: defaultCountry };
		const recipients = [...words.split(' ')[0]!].map((letter) => {
			const number = words.includes('local') ? numberOf(letter).slice(2) : numberOf(letter);
			return recipientFrom({ ...params.recipient, messenger_number: number }, country)!;
		});
		const parts = campaignRequest(params, { timezone, isManual }, recipients);
		const leftOut = words.includes('malformed') && {
			leftOut: { left_out: { email: 'malformed' } },
		};
		return [{ itemIndex, params, parts, ...leftOut }];
	});
}

/** Plans a run of these items. */
export async function planOf(text: string, given: Circumstances = {}) {
	const { operation, timezone = 'Europe/Berlin', isManual = false } = given;
	const items = itemsOf(text, given);
	const each = items.map((item) => ({
		requests: [{ parts: item.parts, members: [item] }],
		duplicates: [],
	}));
	const facts = { timezone, isManual };
	return operation === 'send'
		? await planCampaigns(
				items,
				each,
				facts,
				({ body }) => ({ recipients: recipientsOf(body).length }),
				'[advice]',
			)
		: await planCampaigns(items, await combineItems(items), facts, ({ body }) => ({
				messenger_number: recipientsOf(body)[0]?.messenger_number,
			}));
}

/** The recipients of requests as letters: `ab c`. */
export const lettersOf = (requests: Array<{ parts: Item['parts'] }>) =>
	requests
		.map(({ parts }) =>
			recipientsOf(parts.body)
				.map((recipient) => letterOf(recipient.messenger_number) ?? 'test')
				.join(''),
		)
		.join(' ');
