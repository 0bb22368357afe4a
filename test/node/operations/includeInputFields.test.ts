import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { runIntercepted } from '../../support/runIntercepted';
import { continues, type RunSettings } from '../../support/runNode';
import { cases } from '../cases';

/** A row as a CRM gives it, with names that this node writes, too. */
const person = (changes: IDataObject = {}): IDataObject => ({
	id: 7,
	message: 'a note',
	details: { vip: true },
	template: 'own',
	send_status: 'sent',
	owner: { name: 'Ina', since: null },
	email: 'anna.schmidt@example.com',
	number: '+14155550200',
	...changes,
});
const toErrorOutput: Partial<INode> = { onError: 'continueErrorOutput' };
const refusal = { status: 400, body: { message: 'Bad request' } };
const failed = { error: expect.any(String), message: expect.any(String) };

const withOption = cases.filter(({ full }) =>
	JSON.stringify(full.parameters).includes('includeInputFields'),
);

describe.each(withOption)('$name with Include Input Fields', (its) => {
	const good = { body: its.answer };
	const bad = person(its.bad.fields);
	const other = person({ number: '+14155550201' });

	const run = async (settings: RunSettings, ...answers: object[]) => {
		const parameters: INodeParameters = {
			...its.marked,
			options: { ...(its.marked.options as IDataObject), includeInputFields: true },
			requestOptions: { maxConcurrency: 1 },
		};
		const execution = await runIntercepted(parameters, settings, ...answers);
		return { ...execution, apart: execution.errorOutput.map(({ json }) => json) };
	};

	it('names that field anew for all, if an item has it already', async () => {
		const second = person({ messenger: 1, number: '+14155550201' });
		const { json } = await run({ items: [person(), second] }, good);
		expect(json.map((row) => Object.keys(row).at(-1))).toEqual(['messenger_2', 'messenger_2']);
		expect(json[1]).toMatchObject({ messenger: 1 });
	});

	it('refuses an item that is too large for the output, before anything is sent (Q6)', async () => {
		const nested = Array.from({ length: 70 }).reduce<IDataObject>((inner) => ({ inner }), {});
		const { json } = await run({ items: [person({ nested }), person()], node: continues }, good);
		const error = expect.stringContaining("'Include Input Fields' is too large: nested") as string;
		const details = { state: 'not sent', parameter: 'includeInputFields' };
		expect(json).toMatchObject([{ messenger: { error, details } }, { messenger: its.output }]);
	});

	it.each([
		['bad input', bad, [good]],
		['a refusal', other, [refusal, good]],
	])(
		'does so for an item that failed by %s, but for the error output',
		async (_, item, answers) => {
			const items = [item, person()];
			const sent = { ...person(), messenger: its.output };
			const goesOn = await run({ items, node: continues }, ...answers);
			const messenger = { ...failed, details: expect.any(Object) };
			expect(goesOn.json).toEqual([{ ...item, messenger }, sent]);
			// n8n moves an item only if it has no other fields, and adds those of the input itself.
			const parted = await run({ items, node: toErrorOutput }, ...answers);
			expect(parted.json).toEqual([sent]);
			expect(parted.apart).toEqual([expect.objectContaining({ id: 7, ...failed })]);
		},
	);

	it('does so where the credential keeps back all items, with "Continue"', async () => {
		const credential = { baseUrl: 'no URL' };
		const { json } = await run({ items: [person()], node: continues, credential });
		expect(json).toEqual([{ ...person(), messenger: expect.objectContaining(failed) }]);
	});
});
