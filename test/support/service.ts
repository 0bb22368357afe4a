import type { IDataObject } from 'n8n-workflow';

import { FaultyService, type Conduct, type ReadRequest } from './FaultyService';
import { answers } from './conducts';

/** Tells a request's fate by what is in it. */
export type Fate = (request: ReadRequest, position: number) => Conduct | undefined;

/** Answers as the service does, whatever the operation. */
export const accepts: Conduct = {
	onRequest: (response, request) => {
		const { path } = request;
		const { email } = (request.body ?? {}) as { email?: string };
		const body = path.startsWith('/webhook/email')
			? { message: 'Email successfully verified', data: { email, status: 'safe' } }
			: path.startsWith('/webhook/contact')
				? { data: { email: new URL(path, 'http://service').searchParams.get('email') } }
				: path.startsWith('/webhook/lists')
					? { data: [{ uuid: 'list', name: 'News', is_public: true }] }
					: path.startsWith('/webhook/customfields')
						? { success: true, data: [{ id: 'variable' }] }
						: { success: true, id: `id of ${sentFor(request).join()}` };
		answers(200, body).onRequest?.(response, request);
	},
};

/** The recipients of a request: the mark of each item that is in it. */
export function sentFor({ path, body }: ReadRequest): string[] {
	const text = decodeURIComponent(path) + JSON.stringify(body ?? '');
	return [...text.matchAll(/(?:person|item)-(\d+)|"messenger_number":"\+1415(\d+)"/g)].map(
		([, mark, number]) => String(Number(mark ?? number)),
	);
}

/** A service whose answer depends on the request. */
export class ScriptedService extends FaultyService {
	/** Where it gives none the service accepts. */
	fate: Fate = () => undefined;

	private position = 0;

	constructor() {
		super();
		this.follow({
			onRequest: (response, request) => {
				const conduct = this.fate(request, this.position++) ?? accepts;
				conduct.onRequest?.(response, request);
			},
		});
	}

	/** Counts how often each item has arrived since the last call, of those that arrived at all. */
	sent(): Record<string, number> {
		const counts: Record<string, number> = {};
		for (const mark of this.requests.splice(0).flatMap(sentFor)) {
			counts[mark] = (counts[mark] ?? 0) + 1;
		}
		return counts;
	}
}

export async function startService(fate: Fate = () => undefined): Promise<ScriptedService> {
	const service = new ScriptedService();
	service.fate = fate;
	await service.listen();
	return service;
}

/** Input items, each with its own mark. */
export function people(count: number, changes: (index: number) => IDataObject = () => ({})) {
	return Array.from({ length: count }, (_, index) => ({
		email: `person-${index}@example.com`,
		number: `+1415${String(index).padStart(7, '0')}`,
		...changes(index),
	}));
}
