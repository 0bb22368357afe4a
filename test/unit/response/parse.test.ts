import type { IDataObject } from 'n8n-workflow';

import { keyMask, unmasked } from '../../../nodes/Messenger/input/keyMask';
import {
	contentType,
	dataArray,
	dataObject,
	parseBody,
	saysFailure,
	serviceMessage,
	wholeBody,
} from '../../../nodes/Messenger/response/parse';
import { asSentence, cut } from '../../../nodes/Messenger/response/wording';
import { response, unbounded } from '../../support/reader';

const tooLarge = { excess: 'more than 1 MB' };

it.each([
	['{"a":1}', { json: { a: 1 } }],
	[' [1] ', { json: [1] }],
	['null', { json: null }],
	['', { notJson: 'empty' }],
	[' \r\n', { notJson: 'empty' }],
	['<html></html>', { notJson: 'text' }],
	['{"a":', { notJson: 'text' }],
	['[['.repeat(32) + '1' + ']]'.repeat(32), { json: expect.any(Array) as unknown }],
	['['.repeat(65), { tooLarge: { excess: 'nested deeper than 64 levels' } }],
	[`[${'0,'.repeat(199_999)}0]`, { tooLarge: { excess: 'more than 200,000 values' } }],
])('the body %.20j is read as %.60j', (text, body) => {
	expect(parseBody(response(200, text), unbounded(), 1)).toEqual(body);
});

it('a body that is too large is not parsed', () => {
	expect(parseBody({ ...response(200, '{}'), tooLarge }, unbounded(), 1)).toEqual({ tooLarge });
});

it('a body counts once more for each further item that it becomes an output of', () => {
	const budget = { bytesLeft: 10 };
	expect(parseBody(response(200, '[1,2]'), budget, 1)).toEqual({ json: [1, 2] });
	expect(budget.bytesLeft).toBe(10);
	expect(parseBody(response(200, '[1,2]'), budget, 3)).toEqual({ json: [1, 2] });
	expect(budget.bytesLeft).toBe(0);
	expect(parseBody(response(200, '1'), budget, 2)).toEqual({
		tooLarge: { excess: 'more than 256 MB together', isRun: true },
	});
});

it.each<[name: string, form: typeof wholeBody, body: unknown, items: IDataObject[]]>([
	['dataObject', dataObject, { message: 'ok', data: { email: 'a@b' } }, [{ email: 'a@b' }]],
	['dataArray', dataArray, { data: [{ a: 1 }, { a: 2 }] }, [{ a: 1 }, { a: 2 }]],
	['dataArray', dataArray, { data: [] }, []],
	['wholeBody', wholeBody, { success: true, id: '1' }, [{ success: true, id: '1' }]],
])('%s takes the items from a body', (_, form, body, items) => {
	expect(form(body)).toEqual(items);
});

it.each<[name: string, form: typeof wholeBody, bodies: unknown[]]>([
	['dataObject', dataObject, [{}, { data: null }, { data: [] }, { data: 'text' }, [{}]]],
	['dataArray', dataArray, [{}, { data: {} }, { data: [{}, 1] }, { data: [null] }, [{}]]],
	['wholeBody', wholeBody, [[]]],
])('%s knows no body of another form', (_, form, bodies) => {
	for (const body of [...bodies, null, undefined, 'text', 1]) {
		expect([body, form(body)]).toEqual([body, undefined]);
	}
});

describe("the service's own words", () => {
	it.each([
		[{ message: 'Bad request' }, 'Bad request'],
		[{ detail: 'Not provided.' }, 'Not provided.'],
		[{ detail: 'second', message: 'first' }, 'first'],
		[{ message: '', detail: 'second' }, 'second'],
		[{ message: { nested: true }, detail: 'second' }, 'second'],
		[{ message: 42 }, undefined],
		[{}, undefined],
		[['text'], undefined],
		[null, undefined],
		['text', undefined],
	])('in %j are %j', (json, words) => {
		expect(serviceMessage({ json }, unmasked)).toBe(words);
	});

	it('are cut when they are long', () => {
		const json = { message: 'x'.repeat(201) };
		expect(serviceMessage({ json }, unmasked)).toBe(`${'x'.repeat(200)}…`);
	});

	it('are none in a body that is no JSON', () => {
		expect(serviceMessage({ notJson: 'text' }, unmasked)).toBeUndefined();
	});
});

it.each([
	[{ json: { success: false } }, true],
	[{ json: { success: true } }, false],
	[{ json: { success: 'false' } }, true],
	[{ json: { success: 'true' } }, true],
	[{ json: { success: null } }, true],
	[{ json: { success: 0 } }, true],
	[{ json: {} }, false],
	[{ json: [{ success: false }] }, false],
	[{ json: null }, false],
	[{ notJson: 'text' as const }, false],
])('%j says failure: %s', (body, says) => {
	expect(saysFailure(body)).toBe(says);
});

it.each([
	[{ 'content-type': 'text/html; charset=utf-8' }, 'text/html'],
	[{ 'content-type': ' application/json ' }, 'application/json'],
	[{ 'content-type': '' }, 'no content type'],
	[{ 'content-type': ' ;' }, 'no content type'],
	[{}, 'no content type'],
])('the content type in %j is named %j', (headers, name) => {
	expect(contentType(response(200, '', headers), unmasked)).toBe(name);
});

it('a content type is named without the key, of which a semicolon is a part', () => {
	const headers = { 'content-type': 'text/a;key=;1' };
	expect(contentType(response(200, '', headers), keyMask('a;key=;1'))).toBe('text/[API key]');
});

it.each([
	['Not found', 'Not found.'],
	['Not found.', 'Not found.'],
	['Why? Nobody knows', 'Why? Nobody knows.'],
	['xxx…', 'xxx…'],
])('%j as a sentence is %j', (text, sentence) => {
	expect(asSentence(text)).toBe(sentence);
});

it('a text is shown whole with 200 characters, and cut after them', () => {
	expect(cut('x'.repeat(200))).toBe('x'.repeat(200));
	expect(cut('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
	expect(cut(`${'x'.repeat(199)}😀`)).toBe(`${'x'.repeat(199)}…`);
});
