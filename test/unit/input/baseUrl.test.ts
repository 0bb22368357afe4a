import { service } from '../../../nodes/Messenger/service';
import { checkedBaseUrl as checked, parsedUrl } from '../../../nodes/runtime/input/baseUrl';
import { outcomes } from '../../support/refusal';

const api = 'https://api.example.com';
const checkedBaseUrl = (value: unknown, allowHttp: boolean) =>
	checked(value, allowHttp, service.surplusPath);

it('a Base URL loses what does not matter: slashes and /webhook at its end, its usual port, capital letters', () => {
	const paths = ['///', '/v2/api/', ':8443/api', ':80', '/a.b/..c/d..//b@c', '//webhook// '];
	const webhooks = ['/api/webhook/', '/webhook/webhook', '/webhook/api', '/mywebhook', '/Webhook'];
	const addresses = [
		...['', ...paths, ...webhooks, `/${'a'.repeat(2024)}`].map((path) => ` ${api}${path}`),
		...['HTTPS://API.Example.com:443', 'https://xn--exmple-cua.org', 'https://webhook/webhook'],
	];
	expect(outcomes((given) => checkedBaseUrl(given, false), addresses)).toMatchSnapshot();
});

it('a Base URL needs encryption unless it is on this machine, or the credential allows HTTP', () => {
	const here = ['localhost:3456', '127.0.0.1', '127.255.10.3:80', '[::1]:3456/api'];
	const others = [
		...['example.com', '127.0.0.1.example.com', '128.0.0.1', 'localhost.example.com'],
		...['mylocalhost', '10.0.0.1:8080', '[::2]', '[::]', '0.0.0.0', 'localhost.'],
		`${'subdomain.'.repeat(10)}example`,
	];
	const check = (host: string) => checkedBaseUrl(`http://${host}`, false);
	expect(outcomes(check, [...here, ...others])).toMatchSnapshot();
	for (const host of others) expect(checkedBaseUrl(`http://${host}`, true)).toBe(`http://${host}`);
});

it('a Base URL is nothing else, and nothing that not all programs read alike', () => {
	const values = [
		...['', '   ', undefined, null, 42, 'api.example.com', '/webhook', '//api.example.com'],
		...['https:api.example.com', 'https:/api.example.com', `x ${api}`, `mailto:${api}`],
		...['https:/\n/api.example.com', 'h\tttp://api.example.com'],
		...['https://', 'https://exa mple.com', 'h2://x', 'ftp://x', 'file:///etc/passwd'],
		...['user:pass', 'user', ':pass', '', ':'].map((user) => `https://${user}@api.example.com`),
		...['http://localhost@example.com', `${api}?a=1`, `${api}/?`, `${api}#a`, `${api}/#`],
		...[':', ':0443', '\\a', '/a b', '/a\tb', '/a\0b', "'"].map((end) => api + end),
		...['/..', '/a/../b', '/./b', '/a/%2E%2e/b', '/a\\..\\b'].map((path) => api + path),
		...['/api', '/:secret@api', '\\api', '%61pi', '\uff41pi', 'b\u00fccher', 'a\u00adpi'].map(
			(start) => `https://${start}.example.com`,
		),
		...['127.1', '0x7f.0.0.1', '2130706433', '[0:0:0:0:0:0:0:1]'].map((host) => `https://${host}`),
		...['https://*.example.com', 'https://evil.example,api.example.com'],
		...[`${api}/${'a'.repeat(2025)}`, `${'x'.repeat(100)}://a`],
	];
	expect(outcomes((value) => checkedBaseUrl(value, true), values)).toMatchSnapshot();
});

it('is parsed alike however often: a fast path of Node 20 refuses some letters after a while', () => {
	for (let call = 0; call < 20_000; call += 1) parsedUrl(api);
	expect(parsedUrl('https://bücher.example')?.hostname).toBe('xn--bcher-kva.example');
	expect(parsedUrl('no address')).toBeUndefined();
});
