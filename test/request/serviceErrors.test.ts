import { declared } from '../support/declaredFailure';
import { startSandbox, type SandboxOptions } from '../../sandbox';
import {
	interceptService,
	releaseNetwork,
	type ServiceAnswer,
} from '../support/interceptedService';
import { baseUrl, runMessenger, shown, type RunChanges } from '../support/messengerRun';
import { skipPauses } from '../support/pauses';

afterEach(() => {
	releaseNetwork();
	jest.restoreAllMocks();
});

let addresses = 0;

/** A service of which this process knows nothing from before. */
const ownAddress = () => `https://service-${(addresses += 1)}.example.com`;

/** Runs an operation for its first item against a sandbox of these options. */
async function runInSandbox(operation: string, options: SandboxOptions, changes: RunChanges = {}) {
	const sandbox = await startSandbox(options);
	try {
		const { url, apiKey } = sandbox;
		const credential = { baseUrl: url, apiKey, ...changes.credential };
		const run = await runMessenger(operation, { ...changes, credential });
		return { ...run, requests: await sandbox.requests(), accepted: await sandbox.accepted() };
	} finally {
		await sandbox.close();
	}
}

const credentialAdvice = "Check 'API Key' and 'Base URL' in the Messenger API credential.";
const away = '<br>The service was unavailable for N s.';
const noCredentials = 'Authentication credentials were not provided.';

describe('a wrong key', () => {
	it.each([
		['email: verify', 'Unauthorized request'],
		['contact: find', noCredentials],
		['list: getAll', noCredentials],
		['variable: getAll', noCredentials],
		['event: send', noCredentials],
	])('makes %s say what the service says, and what to do', async (operation, message) => {
		const { error, requests } = await runInSandbox(
			operation,
			{},
			{ node: { executeOnce: true }, credential: { apiKey: 'sk-wrong-4711' } },
		);
		expect(shown(error)).toMatchObject({
			name: 'NodeApiError',
			message,
			httpCode: '401',
			itemIndex: 0,
		});
		expect(error?.description?.startsWith(credentialAdvice)).toBe(true);
		expect(requests).toHaveLength(1);
	});
});

describe('what each status becomes', () => {
	const later = (times: string) =>
		`The service has a problem. Try again later. The node tried ${times}.`;
	it.each<[string, ServiceAnswer, string, string, number]>([
		[
			'contact: find',
			{ status: 401 },
			"The service didn't accept the API key",
			credentialAdvice,
			1,
		],
		[
			'email: verify',
			{ status: 404 },
			'Not found: the service has nothing at /webhook/email/verify',
			"Check 'Base URL' in the Messenger API credential.",
			1,
		],
		[
			'list: getAll',
			{ status: 406 },
			"The service didn't receive the Accept header",
			'Something between n8n and the service, such as a proxy, removes it. Allow the header there.',
			1,
		],
		[
			'list: getAll',
			{ status: 500, body: { message: 'Down' } },
			'Down',
			later('3 times') + away,
			3,
		],
		[
			'list: getAll',
			{ status: 503 },
			'The service failed with status 503',
			later('3 times') + away,
			3,
		],
		[
			'email: verify',
			{ status: 502, body: '<html>Bad gateway</html>' },
			'The service failed with status 502 (text/html instead of JSON)',
			`${later('3 times')} The response begins: ‹html›Bad gateway‹/html›${away}`,
			3,
		],
		[
			'list: getAll',
			{ status: 200, body: ' ' },
			'The service answered with an empty body (text/html) instead of data',
			"Check that 'Base URL' in the Messenger API credential leads to the service itself.",
			1,
		],
	])('%s with %j: %s', async (operation, answer, message, description, count) => {
		skipPauses();
		const address = ownAddress();
		const service = interceptService(address, answer);
		const { error } = await runMessenger(operation, {
			node: { executeOnce: true },
			credential: { baseUrl: address },
			parameters: { options: { queryParameters: { parameter: [{ name: 'q', value: '1' }] } } },
		});
		const { description: said, ...others } = shown(error);
		expect({ ...others, description: said?.replace(/for [\d.]+ s\.$/, 'for N s.') }).toEqual({
			name: 'NodeApiError',
			message,
			description,
			httpCode: String(answer.status),
			itemIndex: 0,
		});
		// The others ask whether the service is back.
		const own = service.requests.filter(({ path }) => path !== '/webhook/lists');
		expect(own).toHaveLength(count);
		expect(service.requests.length > count).toBe(count > 1);
	});

	it('an answer that quotes the key is shown without it', async () => {
		const body = { message: 'The key sk-live-9b1d7f is unknown' };
		interceptService(baseUrl, { status: 401, body });
		const { error } = await runMessenger('contact: find', { node: { executeOnce: true } });
		expect(error?.message).toBe('The key [API key] is unknown');
	});

	it('a look-up that works at another try is no error', async () => {
		skipPauses();
		const address = ownAddress();
		interceptService(address, { status: 500 }, { body: { data: { email: 'a@b' } } });
		const { output } = await runMessenger('contact: find', {
			node: { executeOnce: true },
			credential: { baseUrl: address },
		});
		expect(output).toEqual([{ json: { email: 'a@b' }, pairedItem: { item: 0 } }]);
	});
});

describe('the rate limit', () => {
	const eightItems = Array.from({ length: 8 }, (_, index) => ({
		email: `guest${index}@example.com`,
	}));

	it('is waited for, until all events have arrived once', async () => {
		const { output, accepted, requests } = await runInSandbox(
			'event: send',
			{ rate: 5, burst: 3 },
			{ items: eightItems },
		);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			eightItems.map((_, item) => ({ item })),
		);
		const emails = accepted.events.map(
			({ content }) => (content as { contact: { email: string } }).contact.email,
		);
		expect(emails.sort()).toEqual(eightItems.map(({ email }) => email));
		expect(requests.some(({ status }) => status === 429)).toBe(true);
	});

	it.each([
		[{ rate: 0.1, burst: 1 }, { maxRetryWait: 0 }, 'once'],
		[{ rate: 0.1, burst: 1, retryAfter: 10 }, { maxRetryWait: 9 }, 'once and asked to wait 10 s'],
	])('of %j is given up after Max Retry Wait: %j', async (limit, requestOptions, tried) => {
		const { error, requests } = await runInSandbox('event: send', limit, {
			items: eightItems.slice(0, 2),
			parameters: { requestOptions },
		});
		expect(shown(error)).toEqual({
			name: 'NodeApiError',
			message: 'Rate limit exceeded',
			description: `The service refused this request ${tried}. It was not processed. Lower 'Max Concurrency' or raise 'Max Retry Wait' in the request options.<br>1 of 2 items was accepted (0). Use Retry for the rest: a new execution would send it again.`,
			httpCode: '429',
			itemIndex: 1,
		});
		expect(requests.map(({ status }) => status)).toEqual([200, 429]);
	});
});

describe('a block after too many bad requests', () => {
	it('keeps the rest of the run from being sent, and each item says so', async () => {
		const service = interceptService(
			'https://blocking.example',
			{ status: 200, body: { id: '1' } },
			{ status: 403 },
		);
		const items = Array.from({ length: 5 }, () => ({ email: 'a@b' }));
		const { output } = await runMessenger('event: send', {
			items,
			credential: { baseUrl: 'https://blocking.example' },
			parameters: { requestOptions: { maxConcurrency: 1 } },
			node: { onError: 'continueRegularOutput' },
		});
		const error = 'This API key is temporarily blocked after too many bad requests';
		const correct = 'Correct the input and wait before you try again. 3 requests were not sent.';
		expect(output.map(({ json }) => json)).toEqual([
			{ id: '1' },
			{ error, message: correct, details: declared({ state: 'failed', httpCode: '403' }) },
			...Array<object>(3).fill({
				error: `Not sent, because an earlier request of this run failed: ${error}`,
				message: correct,
				details: declared({ state: 'not sent', httpCode: '403' }),
			}),
		]);
		expect(service.requests).toHaveLength(2);
	});
});
