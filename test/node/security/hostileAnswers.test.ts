import { answers } from '../../support/conducts';
import { FaultyService } from '../../support/FaultyService';
import { continues, everythingIn, runNode } from '../../support/runNode';
import { caseOf } from '../cases';

/** Each part stands in nothing else; what lies between them is spelt in other ways by JSON, URLs and HTML. */
const apiKey = 'k7Qz4mWn/Xp2hRt9v"Lc5sJd8y&Bn3wTf6g';
const parts = /k7Qz4mWn|Xp2hRt9v|Lc5sJd8y|Bn3wTf6g/;
const forms = [apiKey, JSON.stringify(apiKey), JSON.stringify(apiKey).replaceAll('/', '\\/')];
const inText = [...forms, encodeURIComponent(apiKey)].join(' ');
const expression = '={{ 6 * 7 }}{{ $env.HOME }}';
const page = `${expression}<a href=https://evil.example>Sign in</a><IMG src=https://evil.example/x.png>`;
const html = { 'Content-Type': 'text/html' };

let service: FaultyService;
beforeEach(async () => {
	service = await FaultyService.start();
});
afterEach(() => service.close());

/** Lets a run that stops at errors and one that goes on meet an answer. */
async function meet(...answer: Parameters<typeof answers>) {
	service.follow(answers(...answer));
	const given = { items: 1, credential: { baseUrl: service.url, apiKey } };
	const { marked } = caseOf('event: send');
	const runs = [await runNode(marked, given), await runNode(marked, { ...given, node: continues })];
	expect(everythingIn(runs.map(({ run, error }) => [run, error]))).not.toMatch(parts);
	return { error: runs[0]?.error, output: JSON.stringify(runs[1]?.output) };
}

it.each<[string, ...Parameters<typeof answers>]>([
	['a page', 404, `${page} ${inText}`, html],
	['a message', 400, { message: `${page} ${inText}` }],
	['a name', 400, { [inText]: 1, message: page }],
	['another form', 200, `[${JSON.stringify(page)},${forms.slice(1).join(',')}]`],
	['a content type', 200, '?', { 'Content-Type': `${page} ${encodeURIComponent(apiKey)}` }],
	['a redirect', 302, '', { Location: `https://a.example/${page}/${encodeURIComponent(apiKey)}` }],
])('shows no link and no key that comes in %s (C5)', async (_, status, body, headers = {}) => {
	const { error, output } = await meet(status, body, headers);
	for (const shown of [`${error?.message} ${error?.description}`, output]) {
		expect(shown).toMatch(/= ?{{ 6 \* 7 }}{{ \$env\.HOME }}.*evil\.example/);
		expect(shown).not.toMatch(/<(a|img)\b/i);
	}
});

it('puts out no key that comes in a good answer, and leaves expressions as they are (C5)', async () => {
	const echo = { headers: [`Bearer ${apiKey}`], [apiKey]: inText, page };
	const { output, error } = await meet(200, { success: true, ...echo, data: echo });
	expect(error).toBeUndefined();
	expect(output).toContain(page);
});
