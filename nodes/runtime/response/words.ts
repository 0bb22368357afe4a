import { jsonMask, type Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { Service } from '../Service';
import type { Answer, Cause, Failed, Verdict } from './cause';
import { isOwnCode, opensslWords } from './networkFailure';
import { fieldsOf } from './parse';
import { asSentence, cut, quote } from './phrases';
import type { NoResponse } from './ServiceResponse';

/** The facts that the words of a failure may mention, apart from what came. */
export interface Situation {
	service: Service;
	host: string;
	/** Such as `'Email'`. */
	inputsToCheck: readonly string[];
	mask: Mask;
}

type Facts = ReturnType<typeof factsOf>;
type Explanation = (facts: Facts) => [title: string, advice: string];

const invalid: Explanation = ({ said, inputsToCheck }) => [
	said || 'The service refused the request as invalid',
	`Check ${new Intl.ListFormat('en').format(inputsToCheck)}.`,
];

const adviceOnBlock =
	'Another workflow with this API key may be the cause, or a proxy or firewall that refuses this request. Correct the input, and wait before you try again.';

const redirected: Explanation = ({ target, said, credential }) => [
	`The service answered with a redirect${target}${said && `: ${said}`}`,
	`Redirects aren't followed, to keep the API key safe. Enter the final address as 'Base URL' in ${credential}.`,
];

/** For each cause a title, and what to do. They steer nothing. */
const explanations: Record<Cause, Explanation> = {
	expected: invalid,
	invalid,
	refused: ({ said, status, came, credential, host, isOwn }) => {
		const advice = `Check 'Base URL' in ${credential}, or ask whoever runs the service.`;
		if (status === 404 && !isOwn) {
			const answer = said && ` It answered: ${asSentence(said)}`;
			return [`No such address at ${host} (404): check Base URL`, advice + answer];
		}
		const title = said && status === 404 ? `${said} (404)` : said;
		return [title || `The service refused the request with status ${status} (${came})`, advice];
	},
	unproven: ({ status, came, credential }) => [
		`The service answered with status ${status}, but not as expected (${came})`,
		`Check that 'Base URL' in ${credential} leads to the service itself.`,
	],
	rejectedKey: ({ why, credential, notProcessed }) => [
		`The service didn't accept the API key (401)${why}`,
		`Check 'API Key' and 'Base URL' in ${credential}.${notProcessed}`,
	],
	noAccept: ({ why }) => [
		`The service didn't receive the Accept header${why}`,
		'A proxy between n8n and the service is probably stripping it. Let the header through there.',
	],
	redirected,
	seeOther: redirected,
	throttled: ({ why }) => [
		`Rate limit exceeded (429)${why}`,
		"Raise 'Max Retry Wait' or lower 'Max Concurrency' in Settings → Request Options.",
	],
	blocked: ({ status, why, notProcessed }) => [
		`This API key is temporarily blocked after too many bad requests (${status})${why}`,
		adviceOnBlock + notProcessed,
	],
	serverError: ({ said, status }) => [
		said || `The service failed with status ${status}`,
		'The service itself failed.',
	],

	unanswered: ({ host, why }) => [
		`The service at ${host} sent no complete answer${why}`,
		"Check the network between n8n and the service. If the service needs longer, raise 'Timeout' in Settings → Request Options.",
	],
	cancelled: () => ['The execution was cancelled while the request was on its way', ''],
	cancelledBefore: () => ['The execution was cancelled before the request left', ''],
	notReached: ({ peer, why, credential }) => [
		`Couldn't connect to ${peer}${why}`,
		`Check that the service is running, 'Base URL' in ${credential}, and the proxy if there is one.`,
	],
	notAllowed: ({ peer, why }) => [
		`n8n or a proxy doesn't allow connections to ${peer}${why}`,
		"If you set 'Proxy' in Settings → Request Options, check it and its login. Otherwise ask whoever runs n8n to allow it.",
	],
	notSecure: ({ peer, why }) => [
		`Couldn't make a secure connection to ${peer}${why}`,
		"Check the address and its port. If a company's CA or proxy is on the way, whoever runs n8n adds that CA with the environment variable NODE_EXTRA_CA_CERTS. Otherwise ask whoever runs the service.",
	],
};

/** Names an outage by the cause of its last failure, and says what to do about it. */
export function outageWords(cause?: Verdict['cause']): { what: string; advice: string } {
	return cause === 'blocked'
		? { what: 'the API key was temporarily blocked', advice: adviceOnBlock }
		: { what: 'the service was unavailable', advice: '' };
}

/** Says what happened and what to do, without the API key. */
export function explain(
	failed: Failed,
	situation: Situation,
): Record<'message' | 'description', string> {
	const meaning = failed.answer?.meaning;
	const [title, advice] = explanations[failed.cause](factsOf(failed, situation));
	return {
		message: title,
		description: meaning?.advice ?? advice,
	};
}

/** The facts that words mention, each on a single line. What does not apply is empty. */
function factsOf({ answer, failure, state }: Failed, situation: Situation) {
	const { service, host, mask } = situation;
	const credential = `the ${service.credential.displayName} credential`;
	const said = answer ? wordsOfService(answer, situation) : '';
	// Without its query, which may carry secrets.
	const target = sanitizeUntrusted(answer?.headers.location ?? '', mask).replace(/[?#].*/s, '');
	return {
		...situation,
		credential,
		status: answer?.status,
		said,
		/** True if the service itself refuses it, in its own form. */
		isOwn: answer !== undefined && service.isRefusal(fieldsOf(answer), false),
		came: answer ? whatCame(answer, mask) : '',
		notProcessed: state === 'failed' ? ' The request was not processed.' : '',
		/** The service's or the network's words, for the end of a title. */
		why: failure ? ` (${wordsOf(failure, mask)})` : said && `: ${said}`,
		target: target && ` to ${cut(target)}`,
		peer: failure?.isAtProxy || answer?.status === 407 ? `${host} through the proxy` : host,
	};
}

function wordsOfService(answer: Answer, { service, mask }: Situation): string {
	const texts = service.messagesOf(fieldsOf(answer)).filter((text) => typeof text === 'string');
	return texts.map((text) => quote(text, mask)).find((text) => text !== '') ?? '';
}

/** Names what came instead of the expected body, whose content type may say JSON all the same. */
function whatCame({ headers, notJson = 'an unexpected format' }: Answer, mask: Mask) {
	const [type = ''] = sanitizeUntrusted(headers['content-type'] ?? '', mask).split(';');
	return `${cut(type.trim() || 'no content type')}, ${notJson}`;
}

/** The network's code and words; of those of OpenSSL what matters. */
function wordsOf(failure: NoResponse, mask: Mask) {
	const { code = '' } = failure;
	const reason = sanitizeUntrusted(opensslWords(failure) || failure.reason, mask);
	return cut(reason.includes(code) || isOwnCode(code) ? reason : `${code}: ${reason}`);
}

/** The beginning of what an answer says, such as the errors of its fields. */
export function quoteOf({ answer, cause }: Failed, { mask, service }: Situation): string {
	if (answer === undefined || cause === 'expected' || /^[\s{}]*$/.test(answer.body)) return '';
	const { json, body } = answer;
	const fields = fieldsOf(answer);
	const said = service.messagesOf(fields);
	const isSaid = (value: unknown) => typeof value === 'boolean' || said.includes(value);
	// The title has the message already.
	if (json === fields && Object.values(fields).every(isSaid)) return '';
	// Masked before it is quoted: a text in JSON may be JSON itself.
	const text = json === undefined ? body.trimStart() : JSON.stringify(jsonMask(mask)(json));
	return `The response begins: ${quote(text, mask)}`;
}
