import type { RequestContext } from '../http/connection';

/** How n8n calls an execution that was started in the editor: to try it, or to evaluate it. */
const manualModes: readonly unknown[] = ['manual', 'evaluation'];

/**
 * Whether somebody started this execution in the editor. n8n's Retry runs in a mode of its own, but keeps how
 * the execution began: the Retry of a preview must not send.
 */
export function startedInEditor(context: RequestContext): boolean {
	const mode = context.getMode();
	return manualModes.includes(mode === 'retry' ? context.getExecutionContext()?.source : mode);
}
