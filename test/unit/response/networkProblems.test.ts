import { lookUp, noResponse, problemOf, readerKey, sendOut } from '../../support/reader';

const host = 'api.example.com:8443';
const later = 'temporarily-unavailable';
const configuration = 'configuration-invalid';
const uncertain =
	'It may have been processed, so it was not sent again. Check in the service before you resend it.';
const network = "Check the network of n8n and 'Base URL' in the Messenger API credential.";
const name =
	"Check the spelling of 'Base URL' in the Messenger API credential, and the network of n8n.";
const between = 'Check the network between n8n and the service.';
const scheme =
	"Check that the service speaks https:// at 'Base URL' in the credential, and that its certificate is valid.";
const lost = `The connection to ${host} was lost before the response was complete`;

const sameFor = (
	codes: string[],
	message: string,
	...rest: [description: string, cause: string]
): Array<[code: string, message: string, description: string, cause: string]> =>
	codes.map((code) => [code, `${message} (${code})`, ...rest]);

it.each([
	...sameFor(
		['ECONNREFUSED'],
		`The host ${host} refused the connection`,
		"Check that the service is running, and 'Base URL' in the Messenger API credential.",
		later,
	),
	...sameFor(['ENOTFOUND'], `The host ${host} was not found`, name, configuration),
	...sameFor(['EAI_AGAIN'], `The host ${host} was not found`, name, later),
	...sameFor(
		['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
		`The host ${host} can't be reached`,
		network,
		later,
	),
	...sameFor(
		[
			...['ECONNRESET', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'constructor'],
			'Z_DATA_ERROR',
		],
		lost,
		between,
		later,
	),
	['none', `${lost} (words)`, between, later],
	['ERR_CANCELED', 'The execution was cancelled while the request was on its way', '', later],
	[
		'ECONNABORTED',
		`The service at ${host} sent words`,
		"Raise 'Timeout' in the request options if the service needs longer.",
		later,
	],
	...sameFor(
		[
			'CERT_HAS_EXPIRED',
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			'EPROTO',
		],
		`Couldn't make a secure connection to ${host}`,
		scheme,
		configuration,
	),
	...sameFor(
		['ERR_SSRF_BLOCKED'],
		`n8n doesn't allow requests to ${host}`,
		"The SSRF protection of this n8n blocks the host of 'Base URL'. Ask whoever runs n8n to allow it.",
		configuration,
	),
])('%s: %s', (code, message, description, cause) => {
	expect(problemOf(noResponse(code, false, 'words'))).toMatchObject({
		message,
		description,
		httpCode: code,
		cause,
	});
});

it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])(
	'%s: the connection was lost, where there was one',
	(code) => {
		expect(problemOf(noResponse(code, true))).toMatchObject({
			message: `${lost} (${code})`,
			description: between,
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
	expect(problemOf(noResponse(code)).affectsEveryRequest).toBe(is);
});

it.each([
	[1, 0, ''],
	[2, 0, ' The node tried 2 times.'],
	// What was throttled was not processed.
	[4, 1, ' The node tried 3 times.'],
	[4, 3, ''],
])('of %i tries, %i of them throttled, it says: "%s"', (attempts, throttled, said) => {
	const tries = { attempts, throttled };
	const { description } = problemOf(noResponse('ECONNRESET'), lookUp, tries);
	expect(description).toBe(between + said);
});

it.each([
	[true, ` ${uncertain}`],
	[false, ''],
])('what must not happen twice, and has left (%s), says: "%s"', (hasLeft, said) => {
	expect(problemOf(noResponse('ECONNRESET', hasLeft), sendOut).description).toBe(between + said);
});

it('the words of the network are masked', () => {
	expect(problemOf(noResponse('none', true, `Invalid "${readerKey}"`)).message).toMatch(
		/\(Invalid "\[API key\]"\)$/,
	);
});
