import { progress, type Section } from '../../sections/Section';
import { runEvents, type CheckedRun } from './eventRun';

const events = 1000;
const badEvery = 20;
const bad = events / badEvery;

/** Bad input at a service that blocks the key after too much of it. */
export async function measureBadInput(): Promise<Section & { data: CheckedRun[] }> {
	progress(`${events} events, ${bad} of them bad`);
	const run = await runEvents({ events, badEvery, service: { blockAfter: 20 } });
	const { delivered } = run.arrivals;
	const blocked = run.answers.filter(({ status }) => status === 403).length;
	return {
		title: `${events} events, ${bad} of them with an address that is none`,
		method: 'The service blocks the key after 20 bad requests.',
		rows: [
			{
				delivered: `${delivered} of ${events - bad}`,
				'item errors': String(run.itemErrors),
				'answered 403': String(blocked),
			},
		],
		bars: [
			{ claim: 'Good events delivered', value: delivered, limit: events - bad, side: 'least' },
			{ claim: 'Item errors, no fewer', value: run.itemErrors, limit: bad, side: 'least' },
			{ claim: 'Item errors, no more', value: run.itemErrors, limit: bad, side: 'most' },
			{ claim: 'Requests answered 403', value: blocked, limit: 0, side: 'most' },
		],
		data: [{ run, due: events - bad }],
	};
}
