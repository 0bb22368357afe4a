import { networkFailure } from '../../../nodes/Messenger/response/networkFailure';

const failed = { kind: 'no response', requestLeft: true };

it.each([
	['an error that n8n wraps', { cause: { code: 'ECONNRESET', message: 'socket hang up' } }],
	[
		'the first of a host with several addresses',
		{ errors: [{ code: 'ECONNRESET', message: 'socket hang up' }, { code: 'ENOTFOUND' }] },
	],
	[
		'an error without a code around one with a code',
		{
			message: 'x',
			cause: { message: 'y', cause: { code: 'ECONNRESET', message: 'socket hang up' } },
		},
	],
	[
		"n8n 1.x's error, which keeps code and words",
		{ code: 400, httpCode: 'ECONNRESET', messages: ['socket hang up'] },
	],
])('the network’s code and words are those of %s', (_, error) => {
	expect(networkFailure(error)).toEqual({
		...failed,
		code: 'ECONNRESET',
		reason: 'socket hang up',
	});
});

it.each([
	['an error without a code', new Error('Odd'), 'Odd'],
	[
		'an error without a code around another',
		{ message: 'Outer', cause: new Error('Inner') },
		'Outer',
	],
	['a status in the place of a code', { code: 503, httpCode: '503', message: 'Odd' }, 'Odd'],
	['a code of another form', { code: 'not-ECONNRESET', message: 'Odd' }, 'Odd'],
	['what is no error', 'Odd', 'Odd'],
	['nothing', undefined, 'undefined'],
])('%s has no code, and its own words', (_, error, reason) => {
	expect(networkFailure(error)).toEqual({ ...failed, code: 'none', reason });
});

it('an error that is its own cause is read to an end', () => {
	const error: { cause?: unknown; message: string } = { message: 'Round' };
	error.cause = error;
	expect(networkFailure(error)).toEqual({ ...failed, code: 'none', reason: 'Round' });
});

it.each([
	['a connection that is not made', { code: 'ETIMEDOUT', syscall: 'connect', message: 'x' }],
	[
		"a connection that is not made, in n8n 1.x's words",
		{ httpCode: 'ETIMEDOUT', messages: ['connect ETIMEDOUT 192.0.2.1:443'] },
	],
	['a host that no way leads to', { code: 'EHOSTUNREACH', syscall: 'connect', message: 'x' }],
	['a network that no way leads to', { code: 'ENETUNREACH', syscall: 'connect', message: 'x' }],
	['a host that is not found', { code: 'ENOTFOUND', syscall: 'getaddrinfo', message: 'x' }],
	['a certificate that is not trusted', { code: 'SELF_SIGNED_CERT_IN_CHAIN', message: 'x' }],
	[
		'a server that asks for a certificate of ours',
		{ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', message: 'x' },
	],
	...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map((code): [string, object] => [
		`${code}, of which nobody says more`,
		{ code, message: 'x' },
	]),
	['no agreement on encryption', { code: 'EPROTO', syscall: 'write', message: 'x' }],
	[
		"no agreement on encryption, in n8n 1.x's words",
		{
			httpCode: 'ECONNRESET',
			messages: ['Client network socket disconnected before secure TLS connection was established'],
		},
	],
	[
		'no agreement on encryption, as the socket says',
		{ code: 'ECONNRESET', syscall: 'read', request: { socket: { secureConnecting: true } } },
	],
	[
		'a proxy that closes the connection',
		{ message: 'Proxy connection ended before receiving CONNECT response' },
	],
	['a header that cannot hold its value', { code: 'ERR_INVALID_CHAR', message: 'x' }],
])('nothing has left with %s', (_, error) => {
	expect(networkFailure(error).requestLeft).toBe(false);
});

it.each([
	['read', { code: 'ETIMEDOUT', syscall: 'read', message: 'x' }],
	['read, its host gone', { code: 'EHOSTUNREACH', syscall: 'read', message: 'x' }],
	['written, its network gone', { code: 'ENETUNREACH', syscall: 'write', message: 'x' }],
	[
		"read, in n8n 1.x's words",
		{ httpCode: 'EHOSTUNREACH', messages: ['read EHOSTUNREACH 192.0.2.1:443'] },
	],
	[
		"written, in n8n 1.x's words",
		{ httpCode: 'EHOSTUNREACH', messages: ['write EHOSTUNREACH 192.0.2.1:443'] },
	],
	[
		'read, after encryption was agreed on',
		{ code: 'ECONNRESET', syscall: 'read', request: { socket: { secureConnecting: false } } },
	],
	['decrypted', { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', message: 'x' }],
	['of another protocol', { code: 'EPROTOTYPE', message: 'x' }],
	['of another code', { code: 'X_EPROTO', message: 'x' }],
	['of one more', { code: 'X_ERR_TLS', message: 'x' }],
	['answered without encryption', { code: 'ERR_SSL_WRONG_VERSION_NUMBER', message: 'x' }],
])('a connection that is lost while it is %s may have left its request', (_, error) => {
	expect(networkFailure(error).requestLeft).toBe(true);
});

it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	"nothing has left with n8n's %s, however it is wrapped",
	(name) => {
		const error = Object.assign(new Error('Blocked'), { name });
		expect(networkFailure(new Error('Outer', { cause: error }))).toEqual({
			kind: 'no response',
			code: 'ERR_SSRF_BLOCKED',
			reason: 'Blocked',
			requestLeft: false,
		});
	},
);
