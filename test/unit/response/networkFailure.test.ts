import { UserError } from 'n8n-workflow';

import { judge } from '../../../nodes/runtime/response/cause';
import { networkFailure } from '../../../nodes/runtime/response/networkFailure';
import { sendOut } from '../../support/reader';
import { outcomes } from '../../support/refusal';

it('the innermost error with a code says what failed', () => {
	const reset = { code: 'ECONNRESET', message: 'hung up' };
	const itself: { cause?: unknown; message: string } = { message: 'Odd' };
	itself.cause = itself;
	const errors = [
		...[{ errors: [reset, { code: 'X' }] }, { code: 'X', cause: { cause: reset } }],
		...[{ message: 'Odd', cause: { message: 'Inner' } }, itself, 'Odd', undefined, null],
		...[503, 'not-A'].map((code) => ({ code, message: 'Odd' })),
		{ cause: { name: 'SsrfBlockedIpError', message: 'Blocked' } },
		{ name: 'SsrfBlockedHostnameError', message: 'Blocked' },
		{ message: 'Proxy connection ended', request: { socket: null } },
	];
	expect(outcomes<unknown>(networkFailure, errors)).toMatchSnapshot();
});

it('what the credential does not let out has not left (E6)', () => {
	const cause = new UserError('Only at https://a.example');
	expect(networkFailure({ message: 'Wrapped', cause })).toMatchObject({
		code: 'ERR_CREDENTIAL',
		reason: cause.message,
		requestLeft: false,
	});
});

it('a request has not left where no connection came about, or no encryption (E1)', () => {
	const codes = `
		ECONNREFUSED ENOTFOUND EAI_AGAIN EAI_FAIL EHOSTUNREACH ENETUNREACH EPROTO INVALID_CA
		INVALID_PURPOSE PATH_LENGTH_EXCEEDED UNSPECIFIED SELF_SIGNED_CERT_IN_CHAIN
		ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED ERR_TLS_X UNABLE_TO_VERIFY_LEAF_SIGNATURE
		ETIMEDOUT X_EPROTO ERR_SSL_WRONG_VERSION_NUMBER EPROTOTYPE HPE_INVALID_CONSTANT
		X_ENOTFOUND ENOTFOUND_X
	`;
	const syscalls = [
		...['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].flatMap((code) =>
			['connect', 'read', 'write', 'getaddrinfo'].map((syscall) => ({ code, syscall })),
		),
		{ code: 'EPROTO', syscall: 'write' },
		...[
			{ code: 'EMFILE', syscall: 'getaddrinfo' },
			{ code: 'EMFILE', syscall: 'connect' },
		],
		{ code: 'X', messages: ['getaddrinfo X a.example'] },
		{ syscall: 'connect', cause: { code: 'ETIMEDOUT' } },
	];
	const sockets = [
		...[{ secureConnecting: true }, { secureConnecting: false }, undefined, null],
		...[{ encrypted: true }, { encrypted: true, secureConnecting: true }, {}],
	];
	const encrypting = sockets.flatMap((socket) => [
		{ code: 'ECONNRESET', request: { socket } },
		{ code: 'ECONNRESET', request: { protocol: 'https:', socket } },
		{ code: 'ECONNRESET', cause: { code: 'EPROTO' }, request: { protocol: 'https:', socket } },
		{ code: 'ECONNREFUSED', request: { protocol: 'http:', socket } },
	]);
	const proven = ['EPROTO', 'ECONNREFUSED', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'].map(
		(code) => ({ code, request: { protocol: 'https:', socket: { encrypted: true } } }),
	);
	const errors = [
		...codes.match(/\w+/g)!.map((code) => ({ code })),
		...syscalls,
		...encrypting,
		...proven,
	];
	const hasLeft = (error: object) => networkFailure(error).requestLeft;
	expect(outcomes<object>(hasLeft, errors)).toMatchSnapshot();
	const message = 'Client network socket disconnected before secure TLS connection was established';
	expect(hasLeft({ code: 'ECONNRESET', message })).toBe(false);
});

it.each('EAI_AGAIN EAI_FAIL EAI_MEMORY EAI_NODATA EMFILE ENFILE ENOTFOUND ETIMEDOUT'.split(' '))(
	'what %s kept from finding a host has not left, and goes again, in the words of any n8n (E6)',
	(code) => {
		const message = `getaddrinfo ${code} api.example.com`;
		const https = { protocol: 'https:', socket: { encrypted: true, secureConnecting: false } };
		const http = { protocol: 'http:', socket: {} };
		for (const error of [
			{ code, syscall: 'getaddrinfo', message, request: http },
			{ message: 'Wrapped', cause: { code, syscall: 'getaddrinfo', message } },
			// n8n 2.0 keeps no more.
			{ httpCode: code, messages: [message] },
			{ httpCode: code, messages: [message], request: http },
		]) {
			const failure = networkFailure(error);
			expect(failure).toMatchObject({ code, requestLeft: false });
			expect(judge(failure, sendOut)).toMatchObject({ state: 'not sent', signal: 'outage' });
		}
		// With TLS established it had left.
		expect(networkFailure({ code, syscall: 'read', request: https }).requestLeft).toBe(true);
	},
);
