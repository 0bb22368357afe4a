import { join } from 'node:path';

/** A sandbox's behaviour. Every field has a default; without `rate` there is no limit. */
export interface SandboxOptions {
	host?: string;
	/** 0: a free one. */
	port?: number;
	apiKey?: string;
	/** Requests per second. */
	rate?: number;
	/** Requests at once before the rate applies; as many as `rate` by default. */
	burst?: number;
	/** The seconds in a 429's `Retry-After`; without it a 429 has no such header. */
	retryAfter?: number;
	/** The number of 400 answers that starts a block. */
	blockAfter?: number;
	/** The length of a block, in seconds. */
	blockSeconds?: number;
	/** Added before each answer, in milliseconds. */
	latency?: number;
	/** The path of a file with what the service knows. */
	seed?: string;
}

/** The sandbox's behaviour if nothing is said. */
export const defaults = {
	host: '127.0.0.1',
	port: 0,
	apiKey: 'sandbox-development-key',
	blockSeconds: 60,
	latency: 0,
	seed: join(__dirname, 'seed.json'),
};

/** Options with the defaults filled in; what has none may still be undefined. */
export type ResolvedOptions = SandboxOptions & typeof defaults;
