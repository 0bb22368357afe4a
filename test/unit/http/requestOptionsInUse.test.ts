import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { INodeParameters } from 'n8n-workflow';

import { runMessenger, shown } from '../../support/messengerRun';

const lists = { data: [{ uuid: '1', name: 'News', is_public: true }] };
const fixture = (name: string) => readFileSync(join(__dirname, 'fixtures', name));

const getLists = async (url: string, requestOptions: INodeParameters) =>
	await runMessenger('list: getAll', {
		node: { executeOnce: true },
		credential: { baseUrl: url, allowHttp: true },
		parameters: { requestOptions },
	});

let server: Server;

/** Listens on a free port, and gives the address with the scheme before it. */
async function listen(scheme: 'http' | 'https'): Promise<string> {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answerLists: RequestListener = (_request, response) => {
	response.setHeader('Content-Type', 'application/json');
	response.end(JSON.stringify(lists));
};

afterEach(() => {
	server.close();
});

it('"Ignore SSL Issues" accepts a certificate that nobody vouches for, and nothing else does', async () => {
	const certificate = {
		key: fixture('self-signed.key.pem'),
		cert: fixture('self-signed.cert.pem'),
	};
	server = createSecureServer(certificate, answerLists);
	const url = await listen('https');

	const refused = await getLists(url, {});
	expect(shown(refused.error)).toMatchObject({
		message: `Couldn't make a secure connection to ${url.replace('https://', '')} (DEPTH_ZERO_SELF_SIGNED_CERT)`,
		httpCode: 'DEPTH_ZERO_SELF_SIGNED_CERT',
	});

	const { output } = await getLists(url, { allowUnauthorizedCerts: true });
	expect(output.map(({ json }) => json)).toEqual(lists.data);
});

it('"Proxy" is the way that requests take', async () => {
	const asked: Array<string | undefined> = [];
	server = createServer().on('connect', ({ url }: IncomingMessage, socket: Duplex) => {
		asked.push(url);
		socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
	});
	const { error } = await getLists('https://service.example', { proxy: await listen('http') });
	expect(error).toBeDefined();
	expect(asked).toContain('service.example:443');
});
