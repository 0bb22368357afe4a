import { ServiceDocument } from '../../sandbox/document';
import { Journal } from '../../sandbox/journal';
import { Limits } from '../../sandbox/limits';
import { resolveOptions } from '../../sandbox/options';
import { readSeed } from '../../sandbox/seed';
import { createServer } from '../../sandbox/server';
import { serviceHandlers, type Handlers } from '../../sandbox/service';

describe('An answer of the sandbox that breaks the document', () => {
	const options = resolveOptions({});
	const document = new ServiceDocument();
	const good = serviceHandlers(readSeed(options.seed, document), document, options);

	const getLists = async (handler: Handlers['getLists']) => {
		const journal = new Journal(options.apiKey);
		const limits = new Limits(options, () => 0);
		const server = createServer({
			document,
			journal,
			limits,
			options,
			handlers: { ...good, getLists: handler },
		});
		await server.start();
		const response = await fetch(`${server.url}/webhook/lists`, {
			headers: { accept: 'application/json', authorization: `Bearer ${options.apiKey}` },
		});
		const body: unknown = await response.json();
		await server.close();
		return { status: response.status, body, journal: journal.toJson() };
	};

	it('becomes a 500 that names what is wrong, in the journal too', async () => {
		const answer = await getLists(() => ({ status: 200, body: { data: [{ name: 'x' }] } }));
		expect(answer).toMatchObject({
			status: 500,
			body: {
				message: "Internal server error: response/data/0 must have required property 'uuid'",
			},
		});
		expect(JSON.parse(answer.journal)).toMatchObject([{ status: 500 }]);
	});

	it('becomes a 500 where the handler fails', async () => {
		const answer = await getLists(() => {
			throw new Error('broken handler');
		});
		expect(answer).toMatchObject({
			status: 500,
			body: { message: 'Internal server error: broken handler' },
		});
	});
});
