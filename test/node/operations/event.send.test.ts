import type { INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, runNode } from '../../support/runNode';
import { caseOf } from '../cases';

const contact = { email: 'nathan@example.com' };
const no = '={{ $json.no }}';
const data = { order: { id: 1042 }, items: ['A1'] };

afterEach(releaseNetwork);

/** Sends with the parameters given, and gives the bodies that arrived with what came of it. */
async function send(parameters: INodeParameters) {
	const service = interceptService(baseUrl, { body: caseOf('event: send').answer });
	const items = [{ ...contact, data, json: 'json', fields: 'fields' }];
	const run = await runNode('event: send', { items, parameters });
	return { ...run, bodies: service.requests.map(({ body }) => body) };
}

it.each<[string, INodeParameters, object]>([
	['an email', { contactEmail: 'a@b' }, { email: 'a@b' }],
	['a number', { contactMessengerNumber: '+14155550123' }, { messenger_number: '+14155550123' }],
	['a name', { contactName: 'Nathan' }, { name: 'Nathan' }],
])('needs no more of the contact than %s', async (_, parameters, expected) => {
	const { bodies } = await send({ contactEmail: '', ...parameters });
	expect(bodies).toEqual([{ contact: expected, event: { code: 'order_placed' } }]);
});

const both = {
	data: { field: [{ name: 'plan', value: 'pro' }] },
	dataJson: '{ "plan": "free" }',
};
it.each<[string, INodeParameters, object | undefined]>([
	['an object', { dataInput: 'json', dataJson: '={{ $json.data }}' }, data],
	['chosen fields', { ...both, dataInput: '={{ $json.fields }}' }, { plan: 'pro' }],
	['chosen JSON', { ...both, dataInput: '={{ $json.json }}' }, { plan: 'free' }],
	['nothing', { dataInput: 'json', dataJson: no }, undefined],
])('takes data as %s (I8)', async (_, parameters, expected) => {
	const { bodies } = await send(parameters);
	expect(bodies).toEqual([{ contact, event: { code: 'order_placed', data: expected } }]);
});

it.each<[parameter: string, parameters: INodeParameters]>([
	['contactEmail', { contactEmail: ' ' }],
	['contactEmail', { contactEmail: no, contactMessengerNumber: no, contactName: no }],
	['contactMessengerNumber', { contactMessengerNumber: '123' }],
	['contactName', { contactName: '={{ [1] }}' }],
	['eventCode', { eventCode: '={{ "" }}' }],
	['eventName', { eventName: '={{ [1] }}' }],
	['dataInput', { dataInput: no }],
	['dataJson', { dataInput: 'json', dataJson: '={{ ({ tags: new Set(["a"]) }) }}' }],
])('a bad %s costs no request: %j (I2, I3, I4, I7)', async (parameter, parameters) => {
	const { error, bodies } = await send(parameters);
	expect(error?.context).toMatchObject({ parameter, itemIndex: 0 });
	expect(bodies).toEqual([]);
});
