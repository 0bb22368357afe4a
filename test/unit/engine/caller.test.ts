import { readFileSync } from 'node:fs';

import type { IExecuteFunctions, INodeTypeDescription } from 'n8n-workflow';

import { beginningOf, originOf } from '../../../nodes/runtime/engine/caller';

/** @param more of the context that n8n's Engine 2.0 or an agent's call has otherwise */
function factsOfRun(mode: string, source?: string, type?: string, more = {}) {
	const triggerNode = type === undefined ? undefined : { name: 'Start', type };
	return beginningOf({
		getMode: () => mode,
		getExecutionContext: () => source && { source, triggerNode },
		getExecutionCancelSignal: () => new AbortController().signal,
		getInputData: () => [],
		getTimezone: () => 'Europe/Vilnius',
		getNode: () => ({ type: 'messenger' }),
		...more,
	} as unknown as IExecuteFunctions);
}

const isStartedInEditor = (mode: string, source?: string, type?: string) =>
	factsOfRun(mode, source, type).isManual;

it.each([
	['manual', undefined, true],
	['evaluation', undefined, true],
	['trigger', 'manual', false],
	['retry', 'manual', true],
	['retry', 'trigger', false],
])('mode %s, begun as %s: started in the editor is %s (M1)', (mode, source, isManual) => {
	expect(isStartedInEditor(mode, source)).toBe(isManual);
	// The root's beginning says something of a sub-workflow only.
	expect(isStartedInEditor(mode, source, 'n8n-nodes-base.manualTrigger')).toBe(isManual);
});

it.each([
	['@n8n/n8n-nodes-langchain.manualChatTrigger', true],
	// "Execute step", on the calling node or from a changed node before it.
	['n8n-nodes-base.executeWorkflow', true],
	['@n8n/n8n-nodes-langchain.toolExecutor', true],
	// Real ones, or at least they may be.
	['n8n-nodes-base.executeWorkflowTrigger', false],
	['n8n-nodes-crm.manualTrigger', false],
	['not-n8n-nodes-base.set', false],
	// No such nodes yet.
	['n8n-nodes-base.triggerList', true],
	['n8n-nodes-base.webhookList', true],
	['n8n-nodes-base.manualTriggerListTrigger', false],
	[undefined, false],
])(
	'a sub-workflow whose root began with %s: started in the editor is %s (M1)',
	(type, isManual) => {
		expect(isStartedInEditor('integrated', 'integrated', type)).toBe(isManual);
		expect(isStartedInEditor('retry', 'integrated', type)).toBe(isManual);
	},
);

it("Engine 2.0 does not tell the workflow's timezone, nor how a sub-workflow began (N3)", () => {
	const engine2 = { getExecutionCancelSignal: () => undefined };
	expect(factsOfRun('manual', 'manual', undefined, engine2)).toEqual({
		isTool: false,
		isManual: true,
	});
	expect(factsOfRun('integrated', undefined, undefined, engine2)).toEqual({ isTool: false });
	// Agents have no such signal either.
	const call = { ...engine2, getInputData: (_: number, type: string) => (type ? [{}] : []) };
	const known = { isTool: false, timezone: 'Europe/Vilnius', isManual: false };
	expect(factsOfRun('integrated', undefined, undefined, call)).toEqual(known);
	expect(factsOfRun('internal', undefined, undefined, engine2)).toEqual(known);
});

it("of n8n's own triggers only those that nobody but a person starts count as started by hand (M1)", () => {
	const types = readFileSync(require.resolve('n8n-nodes-base/dist/types/nodes.json'), 'utf8');
	const triggers = (JSON.parse(types) as INodeTypeDescription[])
		.filter(({ group }) => group.includes('trigger'))
		.map(({ name }) => `n8n-nodes-base.${name}`);
	expect(triggers.length).toBeGreaterThan(80);
	const byHand = triggers.filter((type) => isStartedInEditor('integrated', 'integrated', type));
	const editorOnly = ['n8n-nodes-base.evaluationTrigger', 'n8n-nodes-base.manualTrigger'];
	expect([...new Set(byHand)].sort()).toEqual(editorOnly);
});

it("a timezone that isn't one counts as none (I5)", () => {
	const timezoneOf = (name: string) =>
		factsOfRun('trigger', undefined, undefined, { getTimezone: () => name }).timezone;
	const valid = ['Europe/Berlin', 'UTC', 'Asia/Kolkata'];
	expect([...valid, '"Europe/Berlin"', 'GMT+2', 'DEFAULT', ''].map(timezoneOf)).toEqual(
		valid.concat(Array(4)),
	);
});

it("an execution's token is what its Retries share; without one, its beginning in milliseconds (R7)", () => {
	const url = 'http://localhost:5678/webhook-waiting/4711';
	const origin = (resumeUrl?: string, establishedAt?: number) =>
		originOf({
			getWorkflowDataProxy: () => ({ $execution: { resumeUrl } }),
			getExecutionContext: () => establishedAt && { establishedAt },
			getExecutionId: () => '4711',
		} as unknown as IExecuteFunctions);
	expect(origin(`${url}?signature=a1b2`, 17)).toBe(origin(`${url}5?signature=a1b2`, 18));
	expect(origin(`${url}?signature=a1b2`, 17)).not.toBe(origin(`${url}?signature=c3d4`, 17));
	expect([origin(url, 17), origin(undefined, 17), origin(url)]).toEqual(['17', '17', '4711']);
});
