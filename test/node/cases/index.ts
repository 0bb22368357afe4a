import type { IDataObject } from 'n8n-workflow';

import seed from '../../../sandbox/seed.json';
import { completed, type Case } from '../operations/operationCase';
import { campaignSend } from './campaign.send.case';
import { campaignSendToItems } from './campaign.sendToItems.case';
import { contactFind } from './contact.find.case';
import { emailVerify } from './email.verify.case';
import { eventSend } from './event.send.case';
import { listGetAll } from './list.getAll.case';
import { variableGetAll } from './variable.getAll.case';

/** All operations of the node, in the order of the editor. */
export const cases: Case[] = [
	campaignSend,
	campaignSendToItems,
	contactFind,
	emailVerify,
	eventSend,
	listGetAll,
	variableGetAll,
].map(completed);

/** The case with this name, such as `event: send`. */
export function caseOf(name: string): Case {
	const found = cases.find((one) => one.name === name);
	if (!found) throw new Error(`There is no case ${name}`);
	return found;
}

/** Input items: people whom the sandbox knows, each with its own address and number. */
export const people: IDataObject[] = seed.contacts.map(({ email, first_name }, index) => ({
	email,
	first_name,
	number: `+${14155550200 + index}`,
	limit: 50,
}));

/** The person a request was made for, if the parameters have marks; -1 for none. */
export function personOf({ path, body }: { path: string; body?: unknown }): number {
	const text = decodeURIComponent(path) + JSON.stringify(body ?? '');
	return people.findIndex(({ email, number }) =>
		[email, number].some((mark) => text.includes(String(mark))),
	);
}
