import fc from 'fast-check';

import { foreignText } from '../../nodes/Messenger/foreignText';
import { dataArray, dataObject, wholeBody } from '../../nodes/Messenger/response/forms';
import {
	contentType,
	cut,
	parseBody,
	saysFailure,
	serviceMessage,
} from '../../nodes/Messenger/response/parse';
import { ranges } from '../../nodes/Messenger/run/summary';
import { responseWithoutKey, withoutKey } from '../../nodes/Messenger/response/withoutKey';
import { lookUp, problemOf, read, readerKey, response, sendOut } from '../support/reader';
import { anyJson, anyText } from './values';

const anyBody = fc.oneof(
	anyText,
	anyJson.map((json) => JSON.stringify(json)),
	fc
		.record(
			{ success: fc.boolean(), message: anyJson, detail: anyJson, data: anyJson },
			{ requiredKeys: [] },
		)
		.map((json) => JSON.stringify(json)),
);

describe('a body', () => {
	it('is the JSON that it holds, or said to be none', () => {
		fc.assert(
			fc.property(anyBody, (text) => {
				const body = parseBody(response(200, text));
				if ('json' in body) expect(body.json).toEqual(JSON.parse(text));
				else if (body.notJson === 'empty') expect(text.trim()).toBe('');
				else expect(() => JSON.parse(text) as unknown).toThrow();
			}),
		);
	});

	it("gives the service's words in at most 200 characters and a mark", () => {
		const words = fc.oneof(anyJson, fc.string({ maxLength: 500 }));
		fc.assert(
			fc.property(fc.record({ message: words, detail: words }, { requiredKeys: [] }), (json) => {
				const said = serviceMessage({ json });
				expect((said ?? '').length).toBeLessThanOrEqual(201);
				const texts = [json.message, json.detail]
					.filter((text) => typeof text === 'string')
					.map((text) => cut(foreignText(text)));
				expect(said).toBe(texts.find((text) => text !== ''));
			}),
		);
	});

	it('gives items that are objects, or none', () => {
		fc.assert(
			fc.property(anyJson, (json) => {
				for (const form of [dataObject, dataArray, wholeBody]) {
					for (const item of form(json) ?? []) {
						expect(Object.prototype.toString.call(item)).toBe('[object Object]');
					}
				}
			}),
		);
	});
});

describe('a content type', () => {
	it('is always something to name', () => {
		fc.assert(
			fc.property(fc.option(anyText, { nil: undefined }), (header) => {
				expect(contentType(response(200, '', { 'content-type': header }))).not.toBe('');
			}),
		);
	});
});

describe('any answer', () => {
	const headers = fc.record({ 'content-type': anyText, location: anyText }, { requiredKeys: [] });

	it('becomes items or a problem with a message, and the key is in none of its words', () => {
		const withKey = anyBody.map((body) => body + readerKey);
		fc.assert(
			fc.property(
				fc.integer({ min: 200, max: 599 }),
				fc.oneof(anyBody, withKey),
				headers,
				fc.boolean(),
				(status, body, head, readOnly) => {
					const reader = readOnly ? lookUp : sendOut;
					const reading = read(response(status, body, head), reader);
					if (reading.state === 'accepted') {
						expect(status).toBeLessThan(300);
						expect(saysFailure(parseBody(response(status, body)))).toBe(false);
						return;
					}
					const { message, advice, httpCode } = problemOf(response(status, body, head), reader);
					expect(message).not.toBe('');
					expect(httpCode).toBe(String(status));
					expect([message, ...advice].join(' ')).not.toContain(readerKey);
					// A refusal was surely not processed; a good or a failed answer may have been.
					if (readOnly || (status >= 300 && status < 500)) expect(reading.state).toBe('failed');
				},
			),
			{ numRuns: 2_000 },
		);
	});
});

describe('the key', () => {
	const key = fc.stringMatching(/^sk-[a-z0-9]{5,20}$/);

	it('is taken out wherever it stands, and nothing else is', () => {
		fc.assert(
			fc.property(key, fc.array(anyText), (apiKey, texts) => {
				fc.pre(texts.every((text) => !text.includes(apiKey)));
				expect(withoutKey(texts.join(apiKey), apiKey)).toBe(texts.join('[API key]'));
			}),
		);
	});

	it('is taken out of what an error may quote of an answer', () => {
		fc.assert(
			fc.property(key, anyText, anyText, (apiKey, before, after) => {
				const text = before + apiKey + after;
				const { body, headers } = responseWithoutKey(
					response(200, text, { location: text }),
					apiKey,
				);
				expect(body + headers.location).not.toContain(apiKey);
			}),
		);
	});
});

describe('item numbers', () => {
	const numbers = fc.uniqueArray(fc.nat({ max: 60 })).map((items) => items.sort((a, b) => a - b));

	it('are named in ranges from which they can be read again', () => {
		fc.assert(
			fc.property(numbers, (items) => {
				const text = ranges(items);
				const named = text
					.replace(', …', '')
					.split(', ')
					.filter((part) => part !== '')
					.flatMap((part) => {
						const [first, last = first] = part.split(' to ').map(Number) as [number, number?];
						return Array.from({ length: last - first + 1 }, (_, index) => first + index);
					});
				expect(named).toEqual(items.slice(0, named.length));
				expect(text.split(', ').length).toBeLessThanOrEqual(11);
				if (!text.endsWith('…')) expect(named).toEqual(items);
			}),
		);
	});
});
