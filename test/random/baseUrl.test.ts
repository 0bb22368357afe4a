import fc from 'fast-check';

import { checkedBaseUrl } from '../../nodes/runtime/input/baseUrl';
import { InvalidInput } from '../../nodes/runtime/input/InvalidInput';
import './seed';
import { anyText } from './random';

const odd = '/.. /./ // \\ %2e%2e user@ user:pass@ ?a=b #top * , [ ] é %41 : @ . \t';
const part = fc.constantFrom('', ' ', ...odd.split(' '));
const nearlyUrl = fc
	.tuple(
		fc.constantFrom('https://', 'http://', 'HTTPS://', 'ftp://', 'https:', '//', ''),
		part,
		fc.constantFrom(
			...['api.example.com', 'localhost', '127.0.0.1', '127.1.2.3', '[::1]', '2130706433'],
			...['127.0.0.1.example.com', 'localhost.example.com', 'api.example.com:8443'],
		),
		fc.array(fc.oneof(part, fc.constantFrom('/api', '/v2/', '/', 'a', 'B', '8'))),
	)
	.map((parts) => parts.flat().join(''));

it('a Base URL is refused, or an https address (http for this machine) with nothing but a path', () => {
	fc.assert(
		fc.property(fc.oneof(nearlyUrl, fc.webUrl(), anyText), fc.boolean(), (text, allowHttp) => {
			let address;
			try {
				address = checkedBaseUrl(text, allowHttp, /\/+webhook$/);
			} catch (error) {
				return expect(error).toBeInstanceOf(InvalidInput);
			}
			const url = new URL(address);
			expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
			expect(address).not.toMatch(/\/$/);
			expect(text.split(/[/\\]/)).not.toContain('..');
			// It is what was typed, and the same for every program that reads it.
			expect(text.trim().toLowerCase()).toContain(url.hostname);
			expect(url.href.replace(/\/$/, '')).toBe(address);
			const isOfThisMachine =
				['localhost', '[::1]'].includes(url.hostname) || /^127\.[\d.]+$/.test(url.hostname);
			expect(url.protocol === 'https:' || allowHttp || isOfThisMachine).toBe(true);
			expect(checkedBaseUrl(`${address}/webhook/`, allowHttp, /\/+webhook$/)).toBe(address);
		}),
		{ numRuns: 3_000 },
	);
});
