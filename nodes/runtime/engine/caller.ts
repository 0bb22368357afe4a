import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** A run's beginning, as far as n8n's engine tells it. */
export interface Beginning {
	/** IANA name of the workflow's timezone; undefined if n8n doesn't tell it, or it has another name. */
	timezone?: string;
	/** True if the run was started in the editor. */
	isManual?: boolean;
	isTool: boolean;
}

/** True if the node is an agent's tool, whose output a model reads. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/** True if an agent below version 3 or the MCP Server Trigger calls the node itself, and not n8n's engine. */
export const isAgentsCall = (context: IExecuteFunctions): boolean =>
	context.getInputData(0, 'ai_tool').length > 0;

/** What n8n tells of how the run began; in Engine 2.0 that is not all. */
export function beginningOf(context: IExecuteFunctions): Beginning {
	const mode = context.getMode();
	// Engine 2.0 has no signal by which an execution is cancelled. Nor have agents and n8n's own Agents (`internal`).
	const isEngine2 =
		!context.getExecutionCancelSignal() && mode !== 'internal' && !isAgentsCall(context);
	return {
		isTool: isTool(context.getNode()),
		timezone: isEngine2 ? undefined : validTimezone(context.getTimezone()),
		isManual: isEngine2 && mode === 'integrated' ? undefined : startedInEditor(context),
	};
}

/** n8n would read a time in another zone than in the one that it doesn't know, such as "GMT+2". */
function validTimezone(name: string): string | undefined {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return name;
	} catch {
		return undefined;
	}
}

/**
 * What an execution shares with its Retries, and with no other execution: the token of its resume URL. Before n8n 2.41 there
 * may be none, and the millisecond of its beginning stands for it.
 */
export function originOf(context: IExecuteFunctions): string {
	const { $execution } = context.getWorkflowDataProxy(0) as { $execution?: { resumeUrl?: string } };
	const [, token] = $execution?.resumeUrl?.split('?') ?? [];
	const { establishedAt } = context.getExecutionContext() ?? {};
	return token ?? String(establishedAt ?? context.getExecutionId());
}

/** n8n's own nodes. Those that start real executions have "Trigger" in their names, except a few old ones. */
const ofN8n = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./;
const trigger = /trigger$|\.(cron|emailReadImap|interval|webhook)$/i;

/** Triggers that only a person in the editor starts. */
const editorTrigger = /\.(manualTrigger|manualChatTrigger|evaluationTrigger)$/;

function startedInEditor(context: IExecuteFunctions): boolean {
	// n8n's Retry keeps how the execution began: that of a preview must not send.
	const { source, triggerNode } = context.getExecutionContext() ?? {};
	const mode = context.getMode() === 'retry' ? source : context.getMode();
	if (mode !== 'integrated') return mode === 'manual' || mode === 'evaluation';
	// Of a sub-workflow's parent n8n tells only the node with which it began. "Execute step" begins with any.
	const type = String(triggerNode?.type);
	return ofN8n.test(type) && (editorTrigger.test(type) || !trigger.test(type));
}
