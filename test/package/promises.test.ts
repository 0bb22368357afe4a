import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readDocument, root } from './command';

const promised = readDocument('docs/node-contract.md')
	.split('\n')
	.flatMap((line) => /^- \*\*([CDEIMNQR]\d{1,2})\b/.exec(line)?.[1] ?? []);

const texts = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
	.map((name) => readFileSync(join(root, 'test', name), 'utf8'));

/** The numbers in brackets at the end of titles, such as (C5) or (R10, E3). */
const proven = texts.flatMap((text) =>
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

it('no test is left out, but by the version of n8n', () => {
	const leftOut = /\.(skip|todo|fixme|only|failing)\b|\bx(it|test|describe)\b|\/\/ *(it|test)[.(]/g;
	const byVersion = /isNewerThan2_0 \? \S+ : \S+/g;
	expect(texts.flatMap((text) => text.replace(byVersion, '').match(leftOut) ?? [])).toEqual([]);
});
