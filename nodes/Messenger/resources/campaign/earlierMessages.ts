import type { IDataObject } from 'n8n-workflow';

import type { EarlierRow, RequestParts, RunFacts } from '../../../runtime/run/operation';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import { recipientsOf } from './recipientInput';
import { shownSettings } from './sendMode';

/** A message that an earlier run of this execution has sent, or may have sent. */
export interface EarlierMessage extends EarlierRow {
	isUncertain: boolean;
}

/** The messages that earlier runs of this execution have sent (docs/node-contract.md, R12). */
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
	count: number;
	messages: Map<string, EarlierMessage>;
	/** The campaigns that went to the test number. */
	tested: Set<string>;
}

const knownByRows = new WeakMap<readonly EarlierRow[], Known>();

export async function earlierMessages({ earlierRows }: RunFacts): Promise<EarlierMessages> {
	const rows = earlierRows();
	const nothing = { rows: 0, count: 0, messages: new Map(), tested: new Set<string>() };
	const known: Known = knownByRows.get(rows) ?? nothing;
	knownByRows.set(rows, known);
	while (known.rows < rows.length) {
		collect(known, rows[known.rows]!);
		known.rows += 1;
		await yieldToEventLoop();
	}
	return {
		count: known.count,
		messageTo: (parts) => {
			if (known.rows === 0) return undefined;
			const number = recipientsOf(parts.body)[0]?.messenger_number;
			return known.messages.get(messageKey(shownSettings(parts), number));
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
	const status = isUncertain ? 'sent' : fields.send_status;
	if (status === 'test') known.tested.add(messageKey(fields));
	if (status !== 'sent' && status !== 'scheduled') return;
	const settings = isUncertain ? failure : fields;
	const key = messageKey(settings, isUncertain ? failure.subject : fields.messenger_number);
	const isKnown = known.messages.has(key);
	// Duplicates of what is uncertain are uncertain, too, but no further messages.
	if (isUncertain && settings.recipients === undefined && isKnown) return;
	known.count += Number(settings.recipients ?? 1);
	if (!isKnown) known.messages.set(key, { ...row, isUncertain });
}
