import { brevoCandidates } from './brevo';
import type { Candidate } from './Candidate';
import { campaignCandidates } from './campaigns';
import { eventCandidates } from './events';

export type { Candidate, Service } from './Candidate';

/** All candidates by name; a process that runs one is told the name. */
export const candidates = {
	...campaignCandidates,
	...eventCandidates,
	...brevoCandidates,
} satisfies Record<string, Candidate>;

export type CandidateName = keyof typeof candidates;
