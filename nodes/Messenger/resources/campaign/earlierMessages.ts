import type { IDataObject } from 'n8n-workflow';

import type { EarlierRow, RequestParts, RunFacts } from '../../../runtime/run/operation';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import type { Item } from './campaignRequest';
import { recipientsOf } from './recipientInput';
import { runModeOf, shownSettings } from './sendMode';

/** A message that an earlier run of this execution has sent, may have sent, or in a preview has shown. */
export interface EarlierMessage extends EarlierRow {
	/** False if a preview or a test has only shown it. */
	isSent: boolean;
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
	/** The numbers of messages that were sent, and that were sent or only shown. */
	sent: number;
	shown: number;
	messages: Map<string, EarlierMessage>;
	/** The campaigns that went to the test number. */
	tested: Set<string>;
}

const knownByRows = new WeakMap<readonly EarlierRow[], Known>();

/** @param items of the run: if none is sent, they are compared with previews, too */
export async function earlierMessages(facts: RunFacts, items: Item[]): Promise<EarlierMessages> {
	const rows = facts.earlierRows();
	const nothing = { rows: 0, sent: 0, shown: 0, messages: new Map(), tested: new Set<string>() };
	const known: Known = knownByRows.get(rows) ?? nothing;
	knownByRows.set(rows, known);
	while (known.rows < rows.length) {
		collect(known, rows[known.rows]!);
		known.rows += 1;
		await yieldToEventLoop();
	}
	const isReal = items.some(({ params }) => runModeOf(params, facts) === 'send');
	return {
		count: isReal ? known.sent : known.shown,
		messageTo: (parts) => {
			if (known.rows === 0) return undefined;
			const number = recipientsOf(parts.body)[0]?.messenger_number;
			const message = known.messages.get(messageKey(shownSettings(parts), number));
			return isReal && !message?.isSent ? undefined : message;
		},
		wasTested: (parts) => known.tested.has(messageKey(shownSettings(parts))),
	};
}

/** Between runs, a campaign is its sender, template and language. */
const messageKey = ({ from_number, template, language }: IDataObject, number?: unknown) =>
	JSON.stringify([from_number, template, language, number]);

function collect(known: Known, row: EarlierRow): void {
	const { fields } = row;
	const failure = (fields.details ?? {}) as IDataObject;
	const isUncertain = failure.state === 'uncertain';
	const status = isUncertain ? 'sent' : String(fields.send_status);
	const settings = isUncertain ? failure : fields;
	if (status === 'test') known.tested.add(messageKey(settings));
	const isSent = status === 'sent' || status === 'scheduled';
	if (!isSent && status !== 'preview' && status !== 'test') return;
	const number = isUncertain ? failure.subject : fields.messenger_number;
	const key = messageKey(settings, number);
	const before = known.messages.get(key);
	// Duplicates of what is uncertain are uncertain, too, but no further messages.
	if (isUncertain && settings.recipients === undefined && before?.isSent) return;
	const count = Number(settings.recipients ?? 1);
	known.shown += count;
	if (isSent) known.sent += count;
	// A message that a preview has shown may have been sent since.
	if (!before || (isSent && !before.isSent)) {
		known.messages.set(key, { ...row, isSent, isUncertain });
	}
}
