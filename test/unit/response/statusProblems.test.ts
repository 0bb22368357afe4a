import { service } from '../../../nodes/Messenger/service';
import { unmasked } from '../../../nodes/runtime/input/keyMask';
import type { Situation } from '../../../nodes/runtime/response/Failure';
import type { SendResult, ServiceResponse } from '../../../nodes/runtime/response/ServiceResponse';
import { failureOf as failureOfVerdict } from '../../../nodes/runtime/response/statusProblems';
import { verdictOf } from '../../../nodes/runtime/response/verdict';
import {
	lookUp,
	failureOf,
	failureTable,
	noResponse,
	response,
	sendOut,
	type Condition,
} from '../../support/reader';

const page = (status: number, text: string) =>
	response(status, text, { 'content-type': 'text/html' });
const refused = (status: number, message?: string) => response(status, { success: false, message });
const redirect = (location?: string) => response(302, '', { location });
const throttled = (body: object, after?: string) => response(429, body, { 'retry-after': after });
const unread = (excess: string, isRun?: true) => ({
	...response(200, ''),
	tooLarge: { excess, isRun },
});

it('every answer that is no success says what happened, and what to do (E1, E2, E4, R3)', () => {
	const notFound = ['not found!', 'Not found...', 'Not found here', 'It was not found'];
	// No link and no image comes to life in n8n's editor, which shows it as HTML.
	const markup = '  <A href="https://example.com">x</A><img src="x"><abbr>';
	const targets = ['https://a/b?token=1#top', 'https://a/b?c\nd', `https://${'x'.repeat(200)}`, ''];
	const types = ['application/json', 'application/problem+JSON', 'application/json-seq', 'a/bjson'];
	const large = unread('more than 1 MB');
	const answers: ServiceResponse[] = [
		...[400, 401, 403, 404, 406, 407, 500].flatMap((status) => [
			response(status, {}),
			response(status, { message: 'Words of the service' }),
			refused(status, 'Words of the service'),
		]),
		response(401, { detail: 'Not provided.' }),
		...notFound.map((message) => response(404, { message })),
		...[418, 499, 503, 599].map((status) => response(status, '')),
		...[refused(200), refused(201, 'No such template'), refused(403)],
		...[redirect(), ...targets.map(redirect), refused(300, 'Moved'), response(399, '')],
		...[400, 405, 408, 413, 421].map((status) => page(status, '<h1>No</h1>')),
		page(400, '<h1>400 Bad Request</h1>No required SSL certificate was sent'),
		...[page(495, '495 SSL Certificate Error'), page(526, 'Invalid SSL certificate')],
		...[405, 413].map((status) => response(status, { message: 'Words of the service' })),
		...[page(200, markup), page(200, 'x'.repeat(201)), page(404, 'nope'), page(502, markup)],
		...[page(600, '?'), response(200, ' ', {}), response(404, ' ')],
		...types.map((type) => response(200, '{', { 'content-type': type })),
		response(300, { choices: [] }),
		...[{ error: 'No such template' }, { message: '', code: 7 }].map((body) => response(422, body)),
		...['[]', 'null', '"text"', '42'].map((body) => response(200, body)),
		...[large, unread('more than 256 MB together', true), { ...large, status: 401 }],
	];
	const table = failureTable(
		...answers.map((answer): Condition => [answer]),
		...[
			...[response(500, ''), page(200, markup), large, response(204, ''), response(600, '')],
			...[{}, { success: 'true' }, '[]'].map((body) => response(200, body)),
		].map((answer): Condition => [answer, {}, sendOut]),
		[response(500, ''), { count: 4, throttled: 1 }],
		[response(500, ''), { count: 4, throttled: 3 }],
		[response(400, ''), { count: 2 }],
		[throttled({}), { throttled: 1, throttledFor: 0 }],
		[throttled({ message: 'Slow down' }, '0'), { throttled: 2, throttledFor: 1250 }],
		[
			throttled({ success: false, message: 'Slow down' }, '90'),
			{ throttled: 3, throttledFor: 6e4 },
		],
	);
	expect(table).toMatchSnapshot();
	expect(failureOf(throttled({}, '90')).retryAfterMs).toBe(90_000);
});

it('a refusal says what it means to the operation, and proves nothing about the configuration (E4)', () => {
	const ofMeaning = (meaning?: object, status = 404) =>
		failureOf(response(status, {}), { ...lookUp, whenRefused: () => meaning });
	const plain = ofMeaning();
	const own = { message: () => 'No contact', advice: 'Ask for another.' };
	expect(ofMeaning({})).toEqual({ ...plain, cause: undefined });
	const said = { message: 'No contact', description: 'Ask for another.', cause: undefined };
	for (const status of [404, 429, 403, 503]) {
		expect(ofMeaning(own, status)).toMatchObject({ ...said, affectsEveryRequest: undefined });
	}
});

it('a failure says where its words are from, how its request ended, and if the key is blocked (E1, E6)', () => {
	const situation = {
		...{ service, host: 'a', path: '/', inputsToCheck: [], mask: unmasked },
		attempts: { count: 1, throttled: 0, throttledFor: 0, blocked: 0, hasLeft: true },
	};
	const ended = (result: SendResult, more: Partial<Situation> = {}) =>
		failureOfVerdict(verdictOf(result, sendOut), { ...situation, ...more });
	const { message, description } = service.blocked;
	const block = { description, cause: 'temporarily-unavailable', isBlock: true };
	const words = refused(403, 'Words');
	expect(ended(words, { isBlock: true })).toMatchObject({ ...block, message: `${message}: Words` });
	expect(ended(words)).toMatchObject({ kind: 'answered', state: 'failed', isBlock: true });
	expect(ended(response(500, {}))).toMatchObject({ kind: 'answered', state: 'uncertain' });
	const attempts = { ...situation.attempts, hasLeft: false };
	const refusal = ended(noResponse('ECONNREFUSED', false), { attempts });
	expect(refusal).toMatchObject({ kind: 'network', state: 'not sent' });
});
