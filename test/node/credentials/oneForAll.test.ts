import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, continues, runNode } from '../../support/runNode';
import { caseOf, people } from '../cases';

afterEach(releaseNetwork);

it.each([
	['API Key', { apiKey: '={{ $json.first_name }}' }],
	['API Key', { apiKey: '={{ "key" + ($itemIndex % 2) }}' }],
	['Base URL', { baseUrl: `=${baseUrl}/{{ $json.email }}` }],
])(
	'the %s is refused where it has several values, and nothing is sent: %j (C1)',
	async (_, credential) => {
		const service = interceptService(baseUrl, { body: caseOf('event: send').answer });
		const { error } = await runNode('event: send', { items: people, credential });
		expect(error?.message).toContain('has another value for item 1 than for item 0');
		expect(error?.description).toContain('Nothing was sent');
		const { failed } = await runNode('event: send', { items: people, credential, node: continues });
		expect(failed).toHaveLength(people.length);
		expect(service.requests).toEqual([]);
	},
);
