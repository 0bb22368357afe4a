import { startSandbox, type Sandbox } from '../../sandbox';
import { Journal } from '../../sandbox/journal';
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

	it('holds no key wherever a request has it, nor do the accepted requests', async () => {
		const key = sandbox.apiKey;
		const secrets = { 'api-key': 'secret-1', cookie: 'a=secret-2', 'x-auth-token': 'secret-3' };
		await send(sandbox, 'POST', `/webhook/event/send?${key}=${key}`, {
			body: { ...event, event: { code: key, data: { [key]: [key] } } },
			headers: { ...validHeaders(sandbox), ...secrets, 'x-note': `is ${key}` },
		});
		await send(sandbox, 'POST', `/${key}`, { body: `not JSON: ${key}` });
		const [entry] = await sandbox.requests();
		expect(entry).toMatchObject({
			query: { '<API key>': '<API key>' },
			headers: { 'api-key': '<hidden>', cookie: '<hidden>', 'x-note': 'is <API key>' },
			body: { event: { code: '<API key>' } },
			status: 200,
		});
		for (const name of ['requests', 'accepted']) {
			const text = await (await fetch(`${sandbox.url}/_sandbox/${name}`)).text();
			expect(text).toContain('<API key>');
			expect(text).not.toMatch(/sandbox-development-key|secret-/);
		}
	});

	it.each([20_000, 200_000])('holds an event that is nested %i levels deep', async (levels) => {
		const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
		const body = JSON.stringify({ ...event, event: { code: 'deep', data: { deep: '?' } } });
		const sent = body.replace('"?"', deep);
		expect((await send(sandbox, 'POST', '/webhook/event/send', { body: sent })).status).toBe(200);
		for (const name of ['requests', 'accepted']) {
			const response = await fetch(`${sandbox.url}/_sandbox/${name}`);
			expect(response.status).toBe(200);
			expect(await response.text()).toContain(sent);
		}
		expect(await sandbox.requests()).toHaveLength(1);
		expect((await sandbox.accepted()).events).toHaveLength(1);
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

describe('A journal that becomes too long', () => {
	const request = { method: 'POST', path: '/webhook/event/send', query: {}, headers: {} };
	const numbersIn = (journal: Journal) =>
		(JSON.parse(journal.toJson()) as Array<{ number: number }>).map(({ number }) => number);

	it('loses its oldest requests, and what was accepted of them', () => {
		const journal = new Journal('key', 100_000);
		for (let number = 1; number <= 1000; number += 1) {
			const record = journal.add(request);
			journal.addBody(record, JSON.stringify('x'.repeat(500)));
			record.accepted = { kind: 'events', id: String(number) };
		}
		const kept = numbersIn(journal);
		expect(kept.length).toBeGreaterThan(80);
		expect(journal.toJson().length).toBeLessThan(100_000);
		expect(kept).toEqual(kept.map((_number, index) => 1001 - kept.length + index));
		const { campaigns, events } = JSON.parse(journal.acceptedToJson());
		expect(campaigns).toEqual([]);
		expect(events.map(({ request: number }: { request: number }) => number)).toEqual(kept);
	});

	it('keeps the newest request, however large', () => {
		const journal = new Journal('key', 1000);
		journal.add(request);
		journal.addBody(journal.add(request), JSON.stringify('x'.repeat(5000)));
		expect(numbersIn(journal)).toEqual([2]);
	});

	it('counts no body that comes after its request has left', () => {
		const journal = new Journal('key', 10_000);
		const left = journal.add(request);
		for (let number = 2; number <= 100; number += 1) journal.add(request);
		const kept = numbersIn(journal);
		expect(kept).not.toContain(1);
		journal.addBody(left, 'x'.repeat(100_000));
		expect(numbersIn(journal)).toEqual(kept);
	});
});
