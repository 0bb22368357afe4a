import type { IExecuteData, IExecutePaginationFunctions } from 'n8n-workflow';

import type { Failure } from './outcome';

/**
 * Calls that may have been processed, by the execute data and the item that they were made with.
 * On the way of an agent's tool calls, all calls share the agent's execute data, but all tries of
 * one call's "Retry On Fail" have the same arguments object and no other call has it.
 */
const held = new WeakMap<IExecuteData, WeakMap<object, Failure>>();

/** The failure of an earlier try of the same call after which it must not be sent again. */
export function heldFailure(context: IExecutePaginationFunctions): Failure | undefined {
	return held.get(context.getExecuteData())?.get(argumentsOf(context));
}

/** Remembers the failure where it is uncertain whether the call was processed. */
export function holdFailure(context: IExecutePaginationFunctions, failure: Failure): void {
	if (failure.state !== 'uncertain') return;
	const executeData = context.getExecuteData();
	const calls = held.get(executeData) ?? new WeakMap<object, Failure>();
	held.set(executeData, calls.set(argumentsOf(context), failure));
}

function argumentsOf(context: IExecutePaginationFunctions): object {
	const call = context.getInputData(0, 'ai_tool').json;
	// Where there is no such input, the engine makes a new object each time.
	const isCall = call === context.getInputData(0, 'ai_tool').json;
	return isCall ? call : context.getInputData().json;
}
