export type { Accepted, AcceptedByKind, JournalEntry } from './journal';
export type { SandboxOptions } from './options';
export type { OutageKind, OutageOrder } from './outages';
export { startSandbox, type Sandbox } from './sandbox';
export { spawnSandbox } from './spawn';
