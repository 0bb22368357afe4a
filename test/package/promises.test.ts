import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command';
import { readDocument } from './documents';

/** The numbers of a text's promises, such as C5 or R10. */
const numbersIn = (text: string) => text.match(/\b[CQMIER]\d{1,2}\b/g) ?? [];

const promised = readDocument('docs/node-contract.md')
	.split('\n')
	.flatMap((line) => /^- \*\*([CQMIER]\d{1,2})\b/.exec(line)?.[1] ?? []);

const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
	.filter((name) => /\.(test|e2e)\.ts$/.test(name) && !name.includes('node_modules'))
	.map((name) => readFileSync(join(root, 'test', name), 'utf8'));

/** What the titles of blocks and tests prove: the numbers in brackets at their end. */
const proven = tests
	.flatMap((text) => text.match(/\(([CQMIER]\d{1,2}(?:, )?)+\)['"`]/g) ?? [])
	.flatMap(numbersIn);

it('every promise of the contract has a test with its number', () => {
	expect(promised.length).toBeGreaterThan(30);
	expect(promised.filter((number) => !proven.includes(number))).toEqual([]);
});

it('no test has the number of a promise that there is not', () => {
	expect(proven.filter((number) => !promised.includes(number))).toEqual([]);
});
