import { isOutage } from '../../../nodes/runtime/response/networkProblems';
import { noResponse, failureOf, failureTable, readerKey, sendOut } from '../../support/reader';

it('every failure of the network says what failed, and what to do (E1, E2, E4, R3)', () => {
	const unreachable = ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];
	const before = ['ECONNREFUSED', 'HPE_INVALID_CONSTANT', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET'];
	const own = ['ECONNABORTED', 'ERR_CANCELED', 'ERR_SSRF_BLOCKED', undefined];
	const lost = ['ECONNRESET', 'constructor', undefined, 'ECONNABORTED', 'EPROTO', 'ERR_CANCELED'];
	const failures = [
		...[...before, ...unreachable, ...own].map((code) => noResponse(code, false)),
		noResponse('ECONNREFUSED', false, 'connect ECONNREFUSED 192.0.2.7:8443'),
		{ ...noResponse('ERR_SSRF_BLOCKED', false), blockedHost: '10.0.0.5' },
		...[...unreachable, ...lost].map((code) => noResponse(code)),
	];
	const table = failureTable(
		...failures.map((failure): [typeof failure] => [failure]),
		[noResponse('ECONNRESET'), { count: 3 }],
		[noResponse('ECONNRESET'), {}, sendOut],
		[noResponse('ERR_CANCELED'), {}, sendOut],
	);
	expect(table).toMatchSnapshot();
});

/** As Node has it: the code, or only OpenSSL's words. */
const openssl = (words: string, code = 'EPROTO') =>
	noResponse(
		code,
		false,
		`write EPROTO 80F:error:0A00010B:SSL routines:ssl3_get_record:${words}:../deps/record.c:354:`,
	);

const noEncryption = [
	...[
		...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT'],
		...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
		...['INVALID_CA', 'INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'UNSPECIFIED'],
		...['CERT_REVOKED', 'UNABLE_TO_GET_CRL', 'EPROTO', 'ERR_TLS_X', 'ERR_SSL_X'],
		...['ERR_SSL_PACKET_LENGTH_TOO_LONG'],
		...['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'],
	].map((code) => noResponse(code, false)),
	noResponse('ERR_TLS_CERT_ALTNAME_INVALID', false, 'Host: a.b. is not in the cert'),
	...[
		...[
			'wrong version number',
			'tlsv1 alert protocol version',
			'tlsv13 alert certificate required',
		],
		...[
			'unsupported protocol',
			'sslv3 alert handshake failure',
			'ssl/tls alert handshake failure',
			'something new',
		],
	].map((words) => openssl(words)),
	openssl('wrong version number', 'ERR_SSL_WRONG_VERSION_NUMBER'),
];

it('a failed agreement on encryption says which, and ends the run (E1, R3)', () => {
	const table = failureTable(...noEncryption.map((failure): [typeof failure] => [failure]));
	expect(table).toMatchSnapshot();
	expect(noEncryption.filter(isOutage)).toEqual([]);
});

it('a failure at a proxy is about the proxy, and ends the run where it is a setting (E1, E6, R3)', () => {
	const statuses = [200, 401, 403, 405, 407, 408, 429, 500, 501, 504];
	const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'ECONNABORTED'];
	const failures = [
		...statuses.map((status) => noResponse(String(status), false, `${status} Words <b>`)),
		...codes.map((code) => noResponse(code, false, `connect ${code} 192.0.2.7:3128`)),
		noResponse('ERR_PROXY_TUNNEL', false, 'Proxy connection ended'),
		...['ERR_CANCELED', 'ERR_SSRF_BLOCKED'].map((code) => noResponse(code, false)),
		...noEncryption,
	].map((failure) => ({ ...failure, isAtProxy: true }));
	const table = failureTable(...failures.map((failure): [typeof failure] => [failure]));
	expect(table).toMatchSnapshot();
	expect(table).not.toMatch(/'(Base URL|API Key)'(?! or of the proxy)/);
	expect(failures.filter(isOutage).map(({ code }) => code)).toEqual([
		...['408', '429', '500', '504', ...codes, 'ERR_PROXY_TUNNEL'],
	]);
});

it('the words of the network are masked (C5)', () => {
	const { message } = failureOf(noResponse(undefined, true, `Invalid "${readerKey}"`));
	expect(message).toMatch(/\(Invalid "\[API key\]"\)$/);
});
