import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, continues, runNode } from '../../support/runNode';
import { caseOf } from '../cases';

/** Items of a CRM as n8n's nodes give them, and what should be sent for each. */
interface Payload {
	mapping: Record<'number' | 'email' | 'first_name' | 'name' | 'country', string>;
	items: Array<{ json: IDataObject }>;
	wanted: Wanted[];
}

interface Wanted {
	/** `null` if nothing can be sent to a phone. */
	messenger_number: string | null;
	email?: string | null;
	first_name?: string | null;
	/** Where it is absent, the first name. */
	name?: string | null;
	/** Other outcomes that are right: `refused`, or a number. */
	also_right?: string[];
	number_missing?: boolean;
	duplicate_of_item?: number;
}

/** The body that arrived for an item; `refused` if none did. */
type Outcome = IDataObject | 'refused';

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

/** The bodies that arrive for the items of a CRM, and the rows of the output. */
async function run(name: string, parameters: INodeParameters, { items }: Payload) {
	const service = interceptService(baseUrl, { body: caseOf(name).answer });
	const { output, error } = await runNode(name, {
		parameters: { ...parameters, requestOptions: { maxConcurrency: 1 } },
		items: items.map(({ json }) => json),
		node: continues,
	});
	expect(error).toBeUndefined();
	const bodies = service.requests.map(({ body }) => body as IDataObject);
	return { bodies, rows: output.map(({ json }) => json) };
}

/** Each item's contact of its event. */
async function eventsOf(payload: Payload): Promise<Outcome[]> {
	const { number, email, name, country } = payload.mapping;
	const parameters = {
		contactMessengerNumber: number,
		contactEmail: email,
		contactName: name,
		options: { defaultCountry: country },
	};
	const { bodies, rows } = await run('event: send', parameters, payload);
	return rows.map(({ error }) => (error ? 'refused' : (bodies.shift()!.contact as IDataObject)));
}

/** Each item's recipient of one campaign; of a duplicate, the one whose number it has. */
async function recipientsOf(payload: Payload): Promise<Outcome[]> {
	const { number, email, name, first_name, country } = payload.mapping;
	const parameters = {
		messengerNumber: number,
		recipientFields: { firstName: first_name, name, email },
		options: { defaultCountry: country, whenNumberMissing: 'skip' },
	};
	const { bodies, rows } = await run('campaign: sendToItems', parameters, payload);
	expect(bodies.length).toBeLessThanOrEqual(1);
	const sent = bodies.flatMap(({ recipient }) => recipient as IDataObject[]);
	return rows.map(({ error, send_status, duplicate_of_item: first, messenger_number }, index) => {
		expect(first).toBe(payload.wanted[index]?.duplicate_of_item);
		if (error || send_status === 'no_number') return 'refused';
		return sent.find((recipient) => recipient.messenger_number === messenger_number)!;
	});
}

/** The mistakes in an outcome, if there are any. */
function mistakesIn(outcome: Outcome, wanted: Wanted, isEvent: boolean): string[] {
	if (outcome === 'refused') return [];
	const { also_right: alsoRight = [], first_name, name = first_name, email } = wanted;
	// An event that may be refused may as well be sent without the number (D1).
	const isOptional = isEvent && alsoRight.includes('refused');
	const numbers = [wanted.messenger_number, ...alsoRight, ...(isOptional ? [null] : [])];
	const right: Record<string, unknown[]> = { messenger_number: numbers };
	// A duplicate has the fields of its first item.
	if (isEvent || wanted.duplicate_of_item === undefined) {
		// Where nothing can be sent to a phone, not everything is said.
		const hasNumber = wanted.messenger_number !== null;
		if (hasNumber || email !== null) right.email = [email];
		if (hasNumber || 'name' in wanted) right.name = [name];
		if (!isEvent) right.first_name = [first_name];
	}
	return Object.entries(right).flatMap(([field, values]) => {
		const value = outcome[field] ?? null;
		return values.some((one) => (one ?? null) === value) ? [] : [`${field}: ${String(value)}`];
	});
}

/** True if an item is refused though its message was wanted. */
function isLost(outcome: Outcome, wanted: Wanted, isEvent: boolean): boolean {
	if (outcome !== 'refused') return false;
	const mayBeRefused = wanted.messenger_number === null || wanted.also_right?.includes('refused');
	// Its email is enough for an event where the number is empty.
	return !mayBeRefused || (isEvent && wanted.number_missing === true && wanted.email !== null);
}

describe.each([
	['events', eventsOf],
	['campaigns', recipientsOf],
])(
	'96 contacts as CRMs give them, mapped by dragging their fields, as %s (I1, I2, D1)',
	(what, send) => {
		const lost: string[] = [];

		it.each(payloads)('of %s: nothing wrong is sent', async (system, payload) => {
			const outcomes = await send(payload);
			expect(outcomes).toHaveLength(payload.wanted.length);
			const mistakes = outcomes.map((outcome, index) =>
				mistakesIn(outcome, payload.wanted[index]!, what === 'events'),
			);
			outcomes.forEach((outcome, index) => {
				if (isLost(outcome, payload.wanted[index]!, what === 'events'))
					lost.push(`${system} ${index}`);
			});
			expect(mistakes).toEqual(payload.wanted.map(() => []));
		});

		it('and at most two are refused though they were wanted', () => {
			expect(payloads.flatMap(([, { items }]) => items)).toHaveLength(96);
			expect(lost.slice(2)).toEqual([]);
		});
	},
);
