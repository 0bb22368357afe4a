import { FaultyService } from '../../support/FaultyService';
import { answers } from '../../support/conducts';
import { caseOf, cases, people } from '../cases';
import type { Case } from '../operations/operationCase';
import { continueOnFail, everythingIn, partsOfKey, runNode } from '../../faults/run';

/** Each part stands in nothing else; what lies between them is spelt in other ways by JSON, URLs and HTML. */
const apiKey = 'k7Qz4mWn/Xp2hRt9v"Lc5sJd8y&Bn3wTf6g';
const expression = '={{ 6 * 7 }}{{ $env.HOME }}';
const html = { 'Content-Type': 'text/html' };

/** Lets every kind of run meet an answer: one that stops at errors, one that goes on. */
async function meet({ marked }: Case, ...answer: Parameters<typeof answers>) {
	const service = await FaultyService.start(answers(...answer));
	const options = { baseUrl: service.url, apiKey };
	const stopping = await runNode(marked, options);
	const continuing = await runNode(marked, { ...options, settings: continueOnFail });
	await service.close();
	return {
		error: stopping.error,
		output: continuing.json('Messenger'),
		runs: [stopping, continuing],
	};
}

describe.each(cases)('$name', (operation) => {
	it('leaves text that looks like an expression as it is', async () => {
		const good = JSON.parse(
			JSON.stringify(operation.answer).replace(
				/"(?:Messenger campaign|b7a1|safe|anna|News|b164)[^"]*"/,
				JSON.stringify(expression),
			),
		) as object;
		const { output } = await meet(operation, 200, good);
		expect(JSON.stringify(output)).toContain(JSON.stringify(expression));

		const { error, output: refused } = await meet(operation, 400, { message: expression });
		const title = operation.titleOf(expression, people[0]);
		expect(error?.message).toBe(title);
		expect(refused).toEqual([expect.objectContaining({ error: title })]);
	});

	it('cuts a long message', async () => {
		const { error, output } = await meet(operation, 400, { message: 'x'.repeat(1_000_000) });
		const about = operation.titleOf('', people[0]);
		expect(error?.message).toBe(`${'x'.repeat(200 - about.length)}…${about}`);
		expect(JSON.stringify(output).length).toBeLessThan(1000);
	});

	it('cuts a long page and a long content type', async () => {
		const type = { 'Content-Type': `text/${'y'.repeat(5000)}` };
		const { error, output } = await meet(operation, 404, 'x'.repeat(1_000_000), type);
		expect(error!.message.length + error!.description!.length).toBeLessThan(1200);
		expect(JSON.stringify(output).length).toBeLessThan(1200);
	});

	const page = '<a href="https://evil.example">Sign in</a><IMG src=https://evil.example/x.png>';
	it.each([
		['a page', 404, page, html],
		['a message', 400, { message: page }, {}],
		['a failure', 200, { success: false, message: page }, {}],
		['a detail', 401, { detail: page }, {}],
		['a content type', 200, '?', { 'Content-Type': page }],
		['a redirect', 302, '', { Location: page }],
	])('shows HTML in %s as text: no link of it comes alive', async (_, status, body, headers) => {
		const { error, output } = await meet(operation, status, body, headers);
		for (const shown of [`${error?.message} ${error?.description}`, JSON.stringify(output)]) {
			expect(shown).toMatch(/a href=/);
			expect(shown).not.toMatch(/<(a|img)\b/i);
		}
	});

	it.each([
		['a message', 400, { message: `Bad key ${apiKey}` }],
		['a message in which it is cut', 400, { message: `${'x'.repeat(185)} ${apiKey}` }],
		['a name', 400, { [apiKey]: 1 }],
		['a page', 404, `<p>Authorization: Bearer ${apiKey}</p>`],
		['a page in which it is cut', 404, `${'x'.repeat(185)} ${apiKey}`],
		['an address', 404, `See /login?key=${encodeURIComponent(apiKey)}`],
		['JSON within text', 404, `got ${JSON.stringify({ apiKey })}`],
		['JSON with escaped slashes', 200, JSON.stringify([apiKey]).replaceAll('/', '\\/')],
		['a good answer', 200, { ...operation.answer, echo: { headers: [`Bearer ${apiKey}`] } }],
	])('shows no part of the key that the service repeats in %s', async (_, status, body) => {
		const { runs } = await meet(operation, status, body, typeof body === 'string' ? html : {});
		const seen = everythingIn(runs.map(({ run, error }) => [run, error]));
		expect(partsOfKey(apiKey, seen)).toEqual([]);
	});

	it.each(['Location', 'Content-Type'])('shows no part of the key in %s', async (header) => {
		const status = header === 'Location' ? 302 : 200;
		const value = `https://example.com/${'x'.repeat(160)}/${encodeURIComponent(apiKey)}/${apiKey}`;
		const { runs, error } = await meet(operation, status, '?', { [header]: value });
		expect(error).toBeDefined();
		expect(partsOfKey(apiKey, everythingIn(runs.map(({ run, error }) => [run, error])))).toEqual(
			[],
		);
	});
});

it('a key so short that it may be a word leaves the data as it is', async () => {
	const service = await FaultyService.start(answers(200, { success: true, id: 'a test of tests' }));
	const { json } = await runNode(caseOf('event: send').parameters, {
		baseUrl: service.url,
		apiKey: 'test',
	});
	await service.close();
	expect(json('Messenger')).toEqual([{ success: true, id: 'a test of tests' }]);
});
