import { lookUp, noResponse, problemOf, readerKey, sendOut } from '../support/reader';

const host = 'api.example.com:8443';
const uncertain =
	'It may have been processed, so it was not sent again. Check in the service before you resend it.';

describe('what each failure of the network is called', () => {
	const network = "Check the network of n8n and 'Base URL' in the Messenger API credential.";
	const name = "Check 'Base URL' in the Messenger API credential, and n8n's DNS.";
	const between = 'Check the network between n8n and the service.';
	const scheme =
		"Check that 'Base URL' in the credential begins with the right protocol and that the service's certificate is valid.";
	type Row = [code: string, message: string, advice: string | string[], cause: string];
	it.each<Row>([
		[
			'ECONNREFUSED',
			`The host ${host} refused the connection (ECONNREFUSED)`,
			"Check that the service is running, and 'Base URL' in the Messenger API credential.",
			'temporarily-unavailable',
		],
		['ENOTFOUND', `The host ${host} was not found (ENOTFOUND)`, name, 'configuration-invalid'],
		['EAI_AGAIN', `The host ${host} was not found (EAI_AGAIN)`, name, 'temporarily-unavailable'],
		...['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].map((code): Row => [
			code,
			`The host ${host} can't be reached (${code})`,
			network,
			'temporarily-unavailable',
		]),
		[
			'ECONNRESET',
			`The connection to ${host} was lost before the response was complete (ECONNRESET)`,
			between,
			'temporarily-unavailable',
		],
		[
			'none',
			`The connection to ${host} was lost before the response was complete (words)`,
			between,
			'temporarily-unavailable',
		],
		[
			'ERR_CANCELED',
			'The execution was cancelled while the request was on its way',
			[],
			'temporarily-unavailable',
		],
		[
			'ECONNABORTED',
			`The service at ${host} sent words`,
			"Raise 'Timeout' in the request options if the service needs longer.",
			'temporarily-unavailable',
		],
		...[
			'CERT_HAS_EXPIRED',
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			'EPROTO',
		].map((code): Row => [
			code,
			`Couldn't make a secure connection to ${host} (${code})`,
			scheme,
			'configuration-invalid',
		]),
		[
			'ERR_SSRF_BLOCKED',
			`n8n doesn't allow requests to ${host} (ERR_SSRF_BLOCKED)`,
			"The SSRF protection of this n8n blocks the host of 'Base URL'. Ask whoever runs n8n to allow it.",
			'configuration-invalid',
		],
		[
			'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
			`The connection to ${host} was lost before the response was complete (ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC)`,
			between,
			'temporarily-unavailable',
		],
		[
			'Z_DATA_ERROR',
			`The response of ${host} couldn't be decompressed (Z_DATA_ERROR)`,
			'Something between n8n and the service, such as a proxy, changes its responses.',
			'temporarily-unavailable',
		],
		[
			'constructor',
			`The connection to ${host} was lost before the response was complete (constructor)`,
			between,
			'temporarily-unavailable',
		],
	])('%s: %s', (code, message, advice, cause) => {
		expect(problemOf(noResponse(code, false, 'words'))).toMatchObject({
			message,
			advice: [advice].flat(),
			httpCode: code,
			cause,
		});
	});

	it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])(
		'%s: the connection was lost, where there was one',
		(code) => {
			expect(problemOf(noResponse(code, true))).toMatchObject({
				message: `The connection to ${host} was lost before the response was complete (${code})`,
				advice: [between],
			});
		},
	);

	it.each([
		['EPROTO', true],
		['CERT_HAS_EXPIRED', true],
		['ERR_SSRF_BLOCKED', true],
		['ECONNREFUSED', undefined],
		['ECONNRESET', undefined],
		['ECONNABORTED', undefined],
	])('after %s, every other request of the run would fail in the same way: %s', (code, is) => {
		expect(problemOf(noResponse(code)).isWrongForAll).toBe(is);
	});
});

it('a request that was repeated says how often it was tried', () => {
	expect(problemOf(noResponse('ECONNREFUSED'), lookUp, { attempts: 1 }).advice).toHaveLength(1);
	expect(problemOf(noResponse('ECONNREFUSED'), lookUp, { attempts: 2 }).advice[1]).toBe(
		'The node tried 2 times.',
	);
});

it('a try that was throttled is none: nothing of it was processed', () => {
	const advice = (throttled: number) =>
		problemOf(noResponse('ECONNRESET'), sendOut, { attempts: 4, throttled }).advice;
	expect(advice(1)).toContain('The node tried 3 times.');
	expect(advice(3).join()).not.toContain('tried');
});

it('what must not happen twice may have been processed where the request had left, and only then', () => {
	expect(problemOf(noResponse('ECONNRESET', true), sendOut).advice).toContain(uncertain);
	expect(problemOf(noResponse('ECONNREFUSED', false), sendOut).advice).not.toContain(uncertain);
});

it('the words of the network are masked', () => {
	expect(problemOf(noResponse('none', true, `Invalid "${readerKey}"`)).message).toMatch(
		/\(Invalid "\[API key\]"\)$/,
	);
});
