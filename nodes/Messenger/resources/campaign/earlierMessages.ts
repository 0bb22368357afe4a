import type { IDataObject } from 'n8n-workflow';

import type { EarlierRow, RequestParts, RunFacts } from '../../../runtime/run/operation';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import type { Item } from './campaignRequest';
import { recipientsOf } from './recipientInput';
import { runModeOf, shownSettings } from './sendMode';

/** A message that an earlier run of this execution has sent, may have sent, or in a preview has shown. */
export interface EarlierMessage extends EarlierRow {
	/** True if it may have been sent: its fields are those of an error. */
	isUncertain: boolean;
}

/** The messages that earlier runs of this execution have sent or, for a preview or a test, shown (docs/node-contract.md, R12). */
export interface EarlierMessages {
	/** The number of messages. */
	count: number;
	/** Returns the message to the request's only recipient, if it has had one of the same campaign. */
	messageTo(parts: RequestParts): EarlierMessage | undefined;
	/** True if the campaign went to the test number. */
	wasTested(parts: RequestParts): boolean;
}

/** Rows are collected once: a loop of a thousand rounds would otherwise read them a thousand times. */
interface Known {
	rows: number;
	/** Messages by their keys: sent ones, and all that were shown, sent ones included. */
	sent: Collected;
	shown: Collected;
	tested: Set<string>;
}

interface Collected {
	count: number;
	messages: Map<string, EarlierMessage>;
}

const knownByRows = new WeakMap<readonly EarlierRow[], Known>();

/** @param items of the run: if none is sent, they are compared with previews, too */
export async function earlierMessages(facts: RunFacts, items: Item[]): Promise<EarlierMessages> {
	const rows = facts.earlierRows();
	const known = knownByRows.get(rows) ?? newKnown();
	knownByRows.set(rows, known);
	while (known.rows < rows.length) {
		collect(known, rows[known.rows]!);
		known.rows += 1;
		await yieldToEventLoop();
	}
	const isReal = items.some(({ params }) => runModeOf(params, facts) === 'send');
	const { count, messages } = isReal ? known.sent : known.shown;
	return {
		count,
		messageTo: (parts) => {
			if (messages.size === 0) return undefined;
			const number = recipientsOf(parts.body)[0]?.messenger_number;
			return messages.get(messageKey(shownSettings(parts), number));
		},
		wasTested: (parts) => known.tested.has(messageKey(shownSettings(parts))),
	};
}

const newKnown = (): Known => ({
	rows: 0,
	sent: { count: 0, messages: new Map() },
	shown: { count: 0, messages: new Map() },
	tested: new Set(),
});

/** Between runs, a campaign is its sender, template and language. */
const messageKey = ({ from_number, template, language }: IDataObject, number?: unknown) =>
	JSON.stringify([from_number, template, language, number]);

function collect({ sent, shown, tested }: Known, row: EarlierRow): void {
	const { fields } = row;
	const failure = (fields.details ?? {}) as IDataObject;
	const isUncertain = failure.state === 'uncertain';
	const status = isUncertain ? 'sent' : String(fields.send_status);
	const settings = isUncertain ? failure : fields;
	if (status === 'test') tested.add(messageKey(settings));
	const isSent = status === 'sent' || status === 'scheduled';
	if (!isSent && status !== 'preview' && status !== 'test') return;
	const number = isUncertain ? failure.subject : fields.messenger_number;
	const key = messageKey(settings, number);
	for (const collected of isSent ? [sent, shown] : [shown]) {
		// Duplicates of what is uncertain are uncertain, too, but no further messages.
		const isRepeated = isUncertain && settings.recipients === undefined;
		if (isRepeated && collected.messages.has(key)) continue;
		collected.count += Number(settings.recipients ?? 1);
		if (!collected.messages.has(key)) collected.messages.set(key, { ...row, isUncertain });
	}
}
