import { defaultSeedPath } from './seed';

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
	/** The path of a seed file. */
	seed?: string;
}

/** Options with the defaults filled in; what has none may still be undefined. */
export type ResolvedOptions = SandboxOptions & typeof defaults;

/** The sandbox's behaviour if nothing is said. */
export const defaults = {
	host: '127.0.0.1',
	port: 0,
	apiKey: 'sandbox-development-key',
	blockSeconds: 60,
	latency: 0,
	seed: defaultSeedPath,
};

interface OptionDescription {
	/** The value's name in the help. */
	value: string;
	description: string;
	/** The least and the largest number; an option without it is text. */
	range?: [least: number, most: number];
	/** Another option without which this one means nothing. */
	needs?: keyof SandboxOptions;
}

/** The options as the command line has them. */
export const optionDescriptions: Record<keyof SandboxOptions, OptionDescription> = {
	host: { value: 'name', description: 'the address to listen on' },
	port: {
		value: 'number',
		description: 'the port to listen on; 0 takes a free one',
		range: [0, 65_535],
	},
	apiKey: { value: 'key', description: 'the only valid API key' },
	rate: {
		value: 'number',
		description: 'requests per second; without it there is no limit',
		range: [0.001, 1e6],
	},
	burst: {
		value: 'number',
		description: 'requests at once before the rate applies (default: as many as --rate)',
		range: [1, 1e6],
		needs: 'rate',
	},
	retryAfter: {
		value: 'seconds',
		description: 'Retry-After in a 429; without it there is no such header',
		range: [0, 86_400],
		needs: 'rate',
	},
	blockAfter: {
		value: 'number',
		description: 'how many 400 answers start a block (403); without it there is none',
		range: [1, 1e6],
	},
	blockSeconds: {
		value: 'seconds',
		description: 'how long a block lasts',
		range: [0.001, 1e6],
		needs: 'blockAfter',
	},
	latency: {
		value: 'ms',
		description: 'added before each answer, in milliseconds',
		range: [0, 600_000],
	},
	seed: { value: 'file', description: 'contacts, lists and variables, as JSON' },
};

export const optionNames = Object.keys(optionDescriptions) as Array<keyof SandboxOptions>;

/** `retryAfter` is `--retry-after` on the command line. */
export function flag(name: string): string {
	return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/**
 * Checks options and fills in the defaults.
 * @throws Error for the first option that cannot be, by its name on the command line
 */
export function resolveOptions(options: SandboxOptions): ResolvedOptions {
	for (const name of optionNames) {
		const value = options[name];
		if (value === undefined) continue;
		const { range: [least, most] = [], needs } = optionDescriptions[name];
		if (value === '') throw new Error(`--${flag(name)} must not be empty`);
		const isInRange = Number(value) >= Number(least) && Number(value) <= Number(most);
		if (least !== undefined && !isInRange) {
			throw new Error(`--${flag(name)} must be a number from ${least} to ${most}, not "${value}"`);
		}
		if (needs && options[needs] === undefined) {
			throw new Error(`--${flag(name)} needs --${flag(needs)}`);
		}
	}
	const given = Object.entries(options).filter(([, value]) => value !== undefined);
	return { ...defaults, ...Object.fromEntries(given) };
}

/** The command line that gives these options. */
export function toCommandLine(options: SandboxOptions): string[] {
	return optionNames
		.filter((name) => options[name] !== undefined)
		.map((name) => `--${flag(name)}=${options[name]}`);
}
