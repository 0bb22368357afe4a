import type { OutgoingHttpHeaders } from 'node:http';

import type { Conduct } from './FaultyService';

const json = { 'Content-Type': 'application/json' };

/** Answers with a status and a body: JSON, unless it is text or bytes. */
export function answers(status: number, body: unknown, headers: OutgoingHttpHeaders = {}): Conduct {
	const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
	return {
		onRequest: (response) => {
			response.writeHead(status, {
				...json,
				'Content-Length': Buffer.byteLength(bytes),
				Connection: 'close',
				...headers,
			});
			response.end(bytes);
		},
	};
}

export function later(milliseconds: number, conduct: Conduct): Conduct {
	return {
		onRequest: (response, request) =>
			void setTimeout(() => conduct.onRequest?.(response, request), milliseconds),
	};
}

/** Resets the connection before it has read anything of the request that has come. */
export const resetsBeforeReading: Conduct = {
	onConnection: (socket) => void setTimeout(() => socket.resetAndDestroy(), 50),
};

/** Resets the connection when it has read the request. */
export const resetsAfterReading: Conduct = {
	onRequest: (response) => response.socket?.resetAndDestroy(),
};

/** Begins an answer of status 200 and breaks off in the middle of its body. */
export const breaksOff: Conduct = {
	onRequest: (response) => {
		response.writeHead(200, { ...json, 'Content-Length': 100 });
		response.write('{"success":true,"data":[', () => response.socket?.resetAndDestroy());
	},
};

/** Reads the request and never answers. */
export const neverAnswers: Conduct = { onRequest: () => {} };

/** Sends the headers of an answer, and nothing of its body. */
export const onlySendsHeaders: Conduct = {
	onRequest: (response) => {
		response.writeHead(200, json);
		response.flushHeaders();
	},
};

/** Sends an answer byte by byte, so that no part of it is ever late, and takes two seconds for it. */
export const sendsByteByByte: Conduct = {
	onRequest: (response) => {
		response.writeHead(200, json);
		const text = '{"success":true,"message":"in a while"}';
		let sent = 0;
		const timer = setInterval(() => response.write(text.charAt(sent++)), 50);
		response.on('close', () => clearInterval(timer));
	},
};

/** Answers with bytes that are no HTTP. */
export const answersInNoHttp: Conduct = {
	onConnection: (socket) => {
		socket.once('data', () => socket.end('220 mail.example.com ESMTP ready\r\n'));
		socket.resume();
	},
};
