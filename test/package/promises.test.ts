import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { root } from './command';
import { readDocument } from './documents';

const promised = readDocument('docs/node-contract.md')
	.split('\n')
	.flatMap((line) => /^- \*\*([CDEIMQR]\d{1,2})\b/.exec(line)?.[1] ?? []);

/** The numbers in brackets at the end of titles, such as C5 or R10: not of tests that are skipped or commented out. */
function provenBy(text: string): string[] {
	const proven: string[] = [];
	const look = (node: ts.Node): void => {
		if (
			ts.isCallExpression(node) &&
			/\b(skip|todo)\b|^x(it|describe)\b/.test(node.expression.getText())
		)
			return;
		if (ts.isStringLiteralLike(node)) {
			const [, numbers = ''] = /\(((?:[CDEIMQR]\d{1,2}(?:, )?)+)\)$/.exec(node.text) ?? [];
			proven.push(...numbers.split(', ').filter((number) => number));
		}
		ts.forEachChild(node, look);
	};
	look(ts.createSourceFile('', text, ts.ScriptTarget.Latest, true));
	return proven;
}

const proven = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
	.filter((name) => /\.(test|e2e)\.ts$/.test(name) && !name.includes('node_modules'))
	.flatMap((name) => provenBy(readFileSync(join(root, 'test', name), 'utf8')));

it('every promise of the contract has a test with its number', () => {
	expect(promised.length).toBeGreaterThan(30);
	expect(promised.filter((number) => !proven.includes(number))).toEqual([]);
});

it('no test has the number of a promise that there is not', () => {
	expect(proven.filter((number) => !promised.includes(number))).toEqual([]);
});

it('a test that does not run proves nothing', () => {
	const running = `it('a (C1)', act); it.each(rows)('%s (C2, E5)', act);`;
	const others = `it.skip('b (C3)', act); xdescribe('c', () => it('d (C4)', act)); // it('e (C5)');`;
	expect(provenBy(running + others)).toEqual(['C1', 'C2', 'E5']);
});
