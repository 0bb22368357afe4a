import { resources } from '../../nodes/Messenger/resources';
import { caseOf } from '../node/cases';
import { continues, retriesOnFail } from '../support/runNode';
import { people, type Fate } from '../support/service';
import {
	accepting,
	endOf,
	failing,
	oneByOne,
	refuses,
	refusing,
	resending,
	retry,
	start,
} from './retrying';
import { ended, run, sendToItems, service, writing } from './scripted';

afterEach(() => jest.restoreAllMocks());

const all = [0, 1, 2, 3, 4];
const allAccepted = 'ok ok ok ok ok';

describe("n8n's Retry (R7, R9)", () => {
	it('holds what may have been processed, in the words of the last try, until it is accepted (R8)', async () => {
		const uncertain = { accepted: [0, 1, 2, 4], uncertain: [3] };
		const ofService = expect.stringMatching(
			/: Internal server error for .*4 of 5 items were accepted/,
		);
		const ofRefusal = expect.stringMatching(/^May have been sent: Bad request/);
		const first = await start(failing(3), writing);
		expect(endOf(first)).toEqual({ sent: all, ...uncertain });
		expect(first.error).toMatchObject({ httpCode: '500', message: ofService });
		const held = await retry(first, accepting);
		expect(endOf(held)).toEqual({ sent: [], ...uncertain });
		expect(held.error).toMatchObject({ httpCode: '500', message: ofService });
		const refused = await retry(held, refusing(3), { parameters: resending });
		expect(endOf(refused)).toEqual({ sent: [3], ...uncertain });
		expect(refused.error).toMatchObject({ httpCode: '400', message: ofRefusal });
		const heldAgain = await retry(refused, accepting, { parameters: oneByOne });
		expect(endOf(heldAgain)).toEqual({ sent: [], ...uncertain });
		expect(heldAgain.error).toMatchObject({ httpCode: '400', message: refused.error!.message });
		const last = await retry(heldAgain, accepting, { parameters: resending });
		expect(endOf(last)).toEqual({ sent: [3], rows: allAccepted });
	});

	it('holds it in a preview, too (R8)', async () => {
		const first = await start(failing(1), sendToItems, { items: people(2) });
		expect(endOf(first)).toEqual({ sent: [0, 1], accepted: [0], uncertain: [1] });
		const preview = { parameters: { ...resending, sendMode: 'preview' } };
		const previewed = await retry(first, accepting, preview);
		expect(endOf(previewed)).toEqual({ sent: [], accepted: [0], uncertain: [1] });
		const real = { parameters: { ...resending, sendMode: 'send' } };
		expect(endOf(await retry(previewed, accepting, real))).toEqual({
			sent: [1],
			rows: 'sent sent',
		});
	});

	it('forgets nothing that was accepted where a defect throws twice, nor what was on its way', async () => {
		const [event] = resources.find(({ value }) => value === 'event')!.operations;
		const { toItems } = event!;
		let read = 0;
		jest.spyOn(event!, 'toItems').mockImplementation((...given) => {
			if ((read += 1) === 2) throw new Error('A defect');
			return toItems(...given);
		});
		jest.spyOn(event!, 'about').mockImplementationOnce(() => {
			throw new Error('Another defect');
		});
		service.fate = accepting;
		const first = await run(writing, { items: 5 });
		expect(first.error?.message).toBe('Another defect');
		expect(service.requests.length).toBeGreaterThan(2);
		jest.restoreAllMocks();
		const { accepted, uncertain } = ended(await first.retry());
		expect([accepted?.length, uncertain?.length]).toEqual([4, 1]);
		expect(service.sent()).toEqual({ 0: 1, 1: 1, 2: 1, 3: 1, 4: 1 });
	});
});

describe('Retry On Fail (R7)', () => {
	it('never sends what may have been processed', async () => {
		const execution = await start(
			failing(3),
			{ ...writing, ...resending },
			{ node: retriesOnFail },
		);
		expect(endOf(execution)).toEqual({ sent: all, accepted: [0, 1, 2, 4], uncertain: [3] });
	});

	// n8n tries again where the first item failed.
	it('with Continue sends a refused first item again, and no other', async () => {
		const node = { ...retriesOnFail, ...continues };
		const execution = await start(refusing(0), writing, { node });
		expect(endOf(execution)).toEqual({ sent: [0, 0, ...all], rows: 'error ok ok ok ok' });
	});
});

describe("n8n's Retry of a campaign (R7)", () => {
	const byLanguage = { ...sendToItems, templateLanguage: '={{ $json.language }}' };
	const oneEach = { options: { recipientsPerRequest: 1 } };
	const testing = { sendMode: 'testManual', testNumber: '+14150000009' };
	const [a, b] = people(2).map(({ number }) => number);
	const refusingGerman: Fate = ({ body }) =>
		JSON.stringify(body).includes('"de"') ? refuses : undefined;

	it('skips the duplicate of what was accepted, still, though its campaign is another one now', async () => {
		const items = [a, a, b].map((number) => ({ number }));
		const first = await start(refusing(1), { ...sendToItems, ...oneEach }, { items });
		expect(endOf(first)).toEqual({ sent: [0, 1], accepted: [0], failed: [2] });
		const parameters = { templateLanguage: 'de' };
		const second = await retry(first, accepting, { parameters });
		expect(endOf(second)).toEqual({ sent: [1], rows: 'sent duplicate sent' });
	});

	it('sends to nobody again for whom other parameters make another item the same message (R12)', async () => {
		const items = [
			{ number: a, language: 'en' },
			{ number: b, language: 'de' },
			{ number: a, language: 'de' },
		];
		const first = await start(refusing(1), { ...byLanguage, ...oneEach }, { items });
		expect(endOf(first)).toEqual({ sent: [0, 1], accepted: [0], failed: [1], notSent: [2] });
		const second = await retry(first, accepting, { parameters: { templateLanguage: 'en' } });
		expect(endOf(second)).toEqual({ sent: [1], rows: 'sent sent duplicate' });
	});

	it('sends nothing accepted again by the other operation', async () => {
		const first = await start(refusing(2), sendToItems, { items: people(3) });
		expect(endOf(first)).toEqual({ sent: [0, 1, 2], accepted: [0, 1], failed: [2] });
		const { parameters } = caseOf('campaign: send');
		const second = await retry(first, accepting, { parameters });
		expect(endOf(second)).toEqual({ sent: [2], rows: 'sent sent sent' });
	});

	it('says nothing, by a refused test, of what an earlier try may have sent (R8)', async () => {
		const settings = { items: people(1), mode: 'manual' } as const;
		const first = await start(failing(0), { ...sendToItems, sendMode: 'send' }, settings);
		expect(endOf(first)).toEqual({ sent: [0], uncertain: [0] });
		const test = await retry(first, () => refuses, { parameters: { ...resending, ...testing } });
		expect(endOf(test)).toEqual({ sent: [9], failed: [0] });
	});

	it.each([
		['tests again', testing, { sent: [9, 9], rows: 'test test duplicate' }],
		[
			'reaches all, each campaign once',
			{ sendMode: 'send' },
			{ sent: [0, 1], rows: 'sent sent duplicate' },
		],
	])('that was a test, and stays a manual run, %s (M1, M3)', async (_, parameters, end) => {
		const items = [
			{ number: a, language: 'en' },
			{ number: b, language: 'de' },
			{ number: a, language: 'en' },
		];
		const settings = { items, mode: 'manual' } as const;
		const first = await start(refusingGerman, { ...byLanguage, ...testing }, settings);
		expect(endOf(first)).toEqual({ sent: [9, 9], accepted: [0], failed: [1] });
		expect(endOf(await retry(first, accepting, { parameters }))).toEqual(end);
	});
});
