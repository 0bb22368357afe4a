import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { CampaignParams } from '../../../../nodes/Messenger/resources/campaign/campaignFields';
import * as operations from '../../../../nodes/Messenger/resources/campaign/campaign.operations';
import { sentRow } from '../../../../nodes/Messenger/resources/campaign/campaignReport';
import { recipientsOf } from '../../../../nodes/Messenger/resources/campaign/recipients';
import type {
	CampaignRequest,
	Item,
} from '../../../../nodes/Messenger/resources/campaign/campaignRequest';
import type { RequestParts } from '../../../../nodes/runtime/http/transport';
import { unmasked } from '../../../../nodes/runtime/input/keyMask';
import { leftOutColumn } from '../../../../nodes/runtime/node/checkItems';
import type { RunFacts } from '../../../../nodes/runtime/run/operation';
import { givenParameters } from '../../../support/givenParameters';

/** People's numbers, and another way to write the first one. */
export const people = Array.from('abcdef', (_, index) => `+1415555010${index}`);
export const aWrittenOtherwise = '+1 (415) 555-0100';
export const testNumber = '+14155550199';

/** Parameters by which items differ. */
export const changes = {
	german: { templateLanguage: 'de' },
	preview: { sendMode: 'preview' },
	previewByHand: { sendMode: 'previewManual' },
	test: { sendMode: 'testManual' },
	each: { options: { duplicates: 'send' } },
	requestsOf: (recipientsPerRequest: number) => ({ options: { recipientsPerRequest } }),
	atMost: (maxRecipients: number) => ({ options: { maxRecipients } }),
	/** @param time of a day in 2030 */
	at: (time: string) => ({ additionalFields: { scheduledAt: `2030-07-31T${time}` } }),
};

/** An item: whom it reaches, and its parameters that differ from those of `itemsOf`. */
export interface Given {
	numbers: Array<string | undefined>;
	changes: INodeParameters;
	/** Further fields of each of its recipients. */
	fields: INodeParameters;
}

export const to = (
	numbers: string | undefined | Given['numbers'],
	changes: INodeParameters = {},
	fields: INodeParameters = {},
): Given => ({ numbers: [numbers].flat(), changes, fields });

export interface Circumstances {
	/** Send to All Items, unless it is said. */
	operation?: keyof typeof operations;
	isManual?: boolean;
	timezone?: string;
	isTool?: boolean;
	/** The rows of earlier runs of the execution. */
	earlier?: IDataObject[];
}

export const inEditor = { isManual: true };
export const send = { operation: 'send' } as const;

const operationOf = ({ operation = 'sendToItems' }: Circumstances) => operations[operation];
/** Facts that most runs have. */
export const ofAnyRun = { isTool: false, stored: {}, earlierRows: () => [] };

const factsOf = ({ earlier = [], ...facts }: Circumstances): RunFacts => ({
	...{ isTool: false, isManual: false, timezone: 'Europe/Berlin', stored: {}, ...facts },
	earlierRows: () => earlier,
});

/** Items as a run checks them. */
function itemsOf(items: Array<Given | undefined>, given: Circumstances): Item[] {
	const { parameters, toRequest, value } = operationOf(given);
	const facts = factsOf(given);
	return items.flatMap((item, itemIndex): Item[] => {
		if (!item) return [];
		const { numbers, changes, fields } = item;
		const recipient = numbers.map((messengerNumber) => ({ messengerNumber, ...fields }));
		const stored = {
			...(value === 'send'
				? { recipients: { recipient } }
				: { messengerNumber: numbers[0], recipientFields: fields }),
			...{ sendMode: 'send', testNumber, fromNumber: '+14155550150' },
			...{ templateName: 'welcome', templateLanguage: 'en', ...changes },
		};
		const read = givenParameters(parameters, stored, facts).checked();
		const params = read.values as unknown as CampaignParams;
		const parts = toRequest(params, { ...facts, stored }, read.leftOut) as Item['parts'];
		return [{ itemIndex, params, parts, leftOut: leftOutColumn(read.leftOut, unmasked) }];
	});
}

/** Plans a run of these items. One that is undefined has no part in the plan: it was refused, or an earlier try has sent it. */
export const planOf = async (items: Array<Given | undefined>, given: Circumstances = {}) =>
	await operationOf(given).plan!(itemsOf(items, given), factsOf(given));

/** The numbers that each request reaches. */
export const reachedBy = ({ requests }: { requests: Array<{ parts: RequestParts }> }) =>
	requests.map(({ parts }) => recipientsOf(parts.body).map((each) => each.messenger_number));

/** The output rows of an answer for each item, and the rows of the items that are not sent. */
export async function rowsOf(items: Given[], given: Circumstances = {}, answer: IDataObject = {}) {
	const { requests, ended } = await planOf(items, given);
	const rows: IDataObject[] = [];
	for (const [itemIndex, end] of ended!) {
		rows[itemIndex] = 'fields' in end ? end.fields : { state: end.state, message: end.message };
	}
	for (const request of requests as CampaignRequest[]) {
		for (const item of request.members) {
			const own = sentRow(item, request);
			// Its own fields stand before those of the answer.
			rows[item.itemIndex] = { ...own, ...answer, ...own };
		}
	}
	return rows;
}

/** Of the campaign, in each row. */
export const settings = { from_number: '+14155550150', template: 'welcome', language: 'en' };
