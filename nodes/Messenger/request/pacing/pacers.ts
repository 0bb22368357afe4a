import { clock } from '../clock';
import type { Pacer } from './Pacer';
import { PacerRegistry } from './PacerRegistry';

/** The timer of `AbortSignal.timeout` does not keep the process alive, as n8n's `sleep` would. */
function after(milliseconds: number, act: () => void): void {
	AbortSignal.timeout(milliseconds).addEventListener('abort', act);
}

const registry = new PacerRegistry(clock, after);

/** Gives the pacer that all executions of this process share for a service and key. */
export function pacerFor(baseUrl: string, apiKey: string): Pacer {
	return registry.pacerFor(baseUrl, apiKey);
}
