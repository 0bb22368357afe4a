import type { INodeParameters } from 'n8n-workflow';

import { answers } from '../support/conducts';
import type { Conduct, FaultyService, ReadRequest } from '../support/FaultyService';
import { hintsOf } from '../support/messengerRun';
import { continues, execute } from './execution';
import { campaignSend, sendToItems } from './operations';
import { people, startService, type Fate } from '../support/service';

const [a, b] = ['+14150000000', '+14150000001'];
const testNumber = '+14159999999';
const refuses = answers(400, { message: 'Bad request' });
const fails = answers(500, { message: 'Internal server error' });

let service: FaultyService;
let fate: Fate;
beforeEach(async () => {
	fate = () => undefined;
	service = await startService((request, position) => fate(request, position));
});
afterEach(async () => await service.close());

/** The fate of the requests that hold a text. */
const withText =
	(text: string, conduct: Conduct): Fate =>
	({ body }: ReadRequest) =>
		JSON.stringify(body).includes(text) ? conduct : undefined;

interface Body {
	content: { template_language: string };
	recipient: Array<{ messenger_number: string }>;
}

/** What has arrived since the last call: a campaign's language, and its recipients. */
function sent(): Array<[language: string, ...numbers: string[]]> {
	const requests = service.requests.splice(0);
	return requests.map(({ body }) => {
		const { content, recipient } = body as Body;
		return [content.template_language, ...recipient.map((each) => each.messenger_number)];
	});
}

const start = async (parameters: INodeParameters, items: object[], mode?: 'manual') =>
	await execute(parameters, { url: service.url, items: items.map((item) => ({ ...item })), mode });

const toItems: INodeParameters = { ...sendToItems, messengerNumber: '={{ $json.number }}' };
const inLanguage = { ...toItems, templateLanguage: '={{ $json.language }}' };
const afresh = { templateLanguage: '={{ $json.next }}' };

it('a Retry as a preview shows what is still to be sent', async () => {
	fate = withText(b, refuses);
	const first = await start({ ...toItems, options: { recipientsPerRequest: 1 } }, [
		{ number: a },
		{ number: a },
		{ number: b },
	]);
	const shown = await first.retry({ parameters: { sendMode: 'preview' } });
	expect(shown.output.map(({ json }) => json)).toMatchObject([
		{ send_status: 'sent', messenger_number: a },
		{ send_status: 'duplicate', messenger_number: a },
		{ send_status: 'preview', request: { body: { recipient: [{ messenger_number: b }] } } },
	]);
	expect(hintsOf(shown.run.run)).toEqual([
		expect.stringContaining('A real run would send to 1 recipient in 1 campaign, at once.'),
	]);
});

describe('who has not got a campaign gets it by a Retry with other parameters', () => {
	it('where a skipped duplicate has moved to that campaign', async () => {
		fate = withText('"de"', refuses);
		const first = await start(inLanguage, [
			{ number: a, language: 'en', next: 'en' },
			{ number: a, language: 'en', next: 'de' },
			{ number: a, language: 'de', next: 'de' },
		]);
		expect(first.error?.context.run).toMatchObject({ accepted: [0], failed: [2] });
		sent();
		fate = () => undefined;
		const second = await first.retry({ parameters: afresh });
		expect(second.error).toBeUndefined();
		expect(sent()).toEqual([['de', a]]);
		expect(second.output[2]?.json).toMatchObject({ success: true });
	});

	it('where another number than its own is uncertain', async () => {
		const each = { ...toItems, options: { recipientsPerRequest: 1 } };
		fate = (_request, position) => (position === 0 ? fails : undefined);
		const first = await start(each, [
			{ number: a, mobile: b },
			{ number: b, mobile: b },
		]);
		service.requests.length = 0;
		const second = await first.retry({ parameters: { messengerNumber: '={{ $json.mobile }}' } });
		expect(sent()).toEqual([['en', b]]);
		expect(second.error?.context.run).toMatchObject({ accepted: [1], uncertain: [0] });
	});

	it('where it was skipped for a test whose item is not in order any more', async () => {
		const test = { ...inLanguage, sendMode: 'testManual', testNumber };
		fate = withText('"de"', refuses);
		const first = await start(
			test,
			[
				{ number: a, language: 'en', next: 'no number' },
				{ number: a, language: 'en', next: a },
				{ number: b, language: 'de', next: b },
			],
			'manual',
		);
		sent();
		fate = () => undefined;
		const parameters = { sendMode: 'send', messengerNumber: '={{ $json.next }}' };
		const second = await first.retry({ parameters, node: continues });
		expect(second.failed.map(({ error }) => error)).toEqual([expect.stringContaining('[item 0]')]);
		expect(sent()).toEqual([
			['en', a],
			['de', b],
		]);
	});
});

describe.each([
	['send', campaignSend],
	['sendToItems', sendToItems],
])('a Retry in mode Send after a test, %s', (_, parameters) => {
	const test = { ...parameters, sendMode: 'testManual', testNumber };

	it('reaches those whose test may have been processed', async () => {
		fate = () => fails;
		const first = await start(test, people(2), 'manual');
		// Both are the same campaign, which a test sends once.
		expect(first.error?.context.run).toMatchObject({ uncertain: [0], failed: [], notSent: [] });
		expect(sent()).toEqual([['en', testNumber]]);
		fate = () => undefined;
		const second = await first.retry({ parameters: { sendMode: 'send' } });
		expect(second.error).toBeUndefined();
		expect(sent().flatMap(([, ...numbers]) => numbers)).toEqual([a, b]);
	});

	it.each([
		['as a whole', { options: { maxRecipients: 1 } }],
		['for an item', { templateLanguage: "={{ $itemIndex === 1 ? '' : 'en' }}" }],
	])('calls no recipient accepted where it is refused %s', async (_reason, changes) => {
		fate = withText('"de"', refuses);
		const items = people(2, (index) => ({ language: ['en', 'de'][index] }));
		const first = await start(
			{ ...test, templateLanguage: '={{ $json.language }}' },
			items,
			'manual',
		);
		expect(first.error?.context.run).toMatchObject({ accepted: [0], failed: [1] });
		sent();
		const second = await first.retry({ parameters: { sendMode: 'send', ...changes } });
		expect(second.error?.description).toMatch(/Nothing was sent\.(<br>|$)/);
		expect(second.error?.context.run).toMatchObject({ accepted: [], notSent: [0, 1] });
		expect(sent()).toEqual([]);
	});
});
