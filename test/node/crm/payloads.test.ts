import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, continues, runNode } from '../../support/runNode';
import { caseOf } from '../cases';

/** Items of a CRM as n8n's nodes return them, and the number that each should be sent to. */
interface Payload {
	mapping: Record<'number' | 'country', string>;
	items: Array<{ json: IDataObject }>;
	/** `null` if nothing can be sent; `also_right` has numbers, or `refused`. */
	wanted: Array<{ messenger_number: string | null; also_right?: string[] }>;
}

const folder = join(__dirname, 'payloads');
const asDate = (_: string, value: unknown) =>
	typeof value === 'object' && value !== null && '$date' in value
		? new Date(String(value.$date))
		: value;
const payloads = readdirSync(folder).map((file): [string, Payload] => [
	file.replace('.json', ''),
	JSON.parse(readFileSync(join(folder, file), 'utf8'), asDate) as Payload,
]);

afterEach(releaseNetwork);

const lost: string[] = [];

it.each(payloads)('contacts of %s: no number is read as another one (I1, I2)', async (...given) => {
	const [system, { mapping, items, wanted }] = given;
	interceptService(baseUrl, { body: caseOf('campaign: sendToItems').answer });
	const { output } = await runNode('campaign: sendToItems', {
		parameters: {
			messengerNumber: mapping.number,
			options: { defaultCountry: mapping.country, whenNumberMissing: 'skip' },
		},
		items: items.map(({ json }) => json),
		node: continues,
	});
	expect(output).toHaveLength(wanted.length);
	const wrong = output.flatMap(({ json: { messenger_number: number } }, index) => {
		const { messenger_number: right, also_right: others = [] } = wanted[index]!;
		if (number === undefined) {
			if (right !== null && !others.includes('refused')) lost.push(`${system} ${index}`);
			return [];
		}
		return [right, ...others].includes(number as string) ? [] : [`${index}: ${String(number)}`];
	});
	expect(wrong).toEqual([]);
});

it('and at most two of the 96 are refused though they were wanted', () => {
	expect(payloads.flatMap(([, { items }]) => items)).toHaveLength(96);
	expect(lost.slice(2)).toEqual([]);
});
