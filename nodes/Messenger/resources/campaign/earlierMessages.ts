import type { IDataObject } from 'n8n-workflow';

import type { RunFacts } from '../../../runtime/run/operation';
import { failureIn } from '../../../runtime/run/outcome';
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

function collect(earlier: EarlierMessages, row: IDataObject): void {
	const failure = failureIn(row);
	if (!failure && row.send_status === 'test') earlier.tested.add(campaignKeyOf(row));
	const isSent = row.send_status === 'sent' || row.send_status === 'scheduled';
	if (failure ? failure.state !== 'uncertain' : !isSent) return;
	const fields = failure ?? row;
	// The node's own field stands before those of the service, which may have the same name.
	const about = Object.keys(fields).find((name) => /^(recipients|messenger_number)$/.test(name));
	const number = failure ? failure.subject : about === 'messenger_number' && row[about];
	const key = messageKey(campaignKeyOf(fields), number);
	const isDuplicate = earlier.messages.has(key);
	// Duplicates of what is uncertain are uncertain, too, but no further messages.
	if (failure && about === undefined && isDuplicate) return;
	earlier.count += about === 'recipients' ? Number(fields.recipients) : 1;
	if (!isDuplicate) earlier.messages.set(key, failure ? 'uncertain' : 'sent');
}
