import {
	judge,
	type Failed,
	type Reader,
	type RefusalMeaning,
	type Rule,
} from '../../../nodes/runtime/response/cause';
import { dataArray } from '../../../nodes/runtime/response/parse';
import type { NoResponse, SendResult } from '../../../nodes/runtime/response/ServiceResponse';
import { lookUp, noResponse, openssl, response, sendOut } from '../../support/reader';
import { outcomes } from '../../support/refusal';

const refused = { success: false, message: 'Bad request' };
const unread = { ...response(200, ''), excess: 'more than 16 MB' };

/** A rule on one line, in the order of the table. */
const shown = ({ state, signal, ofAll, isBadRequest, isBlock, rejectsKey }: Rule) =>
	[
		...[`${state}, ${signal}`, ofAll && 'of all', isBadRequest && 'bad request'],
		...[isBlock && 'block', rejectsKey && 'rejects the key'],
	]
		.filter(Boolean)
		.join(', ');

/** The cause and the rule of what writes, and the state of what reads where that differs. */
function caused(result: SendResult): string {
	const verdict = judge(result, sendOut);
	const read = judge(result, lookUp);
	const ofRead = read.state === verdict.state ? '' : `, ${read.state} to read`;
	return `${verdict.cause}: ${shown(verdict)}${ofRead}`;
}

it('each status has one cause, and each cause one rule (E1, E2, R3)', () => {
	const statuses = [
		...[199, 300, 302, 303, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 413, 418, 422],
		...[429, 499, 500, 502, 599, 600],
	];
	expect(outcomes((status) => caused(response(status, {})), statuses)).toMatchSnapshot();
	const denied = (status: number) => caused(response(status, refused));
	expect(outcomes(denied, [200, 400, 402, 403, 404, 413, 429, 500])).toMatchSnapshot();
	const page = (status: number) => caused(response(status, '<html>'));
	expect(outcomes(page, [200, 302, 400, 401, 402, 403, 404, 413, 500])).toMatchSnapshot();
});

it('each body of a good status, too (E5, Q6)', () => {
	const values = [true, false, 'true', null, 1].map((success) => ({ success }));
	const bodies = [refused, ...values, {}, { message: 'No' }, '', '<html>', '[]', 'null', 'true'];
	expect(outcomes<unknown>((body) => caused(response(200, body)), bodies)).toMatchSnapshot();
	const large = (status: number) => caused({ ...unread, status });
	expect(outcomes(large, [200, 401, 500])).toMatchSnapshot();
});

it('each failure of the network has one cause (E1, E6, R3)', () => {
	const own = ['ECONNABORTED', 'ERR_CANCELED', undefined];
	const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'ETIMEDOUT', 'X', ...own];
	const tls = [
		...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT'],
		...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
		...['ERR_TLS_CERT_ALTNAME_INVALID', 'INVALID_CA', 'PATH_LENGTH_EXCEEDED', 'UNSPECIFIED'],
		...['CERT_REVOKED', 'UNABLE_TO_GET_CRL', 'EPROTO', 'ERR_TLS_X', 'ERR_SSL_X'],
		...['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
	];
	const never = ['ERR_SSRF_BLOCKED', 'ERR_CREDENTIAL', ...tls];
	const cause = (failure: NoResponse) => caused(failure);
	const all = (failures: NoResponse[]) =>
		[...new Set(failures.map(cause))].sort().map((row) => {
			const those = failures.filter((failure) => cause(failure) === row);
			return `${row}\n    ← ${those.map(({ code }) => code).join(' ')}`;
		});
	const before = [...codes, ...never].map((code) => noResponse(code, false));
	expect(
		all([...before, openssl('something new'), openssl('wrong version number')]).join('\n'),
	).toMatchSnapshot();
	expect(all(codes.map((code) => noResponse(code))).join('\n')).toMatchSnapshot();
	const atProxy = [...codes, ...never, 'ERR_PROXY_TUNNEL'].map((code) => ({
		...noResponse(code, false),
		isAtProxy: true,
	}));
	expect(all(atProxy).join('\n')).toMatchSnapshot();
});

describe('a refusal that means something to the operation', () => {
	const meaning = { advice: 'Ask for another.', isExpected: true };
	const whenRefused = jest.fn<RefusalMeaning, unknown[]>(() => meaning);
	const find: Reader = { ...lookUp, toItems: dataArray, whenRefused };
	const read = (status: number, body: unknown = {}) => judge(response(status, body), find);

	it('may be an output, or prove that the request was in order', () => {
		for (const status of [410, 429, 403, 503]) {
			const verdict = read(status) as Failed;
			expect([verdict.cause, shown(verdict), verdict.answer?.meaning]).toEqual([
				...['expected', 'failed, good'],
				meaning,
			]);
		}
		const items = [{ found: false }];
		const rules = [400, 404, 422].map((status) => {
			whenRefused.mockReturnValueOnce({ items });
			const sent = read(status);
			expect(sent).toMatchObject({ cause: 'accepted', items });
			return shown(sent);
		});
		expect(rules).toEqual(Array(3).fill('accepted, good'));
	});

	it('proves nothing about the configuration otherwise (E1)', () => {
		whenRefused.mockReturnValueOnce({ advice: 'Look.' });
		const verdict = read(404);
		expect([verdict.cause, shown(verdict)]).toEqual(['refused', 'failed, answered']);
	});

	it('is asked about a refusal under any status, and about nothing else', () => {
		whenRefused.mockClear();
		for (const body of [{ data: [] }, { data: 1 }, refused]) read(200, body);
		judge(noResponse('X'), find);
		read(400, 'no JSON');
		expect(whenRefused.mock.calls).toEqual([
			[200, refused],
			[400, undefined],
		]);
	});
});

it('how long to wait is read from any answer that refuses', () => {
	const headers = { 'retry-after': '7' };
	expect(judge(response(429, {}, headers), lookUp).retryAfter).toBe(7000);
	expect(judge(response(503, {}, headers), lookUp).retryAfter).toBe(7000);
	expect(judge(response(200, {}, headers), lookUp).retryAfter).toBeUndefined();
});

it.each([400, 401, 403, 404, 406, 413, 422, 429])(
	'a %d that says success contradicts itself: only its state is another (E5)',
	(status) => {
		const [said, plain] = [{ success: true }, {}].map((body) =>
			judge(response(status, body), sendOut),
		);
		expect(shown(said!)).toBe(shown(plain!).replace('failed', 'uncertain'));
		expect(said!.state).toBe('uncertain');
		// A read changes nothing.
		expect(judge(response(status, { success: true }), lookUp).state).toBe('failed');
	},
);
