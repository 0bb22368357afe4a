import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createSecureServer } from 'node:tls';

import { continues, execute } from '../../faults/execution';
import { event } from '../../faults/operations';
import { people } from '../../support/service';

const fixture = (name: string) => readFileSync(join(__dirname, 'fixtures', name));

const portOf = async (server: Server) => {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return (server.address() as AddressInfo).port;
};

/** An encrypted service that reads whole requests, and then gives way to somebody on the same line. */
async function startBroken(breakOff: (line: Socket) => void) {
	const arrived: string[] = [];
	const lines: Socket[] = [];
	const certificate = {
		key: fixture('self-signed.key.pem'),
		cert: fixture('self-signed.cert.pem'),
	};
	const service = createSecureServer(certificate, (socket) => {
		let text = '';
		socket.on('error', () => {});
		socket.on('data', (data) => {
			text += data.toString();
			if (!text.endsWith('}')) return;
			arrived.push(text);
			breakOff(lines.at(-1) as Socket);
		});
	});
	const servicePort = await portOf(service);
	const server = createServer((line) => {
		lines.push(line);
		const inner = connect(servicePort, '127.0.0.1');
		for (const socket of [line, inner]) socket.on('error', () => {});
		line.pipe(inner);
		inner.pipe(line, { end: false });
		line.on('close', () => inner.destroy());
	});
	const url = `https://127.0.0.1:${await portOf(server)}`;
	const close = () => {
		for (const one of [server, service]) one.close();
		for (const line of lines) line.destroy();
	};
	return { url, arrived, close };
}

it.each<[string, string, (line: Socket) => void]>([
	[
		'an answer without encryption',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		(line) => void line.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
	],
	[
		'what cannot be decrypted',
		'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
		(line) => void line.end(Buffer.from(`1703030020${'00'.repeat(32)}`, 'hex')),
	],
	['nothing', 'ECONNRESET', (line) => void line.destroy()],
])(
	'an event that has arrived encrypted, and then gets %s, is in doubt and not sent again',
	async (_, code, breakOff) => {
		const service = await startBroken(breakOff);
		const parameters = { ...event, requestOptions: { allowUnauthorizedCerts: true } };
		const { failed } = await execute(parameters, {
			url: service.url,
			items: people(1),
			node: { ...continues, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		service.close();
		expect(failed[0]?.details).toEqual({ state: 'uncertain', httpCode: code });
		expect(service.arrived).toHaveLength(1);
	},
);

it.each<[string, string, (line: Socket) => void]>([
	['the connection ended', 'ECONNRESET', (line) => void line.end()],
	['a reset', 'ECONNRESET', (line) => void line.resetAndDestroy()],
	[
		'the alert handshake_failure',
		'EPROTO',
		(line) => void line.end(Buffer.from('15030300020228', 'hex')),
	],
])(
	'an event is not sent where its connection asks for encryption, and gets %s',
	async (_, code, answer) => {
		const server = createServer((line) => {
			line.on('error', () => {});
			line.once('data', () => answer(line));
		});
		const url = `https://127.0.0.1:${await portOf(server)}`;
		const parameters = { ...event, requestOptions: { maxRetryWait: 0 } };
		const { failed } = await execute(parameters, { url, items: people(1), node: continues });
		server.close();
		expect(failed[0]?.error).not.toContain('May have been sent');
		expect(failed[0]?.details).toEqual({ state: 'not sent', httpCode: code });
	},
);
