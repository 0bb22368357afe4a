import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { CampaignParams } from '../../../../nodes/Messenger/resources/campaign/campaignFields';
import {
	send,
	sendToItems,
} from '../../../../nodes/Messenger/resources/campaign/campaign.operations';
import { recipientsOf } from '../../../../nodes/Messenger/resources/campaign/recipients';
import type { Item } from '../../../../nodes/Messenger/resources/campaign/campaignRequest';
import { unmasked } from '../../../../nodes/runtime/input/keyMask';
import { leftOutColumn } from '../../../../nodes/runtime/run/leftOut';
import type { RequestParts, RunFacts } from '../../../../nodes/runtime/run/operation';
import { givenParameters } from '../../../support/givenParameters';

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
 * empty), a tag after `#`, a first name, a send mode; `each` sends to duplicates, `by2` is Recipients per Request, `max2` Maximum
 * Recipients. The email of a `malformed` one is left out.
 */
function parametersOf(words: string, { operation, options }: Circumstances): INodeParameters {
	const [letters = '', ...others] = words.split(' ');
	const find = (pattern: RegExp) => others.map((word) => pattern.exec(word)?.[1]).find(Boolean);
	const [time, size, most] = [find(/^([\d:]+|-)$/), find(/^by(.+)/), find(/^max(.+)/)];
	const tags = find(/^#(.+)/);
	const email = others.includes('malformed') ? 'a@' : '';
	const recipient = Array.from(letters, (letter) => ({
		messengerNumber: numberOf(letter),
		firstName: find(/^([A-Z]\w+)$/) ?? '',
		email,
	}));
	const { messengerNumber, ...recipientFields } = recipient[0]!;
	return {
		...(operation === 'send'
			? { recipients: { recipient } }
			: { messengerNumber, recipientFields }),
		sendMode: find(/^(send|preview|.*Manual)$/) ?? 'send',
		testNumber,
		fromNumber: '+14155550100',
		templateName: 'welcome',
		templateLanguage: find(/^([a-z]{2})$/) ?? 'en',
		additionalFields: {
			...(time && { scheduledAt: time === '-' ? '' : `${day}${time}` }),
			...(tags && { tags }),
		},
		options: {
			defaultCountry: 'US',
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
	isTool?: boolean;
	/** The rows of earlier runs of the execution. */
	earlier?: IDataObject[];
	options?: INodeParameters;
}

const operationOf = ({ operation }: Circumstances) => (operation === 'send' ? send : sendToItems);
/** Facts that most runs have. */
export const ofAnyRun = { isTool: false, earlierRows: () => [] };

const factsOf = ({
	timezone = 'Europe/Berlin',
	isManual = false,
	earlier = [],
	isTool = false,
}: Circumstances): RunFacts => ({
	...ofAnyRun,
	timezone,
	isManual,
	isTool,
	earlierRows: () => earlier,
});

/** Items such as `a en, b de 12:00`, checked as a run checks them; one in brackets has no part in the plan. */
export function itemsOf(text: string, given: Circumstances = {}): Item[] {
	return text.split(', ').flatMap((words, itemIndex): Item[] => {
		if (words.startsWith('(')) return [];
		const facts = factsOf(given);
		const { parameters, toRequest } = operationOf(given);
		const read = givenParameters(parameters, parametersOf(words, given), facts).checked();
		const params = read.values as unknown as CampaignParams;
		const parts = toRequest(params, facts, read.leftOut) as Item['parts'];
		return [{ itemIndex, params, parts, leftOut: leftOutColumn(read.leftOut, unmasked) }];
	});
}

/** Plans a run of these items. */
export const planOf = async (text: string, given: Circumstances = {}) =>
	await operationOf(given).plan!(itemsOf(text, given), factsOf(given));

/** The recipients of requests as letters: `ab c`. */
export const lettersOf = (requests: Array<{ parts: RequestParts }>) =>
	requests
		.map(({ parts }) =>
			recipientsOf(parts.body)
				.map((recipient) => letterOf(recipient.messenger_number) ?? 'test')
				.join(''),
		)
		.join(' ');
