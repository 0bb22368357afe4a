import type { IDataObject } from 'n8n-workflow';

import type { SentParameters } from '../operation';

/** What an operation's parameters put into the body, by the names in their `routing.send`. */
export const body = (sent: SentParameters) => sent.body as IDataObject;

/** What an operation's parameters put into the query, by the names in their `routing.send`. */
export const query = (sent: SentParameters) => sent.qs as IDataObject;
