import { startSandbox, type Sandbox } from '../../sandbox';
import { event, send, validHeaders } from './client';

describe('The journal', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({ rate: 1, burst: 3 });
	});
	afterEach(async () => await sandbox.close());

	it('holds a request whole', async () => {
		const headers = { ...validHeaders(sandbox), 'user-agent': 'test' };
		await send(sandbox, 'POST', '/webhook/event/send?a=1&b=2&b=3', { body: event, headers });
		const [entry] = await sandbox.requests();
		expect(entry).toEqual({
			number: 1,
			receivedAt: expect.any(String),
			method: 'POST',
			path: '/webhook/event/send',
			query: { a: '1', b: ['2', '3'] },
			headers: {
				accept: 'application/json',
				authorization: 'Bearer <valid>',
				connection: expect.any(String),
				'content-type': 'application/json',
				host: new URL(sandbox.url).host,
				'user-agent': 'test',
				'content-length': String(Buffer.byteLength(JSON.stringify(event))),
			},
			body: event,
			status: 200,
		});
		expect(Math.abs(Date.parse(entry?.receivedAt ?? '') - Date.now())).toBeLessThan(5000);
	});

	it('holds everything in the order of arrival, refused requests with their bodies', async () => {
		await send(sandbox, 'GET', '/nowhere', { headers: {} });
		await send(sandbox, 'GET', '/webhook/lists', { headers: { accept: 'application/json' } });
		await send(sandbox, 'GET', '/webhook/lists', {
			headers: { authorization: 'Bearer sandbox-development-key' },
		});
		await send(sandbox, 'POST', '/webhook/event/send', { body: '{broken' });
		await send(sandbox, 'POST', '/webhook/event/send', { body: event });
		const entries = await sandbox.requests();
		expect(entries.map(({ number, path, status, body }) => [number, path, status, body])).toEqual([
			[1, '/nowhere', 404, undefined],
			[2, '/webhook/lists', 401, undefined],
			[3, '/webhook/lists', 406, undefined],
			[4, '/webhook/event/send', 400, '{broken'],
			[5, '/webhook/event/send', 429, event],
		]);
	});

	it('knows a valid key from an invalid one and from none, and holds no key', async () => {
		const authorizations = [
			`Bearer ${sandbox.apiKey}`,
			'Bearer wrong-key-1',
			'wrong-key-2',
			`Basic ${sandbox.apiKey}`,
			undefined,
		];
		for (const authorization of authorizations) {
			const headers = authorization === undefined ? {} : { authorization };
			await send(sandbox, 'GET', '/webhook/lists', { headers });
		}
		const entries = await sandbox.requests();
		expect(entries.map(({ headers }) => headers.authorization)).toEqual([
			'Bearer <valid>',
			'Bearer <invalid>',
			'<invalid>',
			'<invalid>',
			undefined,
		]);
		expect(JSON.stringify(entries)).not.toMatch(/wrong-key|sandbox-development-key/);
	});

	it('shows a request that has no answer yet', async () => {
		await sandbox.close();
		sandbox = await startSandbox();
		const outgoing = fetch(`${sandbox.url}/webhook/event/send`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			// A body that never ends.
			body: new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{')) }),
			...{ duplex: 'half' },
		}).catch(() => 'cut');
		let entries = await sandbox.requests();
		while (entries.length === 0) {
			await new Promise((resolve) => setTimeout(resolve, 5));
			entries = await sandbox.requests();
		}
		expect(entries).toEqual([
			expect.objectContaining({ path: '/webhook/event/send', status: null }),
		]);
		await sandbox.close();
		expect(await outgoing).toBe('cut');
	});

	it('is the same over HTTP, where it needs no key, knows no limit and shows not itself', async () => {
		await send(sandbox, 'GET', '/webhook/lists');
		for (let time = 0; time < 10; time += 1) {
			const answer = await send(sandbox, 'GET', '/_sandbox/requests', { headers: {} });
			expect(answer.status).toBe(200);
			expect(answer.body).toEqual(await sandbox.requests());
		}
		expect(await sandbox.requests()).toHaveLength(1);
	});

	it('is empty after a reset, as is what was accepted', async () => {
		await send(sandbox, 'POST', '/webhook/event/send', { body: event });
		const response = await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
		expect(response.status).toBe(204);
		expect(await sandbox.requests()).toEqual([]);
		expect(await sandbox.accepted()).toEqual({ campaigns: [], events: [] });
		await send(sandbox, 'POST', '/webhook/event/send', { body: event });
		expect(await sandbox.requests()).toEqual([expect.objectContaining({ number: 1 })]);
	});
});
