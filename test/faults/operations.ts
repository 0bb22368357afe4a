import type { INodeParameters } from 'n8n-workflow';

import { caseOf, cases } from '../node/cases';

/** Turns what the node would read directly into expressions for n8n's evaluator. */
function evaluated(parameters: INodeParameters): INodeParameters {
	const text = JSON.stringify(parameters).replace(/(\$json\.\w+) }}/g, '$1.trim().slice() }}');
	return JSON.parse(text) as INodeParameters;
}

/** All operations of the node; each request carries the mark of its item (see `people`). */
export const operations = cases.map(({ name, marked, readOnly }) => ({
	name,
	parameters: evaluated(marked),
	readOnly,
}));

export type MarkedOperation = (typeof operations)[number];

export const writing = operations.filter(({ readOnly }) => !readOnly);
export const reading = operations.filter(({ readOnly }) => readOnly);

export const event = evaluated(caseOf('event: send').marked);
export const campaignSend = evaluated(caseOf('campaign: send').marked);
export const sendToItems = evaluated(caseOf('campaign: sendToItems').marked);

/** One that writes, and one that reads: where all wait in the same place, the others add only time. */
export const models = operations.filter(({ name }) =>
	['event: send', 'email: verify'].includes(name),
);
