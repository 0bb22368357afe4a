import { Readable } from 'node:stream';
import seedrandom from 'seedrandom';

import type { FaultyService } from '../support/FaultyService';
import { Account, fateNames, startService } from './Service';
import { seed } from './seed';
import { tellStory, type Told } from './story';

/** `npm run test:random` has more. */
const runs = Number(process.env.RUNS ?? 36);

const writtenTo = ['/webhook/campaign', '/webhook/event/send', '/webhook/email/verify'];

const accounts = new Map<string, Account>();
let service: FaultyService;
beforeAll(async () => (service = await startService(accounts)));
afterAll(async () => await service.close());

it(
	'sends nothing twice and says of each item what became of it, whatever happens (R2, R7, R8)',
	async () => {
		const tell = async (story: number) => {
			const apiKey = `key-${seed}-story-${String(story).padStart(7, '0')}`;
			const account = new Account(seedrandom(apiKey));
			accounts.set(apiKey, account);
			return await tellStory(service.url, apiKey, account);
		};
		const stories = Readable.from(Array(Math.ceil(runs / 3)).keys());
		const told = (await stories.map(tell, { concurrency: 40 }).toArray()) as Told[][];
		const executions = told.flat();

		const tries = executions.flatMap((execution) => execution.tries);
		console.log(
			`${executions.length} runs, ${tries.length} tries, ${service.requests.length} requests`,
		);
		expect(executions.filter(({ violations }) => violations.length > 0)).toEqual([]);
		// It is not true for lack of trying: whatever may become of a request became of one at each endpoint.
		expect(tries.length).toBeGreaterThan(runs);
		const journals = [...accounts.values()].flatMap(({ journal }) => journal);
		const met = new Set(journals.map(({ name, endpoint }) => `${endpoint} ${name}`));
		const due = writtenTo.flatMap((endpoint) =>
			(runs < 2_000 ? ['processed, 200'] : fateNames).map((name) => `${endpoint} ${name}`),
		);
		expect(due.filter((name) => !met.has(name))).toEqual([]);
		// A run that never ends takes longer.
	},
	100_000 + runs * 2_000,
);
