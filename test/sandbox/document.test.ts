import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { endpoints } from '../../nodes/Messenger/http/endpoints';
import { documentPath, ServiceDocument } from '../../sandbox/document';
import { campaign, event } from './client';

const document = new ServiceDocument();

describe('openapi.yaml', () => {
	it('is a valid OpenAPI 3.1 document', () => {
		const validator = dirname(require.resolve('@seriousme/openapi-schema-validator/package.json'));
		const output = execFileSync(process.execPath, [
			join(validator, 'bin', 'validate-api-cli.js'),
			documentPath,
		]);
		expect(JSON.parse(output.toString())).toEqual({ valid: true });
		expect(parse(readFileSync(documentPath, 'utf8')).openapi).toBe('3.1.0');
	});

	it('has the endpoints that the node knows', () => {
		const known = Object.entries(endpoints).map(([id, { method, url }]) => [id, method, url]);
		expect(
			document.operations.map(({ operationId, method, path }) => [operationId, method, path]),
		).toEqual(known);
	});

	it('has schemas without a mistake that a strict validator finds', () => {
		for (const { body, query, responses } of document.operations) {
			for (const schema of [body, query, ...Object.values(responses)]) {
				if (schema) expect(() => document.validator.compile(schema)).not.toThrow();
			}
		}
	});

	it('gives examples that keep to their own schemas', () => {
		for (const { operationId, responses } of document.operations) {
			for (const status of Object.keys(responses).map(Number)) {
				// Only refusals have examples: the other answers depend on the request.
				if (!(status >= 400)) continue;
				const names = operationId === 'sendEvent' &&
					status === 400 && ['invalidEmail', 'badRequest'];
				for (const name of names || [undefined]) {
					const example = document.exampleResponse(operationId, status, name);
					expect(document.responseErrors(operationId, status, example)).toEqual([]);
				}
			}
		}
	});

	it('marks what the interface leaves open', () => {
		const marks = readFileSync(documentPath, 'utf8').match(/x-not-shown:/g);
		expect(marks?.length).toBeGreaterThanOrEqual(20);
	});
});

describe('The document, asked about a campaign', () => {
	const errors = (change: object) =>
		document.requestErrors('sendCampaign', { body: { ...campaign, ...change } });
	const recipient = (change: object) => ({
		recipient: [{ ...campaign.recipient[0], ...change }],
	});

	it.each([
		['the whole campaign', {}],
		['no tags', { tags: undefined }],
		['a time with fractions of a second', { scheduled_at: '2026-05-01T09:30:00.125Z' }],
		['a recipient without spaces in its number', recipient({ messenger_number: '+447700900123' })],
		['a recipient with a name and an email', recipient({ name: 'Hughes', email: 'o@example.com' })],
		['a recipient with a field of its own', recipient({ order: 17 })],
		['500 recipients', { recipient: Array(500).fill(campaign.recipient[0]) }],
	])('accepts %s', (_name, change) => {
		expect(errors(JSON.parse(JSON.stringify(change)))).toEqual([]);
		const cleaned = JSON.parse(JSON.stringify({ ...campaign, ...change }));
		expect(document.requestErrors('sendCampaign', { body: cleaned })).toEqual([]);
	});

	it.each([
		['no recipient', { recipient: [] }, 'body/recipient'],
		['a recipient without a number', { recipient: [{ name: 'Kim' }] }, 'body/recipient/0'],
		['recipients that are no array', { recipient: { messenger_number: '+1' } }, 'body/recipient'],
		['a number without +', recipient({ messenger_number: '447700900123' }), 'messenger_number'],
		[
			'a number with two spaces',
			recipient({ messenger_number: '+44  7700900' }),
			'messenger_number',
		],
		['a number of 16 digits', recipient({ messenger_number: '+1234567890123456' }), 'messenger_n'],
		['a number that begins with 0', recipient({ messenger_number: '+0447700900' }), 'messenger_nu'],
		['a malformed recipient email', recipient({ email: 'a@' }), 'body/recipient/0/email'],
		['a sender with spaces', { from_number: '+44 7700 900001' }, 'body/from_number'],
		['another type', { type: 'text' }, 'body/type'],
		['an empty template name', { content: { ...campaign.content, template_name: '' } }, 'content'],
		['a time that is none', { scheduled_at: 'soon' }, 'body/scheduled_at'],
		['a time that is not UTC', { scheduled_at: '2026-05-01T09:30:00+02:00' }, 'scheduled_at'],
		['a day that is none', { scheduled_at: '2026-02-30T09:30:00Z' }, 'body/scheduled_at'],
		['tags as a string', { tags: 'spring' }, 'body/tags'],
		['a misspelt field', { tag: ['spring'] }, 'additional properties'],
	])('refuses %s', (_name, change, where) => {
		expect(errors(change)).toEqual([expect.stringContaining(where)]);
	});
});

describe('The document, asked about other requests', () => {
	it.each([
		['a@b', true],
		['first.last+tag@sub.example.com', true],
		['', false],
		[' ', false],
		['a@', false],
		['@b', false],
		['a b@example.com', false],
		['a@example.com ', false],
		[undefined, false],
		[7, false],
	])('takes the email %j: %s', (email, accepted) => {
		const whether = (errors: string[]) => errors.length === 0;
		expect(whether(document.requestErrors('verifyEmail', { body: { email } }))).toBe(accepted);
		expect(whether(document.requestErrors('findContact', { query: { email } }))).toBe(accepted);
		// As JSON carries it: a field that is undefined is not there.
		const body: unknown = JSON.parse(JSON.stringify({ ...event, contact: { email } }));
		expect(whether(document.requestErrors('sendEvent', { body }))).toBe(accepted);
	});

	it.each([
		['the whole event', event],
		[
			'a contact known by its number alone',
			{ ...event, contact: { messenger_number: '+1 202 5550101' } },
		],
		['an event of just a code', { ...event, event: { code: 'x' } }],
	])('accepts %s', (_name, body) => {
		expect(document.requestErrors('sendEvent', { body })).toEqual([]);
	});

	it.each([
		['a contact without any field', { ...event, contact: {} }, 'body/contact'],
		['an event without a code', { ...event, event: { name: 'x' } }, 'body/event'],
		[
			'event data that is no object',
			{ ...event, event: { code: 'x', data: [] } },
			'body/event/data',
		],
		['an event without a contact', { event: event.event }, 'body'],
		['no body', undefined, 'body'],
	])('refuses %s', (_name, body, where) => {
		expect(document.requestErrors('sendEvent', { body })).toEqual([expect.stringContaining(where)]);
	});

	it('refuses a body where the interface sends none', () => {
		expect(document.requestErrors('getLists', { body: {} })).toEqual(['body must not be there']);
		expect(document.requestErrors('getLists', {})).toEqual([]);
	});

	it('gives the query parameter of the contact the name it is told', () => {
		const renamed = new ServiceDocument('address');
		expect(renamed.requestErrors('findContact', { query: { address: 'a@b' } })).toEqual([]);
		expect(renamed.requestErrors('findContact', { query: { email: 'a@b' } })).toEqual([
			"query must have required property 'address'",
		]);
	});
});

describe('The document, asked about answers', () => {
	it('accepts what the interface shows', () => {
		expect(document.responseErrors('findContact', 200, { data: { email: 'a@b' } })).toEqual([]);
	});

	it('names what is wrong', () => {
		expect(document.responseErrors('getLists', 200, { data: [{ name: 'x' }] })).toEqual([
			"response/data/0 must have required property 'uuid'",
		]);
	});

	it('refuses a status that it does not list', () => {
		expect(document.responseErrors('verifyEmail', 204, undefined)).toEqual([
			'status 204 is not in the document',
		]);
	});
});
