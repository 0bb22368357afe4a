import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { InvalidInput } from '../../../nodes/runtime/input/InvalidInput';
import { readPhoneNumber } from '../../../nodes/runtime/input/phoneNumber';

interface Payload {
	mapping: { number: string; country: string };
	items: Array<{ json: unknown }>;
	wanted: Array<{ messenger_number: string | null; also_right?: string[] }>;
}

const folder = join(__dirname, '..', '..', 'node', 'crm', 'payloads');
const name = { name: 'messengerNumber', displayName: 'Recipient Number' };
const parameter = { name: 'defaultCountry', displayName: 'Country of Local Numbers' };

/** A value, or what an expression that only reads fields returns; n8n reads nothing of nothing as undefined. */
function evaluated(text: string, json: unknown): unknown {
	const [, path] = /^=\{\{ (.*) \}\}$/.exec(text) ?? [];
	if (path === undefined) return text;
	try {
		return new Function('$json', `return ${path}`)(json) as unknown;
	} catch {
		return undefined;
	}
}

/** The number that is sent; "refused" where none is. */
function sent({ mapping }: Payload, json: unknown) {
	const country = { value: evaluated(mapping.country, json), parameter };
	try {
		return readPhoneNumber(evaluated(mapping.number, json), name, country).number || 'refused';
	} catch (error) {
		if (error instanceof InvalidInput) return 'refused';
		throw error;
	}
}

const outcomes = readdirSync(folder).flatMap((file) => {
	const payload = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Payload;
	return payload.items.map(({ json }, index) => {
		const { messenger_number: number, also_right: others = [] } = payload.wanted[index]!;
		const outcome = sent(payload, json);
		return {
			where: `${file} ${index}: ${outcome}`,
			outcome,
			isWanted: outcome === (number ?? 'refused'),
			isRight: outcome === (number ?? 'refused') || others.includes(outcome),
		};
	});
});

describe("contacts' numbers as CRMs give them (I1)", () => {
	it('are those of 96 contacts', () => {
		expect(outcomes).toHaveLength(96);
	});

	it('are never read as another number', () => {
		const wrong = outcomes.filter(({ outcome, isRight }) => outcome !== 'refused' && !isRight);
		expect(wrong.map(({ where }) => where)).toEqual([]);
	});

	it('are refused only where they cannot be read', () => {
		expect(outcomes.filter(({ isWanted }) => !isWanted).map(({ where }) => where)).toEqual([]);
	});
});
