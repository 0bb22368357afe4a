import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { answers } from '../support/conducts';
import type { Conduct, FaultyService } from '../support/FaultyService';
import { continues, execute } from './execution';
import { operations } from './operations';
import { accepts, people, startService, type Fate } from '../support/service';

let service: FaultyService;
let fate: Fate;
beforeEach(async () => {
	service = await startService((request, position) => fate(request, position));
});
afterEach(async () => await service.close());

/** What comes back, in all the ways that docs/node-contract.md lists under "Errors". */
const outcomes: Array<[name: string, conduct: Conduct]> = [
	['a good answer', accepts],
	['400', answers(400, { message: 'Email provided is not valid.' })],
	['401', answers(401, { detail: 'Authentication credentials were not provided.' })],
	['403', answers(403, { message: 'Forbidden' })],
	['404', answers(404, { message: 'Not found' })],
	['406', answers(406, { message: 'Not acceptable' })],
	['429', answers(429, { message: 'Too many requests' }, { 'Retry-After': '60' })],
	['success: false', answers(200, { success: false, message: 'Bad request' })],
	['contact not found', answers(404, { success: false, message: 'Contact not found' })],
	['HTML', answers(200, '<html><body>Welcome</body></html>', { 'Content-Type': 'text/html' })],
	['an empty body', answers(200, '')],
	['a redirect', answers(307, '', { Location: 'https://elsewhere.example.com/?key=1' })],
];
/** After these a read is sent again, with pauses. */
const failures: Array<[name: string, conduct: Conduct]> = [
	['500', answers(500, { message: 'Internal server error' })],
	['a reset', { onRequest: (response) => response.socket?.resetAndDestroy() }],
];

describe.each(operations)('$name', ({ parameters, readOnly }) => {
	const requestOptions = { maxRetryWait: 1 };

	/** What a user sees and what the service got, by the runner and by n8n's own engine. */
	const seen = async (customOperations: Messenger['customOperations'] | undefined, node = {}) => {
		service.requests.length = 0;
		const nodeType = Object.assign(new Messenger(), { customOperations });
		const { error, output } = await execute(
			{ ...parameters, requestOptions },
			{ url: service.url, items: people(1), node, nodeType },
		);
		const { message, description, httpCode, context } = error ?? {};
		// n8n's engine gives every error the index of its call's item.
		const itemIndex: unknown = context?.itemIndex ?? 0;
		return {
			requests: service.requests.map(({ method, path, body }) => ({ method, path, body })),
			output,
			error: error && { message, description, httpCode, itemIndex },
		};
	};

	it.each([...outcomes, ...(readOnly ? [] : failures)])(
		"is the same by n8n's own engine after %s",
		async (_name, conduct) => {
			fate = () => conduct;
			for (const node of [{}, continues]) {
				const byEngine = await seen(undefined, node);
				// How long something took is no difference.
				const text = (value: unknown) =>
					JSON.stringify(value).replace(/in [\d.]+ s/g, 'in a moment');
				expect(text(byEngine)).toBe(text(await seen(new Messenger().customOperations, node)));
			}
		},
	);
});
