import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { messengerWorkflow } from '../../../playground/engine/messengerWorkflow';
import { exampleRuns, nodeOf } from './exampleRuns';

const { run, sandbox, start } = exampleRuns();

it('"Verify a list" parts the safe addresses from the rest, and asks about whole ones only', async () => {
	const { json } = await start('verify-list');

	expect(json('Safe Addresses')).toMatchObject(Array(4).fill({ status: 'safe' }));
	const others = (json('Other Addresses') as IDataObject[]).map(({ status }) => status);
	expect(others).toEqual(['invalid_format', 'risky', 'invalid_format', 'undeliverable']);
	expect(await sandbox().requests()).toHaveLength(6);
});

it('"Go on after an error" sends an event for each contact that it finds, and explains the others', async () => {
	const { json } = await start('error-output');

	expect(json('To Look After')).toMatchObject([
		{ email: 'a@', order: '1043', details: { state: 'not sent', parameter: 'email' } },
		{ order: '1045', error: expect.any(String), details: { state: 'failed', httpCode: '404' } },
	]);
	const { events } = await sandbox().accepted();
	const orders = events.map(({ content }) => (content as { event: IDataObject }).event.data);
	expect(orders).toEqual([{ order: '1042' }, { order: '1044' }, { order: '1046' }]);
});

it('"Route errors by what was sent" sends an event for each of its contacts', async () => {
	await start('error-routes');
	expect((await sandbox().accepted()).events).toHaveLength(3);
});

describe('the error output', () => {
	/** The `details` of a failed item, and its `error`, where that matters. */
	type Details = IDataObject & { error?: string };

	const error = 'May have been sent: reason';

	/** A node that only shows a value. */
	const showing = (type: string, value: unknown) => ({
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			assignments: { assignments: [{ id: 'value', name: 'value', type, value }] },
		} as INodeParameters,
	});

	/** Runs a node, alone, for failed items. @returns the items of its outputs */
	const afterErrors = async (
		{ type, typeVersion, parameters }: ReturnType<typeof showing>,
		...errors: Details[]
	) => {
		const items = errors.map(({ error = 'reason', ...details }) => ({
			error,
			...(Object.keys(details).length > 0 && { details }),
		}));
		const { json } = await run(messengerWorkflow(parameters, items, { type, typeVersion }));
		return (output = 0) => json('Messenger', output);
	};

	it.each<[details: Details, output: string, state: string, status: number]>([
		[{ error }, 'Uncertain', 'uncertain', 202],
		[{ error: 'May have been sent by an earlier try: reason' }, 'Uncertain', 'uncertain', 202],
		[{ error, state: 'uncertain', httpCode: '503' }, 'Uncertain', 'uncertain', 202],
		[{}, 'Not accepted', 'failed', 503],
		[{ state: 'failed', httpCode: '429' }, 'Later', 'open', 503],
		[{ state: 'failed', httpCode: '200', retryAfterMs: 2000 }, 'Later', 'open', 503],
		[{ state: 'not sent' }, 'Later', 'open', 503],
		[{ state: 'not sent', httpCode: 'ECONNREFUSED' }, 'Later', 'open', 503],
		[{ state: 'not sent', parameter: 'apiKey' }, 'Not accepted', 'open', 503],
		[{ state: 'not sent', parameter: 'contactEmail' }, 'Not accepted', 'failed', 400],
		[{ state: 'not sent', parameter: 'parameters' }, 'Not accepted', 'failed', 400],
		[{ state: 'not sent', parameter: 'data' }, 'Not accepted', 'failed', 400],
		[{ state: 'not sent', httpCode: '200' }, 'Not accepted', 'open', 503],
		// Held back, because the service has refused ten others.
		[{ state: 'not sent', httpCode: '400' }, 'Not accepted', 'open', 400],
		[{ state: 'failed', httpCode: '400' }, 'Not accepted', 'failed', 400],
		[{ state: 'failed', httpCode: '302' }, 'Not accepted', 'open', 503],
		[{ state: 'failed', httpCode: '401' }, 'Not accepted', 'open', 503],
		[{ state: 'failed', httpCode: '407' }, 'Not accepted', 'open', 503],
		[{ state: 'failed', httpCode: '200' }, 'Not accepted', 'failed', 503],
	])(
		'with %j goes to "%s", marks the row of the outbox as %s, answers the webhook by %i',
		async (details, output, state, status) => {
			const switching = nodeOf('error-routes', 'What Became of It?');
			const routed = await afterErrors(switching, details);
			const taken = ['Uncertain', 'Later', 'Not accepted'].filter(
				(_, index) => routed(index).length > 0,
			);
			expect(taken).toEqual([output]);

			const asking = nodeOf('campaign-to-segment', 'May It Have Been Sent?');
			const mayBeSent = await afterErrors(asking, details);
			expect(mayBeSent()).toHaveLength(output === 'Uncertain' ? 1 : 0);

			const marking = nodeOf('outbox', 'Mark as Failed, Uncertain or Open').parameters;
			const { value } = marking.columns as { value: IDataObject };
			const marked = await afterErrors(showing('string', value.state), details);
			expect(marked()).toEqual([{ value: state }]);

			const choosing = nodeOf('event-from-webhook', 'Choose the Status');
			const answered = await afterErrors(choosing, details);
			expect(answered()).toEqual([{ status }]);
		},
	);

	it.each([
		['as long as the service asked at most', 2500, 3],
		['a minute where it did not say', undefined, 60],
	])('waits %s before it sends again', async (_, retryAfterMs, value) => {
		const { amount } = nodeOf('error-routes', 'Wait').parameters;
		const errors = [{ retryAfterMs: 1500 }, { retryAfterMs }];
		const shown = await afterErrors(showing('number', amount), ...errors);
		expect(shown()[0]).toEqual({ value });
	});
});
