import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { documentPath, ServiceDocument } from '../../sandbox/document';
import { cases } from '../node/cases';
import { campaign, event } from './client';

const document = new ServiceDocument();

it('openapi.yaml is a valid OpenAPI document with the endpoints that the node knows', () => {
	const validator = dirname(require.resolve('@seriousme/openapi-schema-validator/package.json'));
	const command = [join(validator, 'bin', 'validate-api-cli.js'), documentPath];
	const output = execFileSync(process.execPath, command);
	expect(JSON.parse(output.toString())).toEqual({ valid: true });
	const named = ({ method, path }: { method: string; path: string }, id: string) =>
		`${id}: ${method} ${path}`;
	const inDocument = document.operations.map((one) => named(one, one.operationId));
	expect(new Set(inDocument)).toEqual(new Set(cases.map((one) => named(one, one.endpoint))));
});

const [recipient] = campaign.recipient;
const withRecipient = (change: object) => ({ recipient: [{ ...recipient, ...change }] });

it.each([
	['sendCampaign', {}, []],
	['sendCampaign', { scheduled_at: '2026-05-01T09:30:00.125Z' }, []],
	['sendCampaign', withRecipient({ name: 'Hughes', email: 'o@example.com', order: 17 }), []],
	['sendCampaign', { recipient: [] }, 'body/recipient'],
	['sendCampaign', { recipient: [{ name: 'Kim' }] }, 'body/recipient/0'],
	['sendCampaign', withRecipient({ messenger_number: '447700900123' }), 'messenger_number'],
	['sendCampaign', withRecipient({ messenger_number: '+44  7700900' }), 'messenger_number'],
	['sendCampaign', withRecipient({ messenger_number: '+1234567890123456' }), 'messenger_number'],
	['sendCampaign', withRecipient({ email: 'a@' }), 'body/recipient/0/email'],
	['sendCampaign', { from_number: '+44 7700 900001' }, 'body/from_number'],
	['sendCampaign', { type: 'text' }, 'body/type'],
	['sendCampaign', { content: { ...campaign.content, template_name: '' } }, 'content'],
	['sendCampaign', { scheduled_at: '2026-05-01T09:30:00+02:00' }, 'scheduled_at'],
	['sendCampaign', { scheduled_at: '2026-02-30T09:30:00Z' }, 'scheduled_at'],
	['sendCampaign', { tags: 'spring' }, 'body/tags'],
	['sendCampaign', { tag: ['spring'] }, 'additional properties'],
	['sendEvent', {}, []],
	['sendEvent', { contact: { messenger_number: '+1 202 5550101' }, event: { code: 'x' } }, []],
	['sendEvent', { contact: {} }, 'body/contact'],
	['sendEvent', { contact: { email: 'a b@example.com' } }, 'body/contact'],
	['sendEvent', { event: { name: 'x' } }, 'body/event'],
	['sendEvent', { event: { code: 'x', data: [] } }, 'body/event/data'],
	['verifyEmail', { email: 'first.last+tag@sub.example.com' }, []],
	['verifyEmail', { email: 'a@example.com ' }, 'body/email'],
] as const)('%s with %j: %j', (operationId, change, problem) => {
	const good = { sendCampaign: campaign, sendEvent: event, verifyEmail: {} }[operationId];
	const errors = document.requestErrors(operationId, { body: { ...good, ...change } });
	expect(errors).toEqual(
		typeof problem === 'string' ? [expect.stringContaining(problem)] : problem,
	);
});

it('names what is wrong with an answer', () => {
	expect(document.responseErrors('getLists', 200, { data: [{ name: 'x' }] })).toEqual([
		"response/data/0 must have required property 'uuid'",
	]);
	expect(document.responseErrors('verifyEmail', 204, undefined)).toHaveLength(1);
});
