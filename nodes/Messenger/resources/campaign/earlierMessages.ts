import type { IDataObject } from 'n8n-workflow';

import type { RunFacts } from '../../../runtime/run/operation';
import { yieldToEventLoop } from '../../../runtime/engine/yieldToEventLoop';
import { campaignKeyOf } from './campaignRequest';

export interface EarlierMessages {
	/** The number of messages, those of Send too, whose rows name no number. */
	count: number;
	/** By {@link messageKey} how sure it is. */
	messages: Map<string, 'sent' | 'uncertain'>;
	/** The campaigns that went to the test number, by their key. */
	tested: Set<string>;
}

/** A message is a campaign to a number. */
export const messageKey = (campaignKey: string, number: unknown) => campaignKey + String(number);

/** Rows are collected once: a loop of a thousand rounds would otherwise read them a thousand times. */
const collected = new WeakMap<readonly IDataObject[], EarlierMessages & { rows: number }>();

export async function earlierMessages({ earlierRows }: RunFacts): Promise<EarlierMessages> {
	const rows = earlierRows();
	const earlier = collected.get(rows) ?? {
		rows: 0,
		count: 0,
		messages: new Map<string, 'sent' | 'uncertain'>(),
		tested: new Set<string>(),
	};
	collected.set(rows, earlier);
	while (earlier.rows < rows.length) {
		collect(earlier, rows[earlier.rows]!);
		earlier.rows += 1;
		await yieldToEventLoop();
	}
	return earlier;
}

function collect(earlier: EarlierMessages, fields: IDataObject): void {
	// Only the row of a failed item has an error; n8n adds the input's fields to it. Another row may have the service's.
	const failure =
		(typeof fields.error === 'string' && (fields.details as IDataObject)) || undefined;
	const isUncertain = failure?.state === 'uncertain';
	if (failure && !isUncertain) return;
	const status = isUncertain ? 'sent' : fields.send_status;
	if (status === 'test') earlier.tested.add(campaignKeyOf(fields));
	if (status !== 'sent' && status !== 'scheduled') return;
	const settings = failure ?? fields;
	const number = failure ? failure.subject : fields.messenger_number;
	const key = messageKey(campaignKeyOf(settings), number);
	const isDuplicate = earlier.messages.has(key);
	// Duplicates of what is uncertain are uncertain, too, but no further messages.
	if (isUncertain && settings.recipients === undefined && isDuplicate) return;
	earlier.count += 'messenger_number' in settings ? 1 : Number(settings.recipients ?? 1);
	if (!isDuplicate) earlier.messages.set(key, isUncertain ? 'uncertain' : 'sent');
}
