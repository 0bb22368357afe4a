import { noResponse, problemOf, problemTable, readerKey, sendOut } from '../../support/reader';

it('every failure of the network says what failed, and what to do (E1, E2, E4, R3)', () => {
	const unreachable = ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];
	const unencrypted = ['CERT_HAS_EXPIRED', 'EPROTO'];
	const before = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', ...unreachable, ...unencrypted];
	const lost = [...unreachable, 'ECONNRESET', 'constructor', 'none', 'ECONNABORTED'];
	const failures = [
		...[...before, 'ERR_SSRF_BLOCKED'].map((code) => noResponse(code, false)),
		...[...lost, 'ERR_CANCELED'].map((code) => noResponse(code)),
	];
	const table = problemTable(
		...failures.map((failure): [typeof failure] => [failure]),
		[noResponse('ECONNRESET'), { count: 3 }],
		[noResponse('ECONNRESET'), {}, sendOut],
		[noResponse('ERR_CANCELED'), {}, sendOut],
	);
	expect(table).toMatchSnapshot();
});

it('the words of the network are masked (C5)', () => {
	const { message } = problemOf(noResponse('none', true, `Invalid "${readerKey}"`));
	expect(message).toMatch(/\(Invalid "\[API key\]"\)$/);
});
