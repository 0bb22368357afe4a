import { lookUp, noResponse, problemOf, sendOut } from '../support/reader';

const host = 'api.example.com:8443';
const uncertain = 'It may have been processed, so it was not sent again.';

describe('what each failure of the network is called', () => {
	const network = "Check the network of n8n and 'Base URL' in the Messenger API credential.";
	const name = "Check 'Base URL' in the Messenger API credential, and n8n's DNS.";
	const between = 'Check the network between n8n and the service.';
	const scheme =
		"Check that 'Base URL' in the credential begins with the right scheme and that the service's certificate is valid.";
	it.each([
		[
			'ECONNREFUSED',
			`The host ${host} refused the connection (ECONNREFUSED)`,
			"Check that the service is running, and 'Base URL' in the Messenger API credential.",
			'temporarily-unavailable',
		],
		['ENOTFOUND', `The host ${host} was not found (ENOTFOUND)`, name, 'configuration-invalid'],
		['EAI_AGAIN', `The host ${host} was not found (EAI_AGAIN)`, name, 'temporarily-unavailable'],
		...['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].map((code) => [
			code,
			`The host ${host} can't be reached (${code})`,
			network,
			'temporarily-unavailable',
		]),
		[
			'ECONNRESET',
			`The connection to ${host} broke before the response was complete (ECONNRESET)`,
			between,
			'temporarily-unavailable',
		],
		[
			'none',
			`The connection to ${host} broke before the response was complete (words)`,
			between,
			'temporarily-unavailable',
		],
		[
			'ERR_CANCELED',
			'The execution was cancelled while the request was on its way',
			'Look at the service before you send it again.',
			'temporarily-unavailable',
		],
		[
			'ECONNABORTED',
			`The service at ${host} sent words`,
			"Try again later, or raise 'Timeout' in the request options.",
			'temporarily-unavailable',
		],
		[
			'ERR_RESPONSE_TOO_LARGE',
			`The response of ${host} is too large: words`,
			'Ask for less with query parameters, if the service has any for it.',
			'temporarily-unavailable',
		],
		...[
			'CERT_HAS_EXPIRED',
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			'EPROTO',
		].map((code) => [
			code,
			`No secure connection to ${host} could be made (${code})`,
			scheme,
			'configuration-invalid',
		]),
		[
			'Z_DATA_ERROR',
			`The response of ${host} couldn't be decompressed (Z_DATA_ERROR)`,
			'Something between n8n and the service changes its responses.',
			'temporarily-unavailable',
		],
		[
			'constructor',
			`The connection to ${host} broke before the response was complete (constructor)`,
			between,
			'temporarily-unavailable',
		],
	])('%s: %s', (code, message, advice, cause) => {
		expect(problemOf(noResponse(code, true, 'words'))).toMatchObject({
			message,
			advice: [advice],
			httpCode: code,
			cause,
		});
	});

	it.each([
		['EPROTO', true],
		['CERT_HAS_EXPIRED', true],
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
		'It was tried 2 times.',
	);
});

describe('what must not happen twice', () => {
	it('may have been processed where the request had left', () => {
		expect(problemOf(noResponse('ECONNRESET', true), sendOut).advice).toContain(uncertain);
	});

	it('was not processed where the request had not left', () => {
		expect(problemOf(noResponse('ECONNREFUSED', false), sendOut).advice).not.toContain(uncertain);
	});

	it('is not a question where the request only reads', () => {
		expect(problemOf(noResponse('ECONNRESET', true), lookUp).advice).not.toContain(uncertain);
	});
});
