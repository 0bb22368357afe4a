import { service } from '../../nodes/Messenger/service';
import { keyMask } from '../../nodes/runtime/input/keyMask';
import { wholeBody } from '../../nodes/runtime/response/parse';
import { judge, type Failed, type Reader } from '../../nodes/runtime/response/cause';
import type {
	NoResponse,
	SendResult,
	ServiceResponse,
} from '../../nodes/runtime/response/ServiceResponse';
import { joined } from '../../nodes/runtime/response/phrases';
import { explain, quoteOf, type Situation } from '../../nodes/runtime/response/words';

/** The key of the runs below; no failure may contain it. */
export const readerKey = 'sk-4f1c09';

/** Reads like an operation that looks something up. */
export const lookUp: Reader = { service, readOnly: true, toItems: wholeBody };

/** Reads like an operation that must not happen twice. */
export const sendOut: Reader = { ...lookUp, readOnly: false };

export const situation: Situation = {
	service,
	host: 'api.example.com:8443',
	inputsToCheck: ["'Email'"],
	mask: keyMask(readerKey),
};

/** A response of the service, as JSON unless another type is given. */
export function response(
	status: number,
	body: unknown,
	headers: ServiceResponse['headers'] = { 'content-type': 'application/json; charset=utf-8' },
): ServiceResponse {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { kind: 'response', status, headers, body: text };
}

export function noResponse(
	code: string | undefined,
	requestLeft = true,
	reason = 'socket hang up',
): NoResponse {
	return { kind: 'no response', code, reason, requestLeft };
}

/** As Node has it: the code, or only OpenSSL's words. */
export const openssl = (words: string, code = 'EPROTO') =>
	noResponse(
		code,
		false,
		`write EPROTO 80F:error:0A00010B:SSL routines:ssl3_get_record:${words}:../deps/record.c:354:`,
	);

/** A result by which a request was not accepted, as it is read. */
export function failedBy(result: SendResult, reader: Reader = lookUp): Failed {
	const sent = judge(result, reader);
	if (sent.cause === 'accepted') throw new Error(`Accepted: ${JSON.stringify(sent.items)}`);
	return sent;
}

/** The words for such a result, and the beginning of its answer. */
export function wordsOf(result: SendResult, reader: Reader = lookUp): ReturnType<typeof explain> {
	const failed = failedBy(result, reader);
	const { message, description } = explain(failed, situation);
	return { message, description: joined(description, quoteOf(failed, situation)) };
}

/** A snapshot's table of failures: condition | cause | message | description. */
export function failureTable(reader: Reader, ...results: SendResult[]): string {
	const rows = results.map((result) => {
		const { message, description } = wordsOf(result, reader);
		return [conditionOf(result), failedBy(result, reader).cause, message, description];
	});
	return rows.map((cells) => cells.map((cell) => cell || '-').join(' | ')).join('\n');
}

function conditionOf(result: SendResult) {
	if (result.kind === 'no response') {
		return `${result.code ?? 'no code'} ${result.requestLeft ? 'after' : 'before'} it left `;
	}
	const { status, headers, body, excess } = result;
	const parts = [status, ...Object.values(headers), excess, body].filter(Boolean);
	return parts
		.join(' ')
		.replace('application/json; charset=utf-8 ', '')
		.replace(/\s+/g, ' ')
		.slice(0, 80);
}
