import type { INodeParameters } from 'n8n-workflow';

import type { FaultyService } from '../../support/FaultyService';
import { runNode } from '../../support/runNode';
import { startService } from '../../support/service';
import { people } from '../cases';

const names = ['__proto__', 'constructor', 'prototype', 'toString'];
const hostile = `{${names.map((name) => `"${name}":{"polluted":"yes"}`).join(',')}}`;

let service: FaultyService;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => {
	await service.close();
	expect(({} as { polluted?: string }).polluted).toBeUndefined();
	expect(Object.keys(Object.prototype)).toEqual([]);
});

const run = async (operation: string, parameters: INodeParameters, item = {}) => {
	const items = [{ ...people[0], ...item }];
	const credential = { baseUrl: service.url };
	return await runNode(operation, { parameters, items, credential });
};

it.each<[string, string, INodeParameters, string]>([
	['dataJson', 'event: send', { dataInput: 'json', dataJson: hostile }, `"data":${hostile}`],
	[
		'recipientsJson',
		'campaign: send',
		{
			recipientsInput: 'json',
			recipientsJson: `[{"messenger_number":"+14155550123",${hostile.slice(1)}]`,
		},
		`"recipient":[${hostile.slice(0, -1)},"messenger_number":"+14155550123"}]`,
	],
])('names of prototypes are names like any other in %s', async (_, operation, parameters, sent) => {
	const { error } = await run(operation, parameters, { text: hostile });
	expect(error).toBeUndefined();
	expect(JSON.stringify(service.requests[0]?.body)).toContain(sent);
});

it('text that looks like an expression is sent as text', async () => {
	const text = '={{ 6 * 7 }} {{ $json.secret }}';
	await run('event: send', { eventName: '={{ $json.text }}' }, { text, secret: 'revealed' });
	expect(service.requests[0]?.body).toMatchObject({ event: { name: text } });
});

it('a link in a value is text in the error that quotes it', async () => {
	const parameters = { contactEmail: '={{ $json.text }}' };
	const { error } = await run('event: send', parameters, { text: '<a href=//evil.example>' });
	expect(error?.message).toContain('a href=');
	expect(error?.message).not.toContain('<a');
});
