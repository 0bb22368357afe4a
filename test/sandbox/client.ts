import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Sandbox } from '../../tools/sandbox';

/** The headers that a well-behaved client sends. */
export function validHeaders(sandbox: Sandbox): OutgoingHttpHeaders {
	return { accept: 'application/json', authorization: `Bearer ${sandbox.apiKey}` };
}

/**
 * Sends a request with just the headers given (fetch would add its own Accept) and reads
 * the JSON answer. A body that is no string is sent as JSON.
 */
export async function send(
	sandbox: Sandbox,
	method: 'GET' | 'POST',
	path: string,
	options: { body?: unknown; headers?: OutgoingHttpHeaders } = {},
) {
	const { body, headers = validHeaders(sandbox) } = options;
	const payload = typeof body === 'string' ? body : JSON.stringify(body);
	const bodyHeaders = payload !== undefined && {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(payload),
	};
	const outgoing = httpRequest(`${sandbox.url}${path}`, {
		method,
		headers: { ...bodyHeaders, ...headers },
		// A new connection: one that was kept may have been closed meanwhile.
		agent: false,
	});
	outgoing.end(payload);
	const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
	const answer: unknown = JSON.parse(await text(response));
	return { status: response.statusCode, headers: response.headers, body: answer };
}

/** A campaign that the document accepts, as the interface shows it. */
export const campaign = {
	from_number: '+447700900001',
	type: 'template',
	content: { template_name: 'welcome', template_language: 'en' },
	tags: ['spring'],
	recipient: [{ messenger_number: '+44 7700 900123', first_name: 'Oliver' }],
	scheduled_at: '2026-05-01T09:30:00Z',
};

/** An event that the document accepts. */
export const event = {
	contact: { name: 'Mei Chen', email: 'mei.chen@example.org', messenger_number: '+61491570158' },
	event: { code: 'signed_up', name: 'Signed up', data: { plan: 'pro', seats: 3 } },
};
