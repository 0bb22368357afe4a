import { makeCertificate, trust } from '../support/certificates';
import {
	ends,
	hangs,
	opensToNobody,
	refusesWith,
	requires,
	resets,
	startProxy,
	tunnels,
	type TunnelFate,
} from '../support/ConnectProxy';
import { answers } from '../support/conducts';
import { isNewerThan2_0 } from '../../tools/playground/engine/runWorkflow';
import { companyCa, encrypt } from '../support/encryptedService';
import { skipPauses } from '../support/pauses';
import { continues, runNode, type Execution, type RunSettings } from '../support/runNode';
import { people } from '../support/service';
import { onNewerN8n, reading, saidBy, service, writing } from './scripted';

let encrypted: Awaited<ReturnType<typeof encrypt>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeEach(async () => {
	encrypted = await encrypt(service.url);
	proxy = await startProxy();
	trust(await companyCa);
	skipPauses();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await proxy.close();
	await encrypted.close();
});

type Given = RunSettings & { requestOptions?: object; login?: string };

/** Runs the node through the proxy. Unless told otherwise it is the option, not the environment. */
async function run(parameters: typeof writing, count: number, given: Given = {}) {
	const { requestOptions, login, ...settings } = given;
	return await runNode(
		{ ...parameters, requestOptions: { proxy: proxy.url(login), ...requestOptions } },
		{ credential: { baseUrl: encrypted.url }, items: people(count), node: continues, ...settings },
	);
}

const onceEach = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1]));

describe('a proxy that opens no tunnel once (E6)', () => {
	const costsNothing = async (_: string, ...fates: TunnelFate[]) => {
		proxy.fate = (asked) => fates[asked - 2] ?? tunnels;
		// A busy machine may take long for the rest; only a tunnel that hangs needs the Timeout.
		const timeout = fates.length > 1 ? 60_000 : 600_000;
		const { failed } = await run(writing, 10, { requestOptions: { timeout } });
		expect(failed).toEqual([]);
		expect(service.sent()).toEqual(onceEach(10));
	};

	it('costs nothing where CONNECT is closed', async () => await costsNothing('', ends));

	onNewerN8n.each<[string, ...TunnelFate[]]>([
		['is reset', resets],
		['is never answered, and the next one leads nowhere', hangs, opensToNobody],
	])('costs nothing where CONNECT %s', costsNothing);

	it('leaves a doubt about one request where CONNECT is answered with 503: that may be the service (E6)', async () => {
		proxy.fate = (asked) => (asked === 2 ? refusesWith(503) : tunnels);
		const { failed } = await run(writing, 10);
		expect(failed.map(({ details: { state, httpCode } }) => [state, httpCode])).toEqual([
			['uncertain', '503'],
		]);
		expect(Object.values(service.sent())).toEqual(Array(9).fill(1));
	});

	it("costs nothing where the proxy is that of n8n's environment", async () => {
		process.env.HTTPS_PROXY = proxy.url();
		proxy.fate = (asked) => (asked === 1 ? ends : tunnels);
		const { failed } = await run(writing, 10, { requestOptions: { proxy: '' } }).finally(
			() => delete process.env.HTTPS_PROXY,
		);
		expect(failed).toEqual([]);
		expect(service.sent()).toEqual(onceEach(10));
		expect(proxy.asked).toBe(11);
	});
});

it('what comes through a proxy is the answer of the service, but for a 407 (E1, E2, E6)', async () => {
	const told = async (status: number) => {
		service.fate = () => answers(status, { message: 'Words' });
		const { failed } = await run(writing, 1);
		return failed.map(({ error, details: { state, httpCode } }) => [error, { state, httpCode }]);
	};
	expect([...(await told(502)), ...(await told(407))]).toEqual([
		[expect.stringMatching(/^May have been sent: Words/), { state: 'uncertain', httpCode: '502' }],
		[expect.stringContaining('through the proxy: Words'), { state: 'not sent', httpCode: '407' }],
	]);
	expect(service.sent()).toEqual({ 0: 2 });
});

const refusals: Record<string, TunnelFate> = {
	'wants another login': requires('nathan:secret'),
	'closes the connection': ends,
};

/** The words of three items for each fate of their tunnels, none of which is opened. */
async function wordsFor(fates: Record<string, TunnelFate>): Promise<string> {
	const rows: string[] = [];
	for (const [name, fate] of Object.entries(fates)) {
		proxy.asked = 0;
		proxy.fate = () => fate;
		const requestOptions = { timeout: fate === hangs ? 2_000 : 40_000, maxRetryWait: 0 };
		rows.push(rowOf(name, await run(writing, 3, { requestOptions, login: 'nathan:wrong' })));
	}
	expect(service.requests).toEqual([]);
	const words = rows.join('\n');
	expect(words).not.toMatch(/API key|Accept|uncertain/);
	return words;
}

onNewerN8n(
	'a proxy that never opens a tunnel is named, not the service, and nothing was sent (E1, E6, R3)',
	async () => {
		const fates = { ...refusals, 'resets the connection': resets, 'never answers': hangs };
		expect(await wordsFor(fates)).toMatchSnapshot();
	},
);

(isNewerThan2_0 ? it.skip : it)(
	'a proxy that never opens a tunnel is not taken for the service by n8n 2.0 (E6)',
	async () => void (await wordsFor(refusals)),
);

onNewerN8n(
	'a proxy that cannot be reached is named, with the address that failed (E1, E6)',
	async () => {
		const noCompany = await encrypt(service.url, makeCertificate({ name: 'localhost' }));
		const proxies = {
			'nothing listens': 'http://127.0.0.1:9',
			// No name service can know a label of 64 letters, so that none is asked.
			'unknown host': `http://${'a'.repeat(64)}.invalid:3128`,
			'by https://, which it is not': proxy.url().replace('http:', 'https:'),
			'by https://, with an unknown certificate': noCompany.url,
		};
		const rows: string[] = [];
		for (const [name, address] of Object.entries(proxies)) {
			const requestOptions = { proxy: address, maxRetryWait: 0 };
			rows.push(rowOf(name, await run(writing, 1, { requestOptions })));
		}
		await noCompany.close();
		expect(service.requests).toEqual([]);
		expect(rows.join('\n')).toMatchSnapshot();
	},
);

it('a certificate for another host stays one through a proxy, and with a known CA (E6)', async () => {
	const certificate = makeCertificate({ name: 'other.example', issuer: await companyCa });
	const other = await encrypt(service.url, certificate);
	const execution = await run(writing, 1, { credential: { baseUrl: other.url } });
	await other.close();
	const said = /^not sent \| ERR_TLS_CERT_ALTNAME_INVALID \| .* secure connection to localhost/;
	expect(saidBy(execution)).toMatch(said);
	expect(proxy.asked).toBe(1);
	expect(service.requests).toEqual([]);
});

it('a proxy gets its login as it was written', async () => {
	proxy.fate = () => requires('corp\\na@than:p@ss w%rd');
	const [user, password] = ['corp\\na@than', 'p@ss w%rd'].map(encodeURIComponent);
	const { failed } = await run(reading, 1, { login: `${user}:${password}` });
	expect(failed).toEqual([]);
});

/** The number of tunnels requested, and what the items say. */
const rowOf = (name: string, execution: Execution) =>
	`${name}, asked ${proxy.asked} times\n    ${saidBy(execution)}`;
