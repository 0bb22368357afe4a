import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { messengerWorkflow } from '../../../tools/playground/engine/messengerWorkflow';
import { exampleRuns, nodeOf } from './exampleRuns';

const { run } = exampleRuns();

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

	it.each<[details: Details, output: string, status: number]>([
		[{ error }, 'Uncertain', 202],
		[{ error, state: 'uncertain', httpCode: '503' }, 'Uncertain', 202],
		[{}, 'Not accepted', 503],
		[{ state: 'failed', httpCode: '429' }, 'Later', 503],
		[{ state: 'failed', httpCode: '200', retryAfterMs: 2000 }, 'Later', 503],
		[{ state: 'not sent' }, 'Later', 503],
		[{ state: 'not sent', httpCode: 'ECONNREFUSED' }, 'Later', 503],
		[{ state: 'not sent', parameter: 'apiKey' }, 'Not accepted', 503],
		[{ state: 'not sent', parameter: 'contactEmail' }, 'Not accepted', 400],
		[{ state: 'not sent', parameter: 'parameters' }, 'Not accepted', 400],
		[{ state: 'not sent', parameter: 'data' }, 'Not accepted', 400],
		[{ state: 'not sent', httpCode: '200' }, 'Not accepted', 503],
		// Held back, because the service has refused ten others.
		[{ state: 'not sent', httpCode: '400' }, 'Not accepted', 400],
		[{ state: 'failed', httpCode: '400' }, 'Not accepted', 400],
		[{ state: 'failed', httpCode: '302' }, 'Not accepted', 503],
		[{ state: 'failed', httpCode: '401' }, 'Not accepted', 503],
		[{ state: 'failed', httpCode: '407' }, 'Not accepted', 503],
		[{ state: 'failed', httpCode: '200' }, 'Not accepted', 503],
	])('with %j goes to "%s", answers the webhook by %i', async (details, output, status) => {
		const switching = nodeOf('error-routes', 'What Became of It?');
		const routed = await afterErrors(switching, details);
		const taken = ['Uncertain', 'Later', 'Not accepted'].filter(
			(_, index) => routed(index).length > 0,
		);
		expect(taken).toEqual([output]);

		const choosing = nodeOf('event-from-webhook', 'Choose the Status');
		const answered = await afterErrors(choosing, details);
		expect(answered()).toEqual([{ status }]);
	});

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
