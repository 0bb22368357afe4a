import type { RequestContext } from '../http/connection';

/** n8n's names of an execution that was started in the editor: to try it, or to evaluate it. */
const manualModes: readonly unknown[] = ['manual', 'evaluation'];

/** n8n's own nodes. Those that start real executions have "Trigger" in their names, except a few old ones. */
const ofN8n = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./;
const trigger = /trigger$|\.(cron|emailReadImap|interval|webhook)$/i;

/** Triggers that only a person in the editor starts. */
const editorTrigger = /\.(manualTrigger|manualChatTrigger|evaluationTrigger)$/;

/**
 * True if somebody started this execution in the editor. n8n's Retry runs in a separate mode, but keeps how
 * the execution began: the Retry of a preview must not send.
 */
export function startedInEditor(context: RequestContext): boolean {
	const { source, triggerNode } = context.getExecutionContext() ?? {};
	const mode = context.getMode() === 'retry' ? source : context.getMode();
	// Of a sub-workflow's parent n8n tells only the node with which it began, and n8n 1.x not even that.
	if (mode === 'integrated') return isStartedByHand(String(triggerNode?.type));
	return manualModes.includes(mode);
}

/** True if only "Execute workflow" or "Execute step" begins an execution with such a node. */
function isStartedByHand(type: string) {
	return ofN8n.test(type) && (editorTrigger.test(type) || !trigger.test(type));
}
