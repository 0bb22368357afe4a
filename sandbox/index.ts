export type { JournalEntry } from './journal';
export type { SandboxOptions } from './options';
export { startSandbox, type Sandbox } from './sandbox';
export type { Accepted } from './service';
export { spawnSandbox } from './spawn';
