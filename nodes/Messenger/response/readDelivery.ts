import type { IDataObject } from 'n8n-workflow';

import type { Delivery } from '../request/deliver';
import type { NodeRun } from '../request/nodeRun';
import type { Failed } from '../request/RunReport';
import { answerProblem, notSentProblem, processedUnknown } from './answerProblems';
import { networkProblem } from './networkProblems';
import { parseBody, saysFailure, serviceMessage } from './parse';
import type { Problem } from './Problem';
import { answerWithoutKey, bodyWithoutKey } from './withoutKey';

/** A shorter key may be a word of the data, which then must stay as it is. */
const shortestKey = 8;

/** What an operation knows of its own answers. */
export interface Reader {
	run: NodeRun;
	path: string;
	readOnly: boolean;
	inputsToCheck: string;
	/** The output items of a good answer; undefined where it has no form that the interface shows. */
	toItems: (body: unknown) => IDataObject[] | undefined;
	/** The output items of a refusal, where the operation makes an output of it. */
	whenRefused?: (status: number, body: unknown) => IDataObject[] | undefined;
	/** What to do about a refusal that has a meaning of its own in this operation. */
	adviceOnRefusal?: (status: number, body: unknown) => string | undefined;
}

/** The items of an answer; or what went wrong, and whether the service may have taken the request. */
export type Reading =
	{ state: 'accepted'; items: IDataObject[] } | { state: Failed; problem: Problem };

/** Reads what came of a request: the one place where an answer becomes items or a problem. */
export function readDelivery(delivery: Delivery, reader: Reader): Reading {
	const { outcome } = delivery;
	const situation = { ...reader, host: new URL(reader.run.baseUrl).host, delivery };
	if (outcome.kind === 'not sent')
		return { state: 'not sent', problem: notSentProblem(outcome, delivery) };
	if (outcome.kind === 'no answer') {
		return {
			state: outcome.requestLeft && !reader.readOnly ? 'uncertain' : 'failed',
			problem: networkProblem(situation, outcome),
		};
	}

	const { apiKey } = reader.run;
	const given = parseBody(outcome);
	const clean = bodyWithoutKey(given, outcome, apiKey);
	const body = apiKey.length < shortestKey ? given : clean;
	const json = 'json' in body ? body.json : undefined;
	const isGood = outcome.status >= 200 && outcome.status < 300 && !saysFailure(body);
	const items = isGood ? reader.toItems(json) : reader.whenRefused?.(outcome.status, json);
	if (items !== undefined) return { state: 'accepted', items };

	const answered = {
		...situation,
		answer: answerWithoutKey(outcome, apiKey),
		body: clean,
		said: serviceMessage(clean),
		ownAdvice: isGood ? undefined : reader.adviceOnRefusal?.(outcome.status, json),
	};
	return {
		state: processedUnknown(answered) ? 'uncertain' : 'failed',
		problem: answerProblem(answered),
	};
}
