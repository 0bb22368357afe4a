import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, continues, runNode } from '../../support/runNode';
import { caseOf } from '../cases';
import texts from './texts.json';

/** Values as people have them, and what should be sent: a value, or that it is "refused" or "left out". */
interface Row {
	field: string;
	given: unknown;
	want: unknown;
}

/** The operation and the parameters that take `$json.value` for a field; its path in the body, and its name in `left_out`. */
interface Place {
	operation: string;
	parameters: INodeParameters;
	path: string;
	leftOut?: string;
}

const value = '={{ $json.value }}';
const field = [{ name: 'note', value }];
const recipient = { messengerNumber: '+14155550123', customFields: { field } };

function toItems(parameters: INodeParameters, path: string, leftOut?: string): Place {
	return { operation: 'campaign: sendToItems', parameters, path, leftOut };
}

function inEvent(parameters: INodeParameters, path: string, leftOut?: string): Place {
	return { operation: 'event: send', parameters, path, leftOut };
}

function inJson(name: string): Place {
	const json = `={{ [{ messenger_number: "+14155550123", ${name}: $json.value }] }}`;
	const parameters = { recipientsInput: 'json', recipientsJson: json };
	return { operation: 'campaign: send', parameters, path: `recipient.0.${name}`, leftOut: name };
}

const fields = (recipientFields: INodeParameters) => ({ recipientFields });

const places: Record<string, Place[]> = {
	first_name: [
		toItems(fields({ firstName: value }), 'recipient.0.first_name', 'first_name'),
		toItems(fields({ name: value }), 'recipient.0.name', 'name'),
		inEvent({ contactName: value }, 'contact.name', 'name'),
		inJson('first_name'),
	],
	template_name: [
		toItems({ templateName: value }, 'content.template_name'),
		toItems({ templateLanguage: value }, 'content.template_language'),
		inEvent({ eventCode: value }, 'event.code'),
	],
	tags: [toItems({ additionalFields: { tags: value } }, 'tags')],
	'event.code': [inEvent({ eventCode: value }, 'event.code')],
	'event.name': [inEvent({ eventName: value }, 'event.name', 'event_name')],
	dataJson: [inEvent({ dataInput: 'json', dataJson: value }, 'event.data')],
	data: [inEvent({ data: { field: [] } }, 'event.data')],
	'email (Email: Verify)': [
		{ operation: 'email: verify', parameters: { email: value }, path: 'email' },
	],
	'email (recipient)': [toItems(fields({ email: value }), 'recipient.0.email', 'email')],
	'custom field': [
		toItems(fields({ customFields: { field } }), 'recipient.0.note', 'note'),
		{
			operation: 'campaign: send',
			parameters: { recipients: { recipient: [recipient] } },
			path: 'recipient.0.note',
			leftOut: 'note',
		},
		inJson('note'),
	],
};

afterEach(releaseNetwork);

/** Sends a value in a place, and returns what arrived there, or that it was refused or left out. */
async function sent({ operation, parameters, path, leftOut }: Place, given: unknown) {
	const service = interceptService(baseUrl, { body: caseOf(operation).answer });
	const items = [{ number: '+14155550123', email: 'nathan@example.com', value: given }];
	const run = await runNode(operation, {
		items: items as IDataObject[],
		parameters,
		node: continues,
	});
	const [body] = service.requests.map((request) => request.body as IDataObject);
	if (body === undefined) return run.failed.length === 1 ? 'refused' : 'lost';
	const [told] = [run.output[0]?.json.left_out].flat() as Array<IDataObject | undefined>;
	if (leftOut !== undefined && told && leftOut in told) return 'left out';
	return path.split('.').reduce<unknown>((at, name) => (at as IDataObject)[name], body);
}

it.each(texts as Row[])(
	'$field with $given is $want (D1, I2, I4)',
	async ({ field: name, given, want }) => {
		for (const place of places[name]!) {
			releaseNetwork();
			const rows = given as Array<[string, string]>;
			const form = {
				data: { field: name === 'data' ? rows.map(([name, value]) => ({ name, value })) : [] },
			};
			const parameters = name === 'data' ? form : place.parameters;
			expect(await sent({ ...place, parameters }, given)).toEqual(want);
		}
	},
);
