import { runIntercepted } from '../../support/runIntercepted';
import { baseUrl, continues } from '../../support/runNode';
import { caseOf, people } from '../cases';

const accepted = { body: caseOf('event: send').answer };

it.each([
	['API Key', { apiKey: '={{ $json.first_name }}' }],
	['API Key', { apiKey: '={{ "key" + ($itemIndex % 2) }}' }],
	['Base URL', { baseUrl: `=${baseUrl}/{{ $json.email }}` }],
])(
	'the %s is refused where it has several values, and nothing is sent: %j (C1)',
	async (_, credential) => {
		const send = async (node = {}) =>
			await runIntercepted('event: send', { items: people, credential, node }, accepted);
		const { error, requests } = await send();
		expect(error?.message).toContain('has another value for item 1 than for item 0');
		expect(error?.description).toContain('Nothing was sent');
		const goesOn = await send(continues);
		expect(goesOn.failed).toHaveLength(people.length);
		expect([requests, goesOn.requests]).toEqual([[], []]);
	},
);
