/** `npm run bench`: the node next to HTTP Request, in a real n8n. Prints the results of README.md. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'flatted';
import { sandboxCredential, withCredentials } from '../playground/content';
import { userFolders } from '../playground/folders';
import { startN8n, untilReady } from '../playground/n8n';
import { installN8n, installPackage } from '../playground/n8nInstall';
import { N8nSession } from '../playground/n8nSession';
import { freePort } from '../playground/ports';
import { stopAll } from '../playground/processes';
import { until } from '../playground/until';
import { spawnSandbox, type Sandbox } from '../sandbox';
import { campaigns, measured, mixedEvents, plainEvents, workflowAround } from './workflows';

const rounds = 3;

const comparisons = [
	{ title: '1,000 events, plain fields', items: 1_000, senders: plainEvents },
	{ title: '1,000 events, a mix of fields', items: 1_000, senders: mixedEvents },
	{ title: '1,000 recipients of a campaign', items: 1_000, senders: campaigns },
	{
		title: '500 events, at a limit of 100 a second after a burst of 50',
		items: 500,
		senders: plainEvents,
		limit: { rate: 100, burst: 50 },
	},
];

type Comparison = (typeof comparisons)[number];

/** One run of a sender. */
interface Sample {
	seconds: number;
	requests: number;
	lost: number;
	twice: number;
}

interface N8n {
	url: string;
	session: N8nSession;
}

async function startOwnN8n(): Promise<N8n> {
	const userFolder = join(userFolders, 'bench');
	rmSync(userFolder, { recursive: true, force: true });
	installN8n();
	installPackage(userFolder);
	const port = await freePort();
	const url = `http://localhost:${port}`;
	const settings = { userFolder, port, brokerPort: await freePort() };
	await untilReady(startN8n(settings, ['start'], 'n8n'), `${url}/rest/settings`);
	return { url, session: await N8nSession.open(url) };
}

/** Publishes a sender's workflow, runs it once, and compares what arrived with the items. */
async function runOnce(
	{ url, session }: N8n,
	{ items, senders, limit }: Comparison,
	name: string,
): Promise<Sample> {
	// A new address each time: nothing has learned its limit.
	const sandbox = await spawnSandbox(limit);
	const path = randomUUID();
	const given = sandboxCredential(sandbox.url, sandbox.apiKey);
	const { id } = (await session.post('credentials', given)) as { id: string };
	const sender = senders[name]!(sandbox);
	const workflow = withCredentials(workflowAround(path, sender), [{ ...given, id }]);
	const saved = (await session.post('workflows', workflow)) as { id: string; versionId: string };
	await session.post(`workflows/${saved.id}/activate`, { versionId: saved.versionId });
	const body = JSON.stringify({
		items: Array.from({ length: items }, (_, number) => ({
			email: `contact-${number}@example.com`,
			messenger_number: `+4915${String(number).padStart(8, '0')}`,
			order_id: number,
		})),
	});
	const headers = { 'content-type': 'application/json' };
	// n8n says that a workflow is published a little before its webhook is there.
	await until(
		async () => (await fetch(`${url}/webhook/${path}`, { method: 'POST', headers, body })).ok,
	);
	const seconds = await untilEnded(session, saved.id);
	const sample = { seconds, ...(await arrivals(sandbox, items)) };
	await sandbox.close();
	return sample;
}

/** The time that n8n says its node took. @throws Error if the workflow failed */
async function untilEnded(session: N8nSession, workflowId: string): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	let execution = { id: '', status: '' };
	await until(async () => {
		const answer = session.get(`executions?filter=${filter}`);
		// While a node keeps n8n busy, it may reset connections.
		const { results } = (await answer.catch(() => ({ results: [] }))) as {
			results: Array<typeof execution>;
		};
		execution = results[0] ?? execution;
		return results.length > 0 && !/new|running/.test(execution.status);
	}, 200);
	if (execution.status !== 'success')
		throw new Error(`The workflow ended with ${execution.status}`);
	const { data } = (await session.get(`executions/${execution.id}`)) as { data: string };
	const { resultData } = parse(data) as {
		resultData: { runData: Record<string, Array<{ executionTime: number }>> };
	};
	return resultData.runData[measured]![0]!.executionTime / 1000;
}

interface Body {
	contact?: { email: string };
	recipient?: Array<{ email: string }>;
}

async function arrivals(sandbox: Sandbox, items: number) {
	const { campaigns, events } = await sandbox.accepted();
	const emails = [...campaigns, ...events].flatMap(({ content }) => {
		const { contact, recipient = [] } = content as Body;
		return [...recipient, ...(contact ? [contact] : [])].map(({ email }) => email);
	});
	const requests = (await sandbox.requests()).length;
	const delivered = new Set(emails).size;
	return { requests, lost: items - delivered, twice: emails.length - delivered };
}

/** Of an odd number of samples, the one in the middle. */
function median(samples: Sample[], of: keyof Sample): number {
	return samples.map((sample) => sample[of]).sort((a, b) => a - b)[(samples.length - 1) / 2]!;
}

async function main(): Promise<void> {
	const n8n = await startOwnN8n();
	for (const comparison of comparisons) {
		const names = Object.keys(comparison.senders);
		const samples = new Map<string, Sample[]>(names.map((name) => [name, []]));
		// They take turns, after a warm-up.
		for (let round = 0; round <= rounds; round += 1) {
			for (const name of names) {
				const sample = await runOnce(n8n, comparison, name);
				if (round > 0) samples.get(name)!.push(sample);
			}
		}
		console.log(`\n**${comparison.title}**\n`);
		for (const [name, all] of samples) {
			const figure = (of: keyof Sample) => median(all, of);
			console.log(
				`- ${name}: ${figure('seconds').toFixed(2)} s, ${figure('requests')} requests, ` +
					`${figure('lost')} lost, ${figure('twice')} sent twice`,
			);
		}
	}
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => void stopAll().then(() => process.exit(1)));
}

main()
	.catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	})
	// A sandbox that was not closed would keep this process.
	.finally(() => void stopAll().then(() => process.exit()));
