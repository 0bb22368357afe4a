import { ServiceDocument } from '../../tools/sandbox/document';
import { cases } from '../node/cases';
import { campaign, event } from './client';

const document = new ServiceDocument();

it('openapi.yaml has the endpoints that the node knows', () => {
	const named = ({ method, path }: { method: string; path: string }, id: string) =>
		`${id}: ${method} ${path}`;
	const inDocument = document.operations.map((one) => named(one, one.operationId));
	expect(new Set(inDocument)).toEqual(new Set(cases.map((one) => named(one, one.endpoint))));
});

it.each([
	['sendCampaign', {}, undefined],
	['sendCampaign', { recipient: [] }, 'body/recipient'],
	['sendCampaign', { recipient: [{ name: 'Kim' }] }, 'body/recipient/0'],
	['sendCampaign', { recipient: [{ messenger_number: '447700900123' }] }, 'messenger_number'],
	['sendCampaign', { scheduled_at: '2026-05-01T09:30:00+02:00' }, 'scheduled_at'],
	['sendCampaign', { scheduled_at: '2026-13-01T09:30:00Z' }, 'format'],
	['sendCampaign', { tag: ['spring'] }, 'additional properties'],
	['sendEvent', {}, undefined],
	['sendEvent', { contact: {} }, 'body/contact'],
	['sendEvent', { event: { name: 'x' } }, 'body/event'],
	['verifyEmail', { email: 'first.last+tag@sub.example.com' }, undefined],
	['verifyEmail', { email: 'a@example.com ' }, 'body/email'],
] as const)('%s with %j: %j', (operationId, change, problem) => {
	const good = { sendCampaign: campaign, sendEvent: event, verifyEmail: {} }[operationId];
	const errors = document.requestErrors(operationId, { body: { ...good, ...change } });
	expect(errors).toEqual(problem ? [expect.stringContaining(problem)] : []);
});

it('names what is wrong with an answer', () => {
	expect(document.responseErrors('getLists', 200, { data: [{ name: 'x' }] })).toEqual([
		"response/data/0 must have required property 'uuid'",
	]);
	expect(document.responseErrors('verifyEmail', 204, undefined)).toHaveLength(1);
});
