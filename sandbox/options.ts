import { longestOutage, outageKinds, type OutageKind, type PlannedOutage } from './outages';
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
	/** `Retry-After` as an HTTP date instead of seconds. */
	retryAfterDate?: boolean;
	/** The number of 400 answers that starts a block. */
	blockAfter?: number;
	/** The length of a block, in seconds. */
	blockSeconds?: number;
	/** Added before each answer, in milliseconds. */
	latency?: number;
	/** An outage that begins by itself; the README says what each kind does. */
	outage?: OutageKind;
	/** The length of that outage, in seconds. */
	outageSeconds?: number;
	/** The number of requests that arrive before it; none by default. */
	outageAfter?: number;
	/** By how many seconds its clock is ahead of this machine's; below 0: behind. */
	clockSkew?: number;
	/** The path of a seed file. */
	seed?: string;
	/** The status of the contact-not-found body. */
	notFoundStatus?: number;
	/** The status of the campaign-failure body. */
	campaignFailureStatus?: number;
	/** The query parameter that carries the email of the contact to find. */
	emailParameter?: string;
}

/** Options with the defaults filled in; what has none may still be undefined. */
export type ResolvedOptions = SandboxOptions & typeof defaults;

/** The sandbox's behaviour if nothing is said. */
export const defaults = {
	host: '127.0.0.1',
	port: 0,
	apiKey: 'sandbox-development-key',
	retryAfterDate: false,
	blockSeconds: 60,
	latency: 0,
	outageSeconds: 20,
	outageAfter: 0,
	clockSkew: 0,
	seed: defaultSeedPath,
	notFoundStatus: 404,
	campaignFailureStatus: 400,
	emailParameter: 'email',
};

interface OptionDescription {
	/** The value's name in the help; a switch has none. */
	value?: string;
	description: string;
	/** The texts that it may be, where not every text will do. */
	choices?: readonly string[];
	/** Says why a number is refused, or nothing where it is accepted. */
	refuse?: (value: number) => string | undefined;
	/** Another option without which this one means nothing. */
	needs?: keyof SandboxOptions;
}

const wholeNumber = (least: number, most: number) => (value: number) =>
	Number.isInteger(value) && value >= least && value <= most
		? undefined
		: `must be a whole number from ${least} to ${most}`;

const atLeast = (least: number) => (value: number) =>
	Number.isFinite(value) && value >= least ? undefined : `must be a number from ${least} up`;

const aboveZero = (value: number) =>
	Number.isFinite(value) && value > 0 ? undefined : 'must be a number above 0';

/** A status that a failure body may have: none that means something else in the interface. */
const failureStatus = (value: number) =>
	value === 200 ||
	(Number.isInteger(value) && value >= 400 && value < 500 && ![401, 403, 406, 429].includes(value))
		? undefined
		: 'must be 200 or from 400 to 499, but not 401, 403, 406 or 429';

/** The options as the command line has them. Whatever takes a number says which it refuses. */
export const optionDescriptions: Record<keyof SandboxOptions, OptionDescription> = {
	host: { value: 'name', description: 'the address to listen on' },
	port: {
		value: 'number',
		description: 'the port to listen on; 0 takes a free one',
		refuse: wholeNumber(0, 65535),
	},
	apiKey: { value: 'key', description: 'the only valid API key' },
	rate: {
		value: 'number',
		description: 'requests per second; without it there is no limit',
		refuse: aboveZero,
	},
	burst: {
		value: 'number',
		description: 'requests at once before the rate applies (default: as many as --rate)',
		refuse: atLeast(1),
		needs: 'rate',
	},
	retryAfter: {
		value: 'seconds',
		description: 'Retry-After in a 429; without it there is no such header',
		refuse: wholeNumber(0, 86_400),
		needs: 'rate',
	},
	retryAfterDate: { description: 'Retry-After as an HTTP date', needs: 'retryAfter' },
	blockAfter: {
		value: 'number',
		description: 'how many 400 answers start a block (403); without it there is none',
		refuse: wholeNumber(1, Number.MAX_SAFE_INTEGER),
	},
	blockSeconds: {
		value: 'seconds',
		description: 'how long a block lasts',
		refuse: aboveZero,
		needs: 'blockAfter',
	},
	latency: {
		value: 'ms',
		description: 'added before each answer, in milliseconds',
		refuse: wholeNumber(0, 600_000),
	},
	outage: {
		value: 'kind',
		description: `an outage: ${outageKinds.join(', ')}`,
		choices: outageKinds,
	},
	outageSeconds: {
		value: 'seconds',
		description: 'how long the outage lasts',
		refuse: (value) =>
			value > 0 && value <= longestOutage
				? undefined
				: `must be a number above 0, up to ${longestOutage}`,
		needs: 'outage',
	},
	outageAfter: {
		value: 'number',
		description: 'how many requests arrive before the outage begins',
		refuse: wholeNumber(0, Number.MAX_SAFE_INTEGER),
		needs: 'outage',
	},
	clockSkew: {
		value: 'seconds',
		description: 'by how much Date and Retry-After are ahead of this machine (below 0: behind)',
		refuse: wholeNumber(-86_400, 86_400),
	},
	seed: { value: 'file', description: 'contacts, lists and variables, as JSON' },
	notFoundStatus: {
		value: 'status',
		description: 'the status of "Contact not found"',
		refuse: failureStatus,
	},
	campaignFailureStatus: {
		value: 'status',
		description: 'the status of a failed campaign',
		refuse: failureStatus,
	},
	emailParameter: {
		value: 'name',
		description: 'the query parameter that carries the email of the contact to find',
	},
};

export const optionNames = Object.keys(optionDescriptions) as Array<keyof SandboxOptions>;

/** `retryAfter` is `--retry-after` on the command line. */
export function flag(name: string): string {
	return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** An option that cannot be: its message names the option as the command line does. */
export class OptionError extends Error {}

/**
 * Checks options and fills in the defaults.
 * @throws OptionError for the first option that cannot be
 */
export function resolveOptions(options: SandboxOptions): ResolvedOptions {
	for (const name of optionNames) {
		const value = options[name];
		if (value === undefined) continue;
		const { refuse, choices, needs } = optionDescriptions[name];
		const reason =
			value === ''
				? 'must not be empty'
				: choices && !choices.includes(value as string)
					? `must be one of ${choices.join(', ')}`
					: refuse && refuse(value as unknown as number);
		if (reason) throw new OptionError(`--${flag(name)} ${reason}, not "${value}"`);
		if (needs && options[needs] === undefined) {
			throw new OptionError(`--${flag(name)} needs --${flag(needs)}`);
		}
	}
	const given = Object.entries(options).filter(([, value]) => value !== undefined);
	return { ...defaults, ...Object.fromEntries(given) };
}

/** The outage that the options ask for. */
export function plannedOutage(options: ResolvedOptions): PlannedOutage | undefined {
	const { outage: kind, outageSeconds: seconds, outageAfter: afterRequests } = options;
	return kind && { kind, seconds, afterRequests };
}

/** The command line that gives these options. */
export function toCommandLine(options: SandboxOptions): string[] {
	return optionNames.flatMap((name) => {
		const value = options[name];
		if (value === undefined || value === false) return [];
		return [value === true ? `--${flag(name)}` : `--${flag(name)}=${value}`];
	});
}
