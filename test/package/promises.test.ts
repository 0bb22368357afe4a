import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readDocument, root } from './command';

const promised = readDocument('docs/node-contract.md')
	.split('\n')
	.flatMap((line) => /^- \*\*([CDEIMNQR]\d{1,2})\b/.exec(line)?.[1] ?? []);

const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
	.filter((name) => /\.(test|slow|e2e)\.ts$/.test(name) && !name.includes('node_modules'))
	.map((name) => readFileSync(join(root, 'test', name), 'utf8'));

/** The numbers in brackets at the end of titles, such as (C5) or (R10, E3). */
const proven = tests.flatMap((text) =>
	[...text.matchAll(/\(((?:[CDEIMNQR]\d{1,2}(?:, )?)+)\)['"`]/g)].flatMap(([, numbers]) =>
		numbers!.split(', '),
	),
);

it('every promise of the contract has a test with its number', () => {
	expect(promised.length).toBeGreaterThan(30);
	expect(promised.filter((number) => !proven.includes(number))).toEqual([]);
});

it('no test has the number of a promise that there is not', () => {
	expect(proven.filter((number) => !promised.includes(number))).toEqual([]);
});

it('no test is left out', () => {
	const leftOut = /\b(it|test|describe)(\.\w+)*\.(skip|todo|fixme|only)[(.]|^\s*\/\/ *(it|test)\(/m;
	expect(tests.flatMap((text) => leftOut.exec(text)?.[0] ?? [])).toEqual([]);
});
