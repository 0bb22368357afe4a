import type { INodeParameters } from 'n8n-workflow';

import { runByEngine2 } from '../support/engine2';
import { interceptService, releaseNetwork } from '../support/interceptedService';
import { baseUrl } from '../support/runNode';
import { caseOf, cases } from './cases';
import { testConformance } from './operations/conformance';
import type { Case } from './operations/operationCase';

/** A case whose time has an offset: the engine loses the workflow's timezone. */
function withOffset({ full, ...its }: Case): Case {
	const time = '2030-01-31T09:30:00';
	const text = JSON.stringify(full.parameters).replace(time, `${time}+01:00`);
	return { ...its, full: { ...full, parameters: JSON.parse(text) as INodeParameters } };
}

// Workflows with an error output are refused by the engine itself.
describe.each(cases)('$name by Engine 2.0 (N1)', (its) =>
	testConformance(withOffset(its), runByEngine2, ['continueRegularOutput']),
);

describe('a campaign by Engine 2.0', () => {
	const sendToItems = 'campaign: sendToItems';
	const { answer } = caseOf(sendToItems);
	afterEach(releaseNetwork);

	const items = [{ number: '+14155550121' }];
	const inSubWorkflow = { mode: 'integrated' } as const;
	const local = { additionalFields: { scheduledAt: '2030-01-31T09:30:00' } };
	const test = { sendMode: 'testManual', testNumber: '+14150000009' };
	it.each<[string, INodeParameters, object, RegExp]>([
		['a time without an offset', local, {}, /'Scheduled At'/],
		['a test in a sub-workflow', test, inSubWorkflow, /Choose Send in Every Run or Preview Only/],
	])('refuses %s, and sends nothing (N3)', async (_, parameters, settings, words) => {
		const service = interceptService(baseUrl, { body: answer });
		const { error } = await runByEngine2(sendToItems, { parameters, items, ...settings });
		expect(`${error?.message}\n${error?.description}`).toMatch(words);
		expect(service.requests).toEqual([]);
	});

	it.each([
		['send', inSubWorkflow, 1],
		['preview', inSubWorkflow, 0],
		['previewManual', { mode: 'manual' } as const, 0],
		['previewManual', {}, 1],
	])('with Send Mode %s and %j sends %i requests (M1, N3)', async (sendMode, settings, count) => {
		const service = interceptService(baseUrl, { body: answer });
		const given = { parameters: { sendMode }, items, ...settings };
		const { error } = await runByEngine2(sendToItems, given);
		expect(error).toBeUndefined();
		expect(service.requests).toHaveLength(count);
	});
});
