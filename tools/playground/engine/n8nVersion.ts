import { NodeApiError, type INode } from 'n8n-workflow';

const failure = { cause: 'rate-limited' } as const;

/** True for the n8n of package.json, not the 2.0 of test/compatibility: it keeps what an error declares of its cause. */
export const isNewerThan2_0 = 'failure' in new NodeApiError({} as INode, {}, { failure });
