import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, continues, runNode, type RunSettings } from '../../support/runNode';
import { cases } from '../cases';

afterEach(releaseNetwork);

/** Fields of a CRM, and such as this node or an earlier one like it writes. */
const ofCrm = { crm_id: 7, tags: ['a'], owner: { name: 'Ina' }, since: null };
const ofNode = {
	error: 'old',
	message: 'old',
	details: { state: 'failed' },
	left_out: { email: 'old' },
	duplicate_of_item: 9,
	send_status: 'sent',
};
/** Fields that only one operation writes, maybe in a preview only. */
const ofOne: Record<string, string> = {
	'email: verify': 'status checked_at',
	'event: send': 'success',
	'campaign: sendToItems':
		'success messenger_number scheduled_at from_number template language request',
};
const namesOfOne = Object.values(ofOne).join(' ').split(' ');
const person = (changes: IDataObject = {}): IDataObject => ({
	...ofCrm,
	...ofNode,
	...Object.fromEntries(namesOfOne.map((name) => [name, 'old'])),
	email: 'anna.schmidt@example.com',
	number: '+14155550200',
	...changes,
});
const toErrorOutput: Partial<INode> = { onError: 'continueErrorOutput' };
const refusal = { status: 400, body: { message: 'Bad request' } };
const failed = { error: expect.any(String), message: expect.any(String) };
const includes = { options: { includeInputFields: true } };

const withOption = cases.filter(({ full }) =>
	JSON.stringify(full.parameters).includes('includeInputFields'),
);

describe.each(withOption)('$name', (its) => {
	const good = { body: its.answer };
	const own = [...Object.keys(ofNode), ...ofOne[its.name]!.split(' ')];
	const taken = (item: IDataObject) =>
		Object.fromEntries(Object.entries(item).filter(([field]) => !own.includes(field)));
	const bad = person(its.bad.fields);
	const other = person({ number: '+14155550201' });

	const run = async (settings: RunSettings, ...answers: object[]) => {
		interceptService(baseUrl, ...answers);
		const parameters: INodeParameters = {
			...its.marked,
			options: { ...(its.marked.options as IDataObject), ...includes.options },
			requestOptions: { maxConcurrency: 1 },
		};
		const execution = await runNode(parameters, settings);
		const jsonOf = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json);
		return { ...execution, json: jsonOf(execution.output), apart: jsonOf(execution.errorOutput) };
	};

	it('adds the fields of the item, but none that the node writes', async () => {
		const { json, output } = await run({ items: [person()] }, good);
		expect(json).toEqual([{ ...taken(person()), ...its.output }]);
		expect(output[0]?.pairedItem).toEqual({ item: 0 });
	});

	it('refuses an item that is too large for the output, before anything is sent (Q6)', async () => {
		const nested = Array.from({ length: 70 }).reduce<IDataObject>((inner) => ({ inner }), {});
		const { json } = await run({ items: [person({ nested }), person()], node: continues }, good);
		const error = expect.stringContaining("'Include Input Fields' is too large: nested");
		const details = { state: 'not sent', parameter: 'includeInputFields' };
		const output = [
			{ ...failed, error, details },
			{ ...taken(person()), ...its.output },
		];
		expect(json).toEqual(output);
	});

	it.each([
		['bad input', bad, [good]],
		['a refusal', other, [refusal, good]],
	])('adds them to an item that failed by %s, with "Continue"', async (_, item, answers) => {
		const { json } = await run({ items: [item, person()], node: continues }, ...answers);
		expect(json).toEqual([
			{ ...taken(item), ...failed, ...('details' in json[0]! && { details: expect.any(Object) }) },
			{ ...taken(person()), ...its.output },
		]);
	});

	it('adds them where the credential keeps back all items, with "Continue"', async () => {
		const credential = { baseUrl: 'no URL' };
		const { json } = await run({ items: [person()], node: continues, credential });
		expect(json).toEqual([expect.objectContaining({ ...taken(person()), ...failed })]);
	});

	// n8n moves an item only if it has no other fields, and adds those of the input itself.
	it.each([
		['bad input', bad, [good]],
		['a refusal', other, [refusal, good]],
	])('leaves an item that failed by %s to the error output', async (_, item, answers) => {
		const { json, apart } = await run({ items: [item, person()], node: toErrorOutput }, ...answers);
		expect(json).toEqual([{ ...taken(person()), ...its.output }]);
		expect(apart).toEqual([expect.objectContaining({ ...ofCrm, ...failed })]);
		expect(apart[0]?.error).not.toBe('old');
	});
});
