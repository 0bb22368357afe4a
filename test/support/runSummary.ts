/** The item numbers of a run by how they ended, as an error's context has them. */
export type RunSummary = Record<'accepted' | 'uncertain' | 'failed' | 'notSent', number[]>;
