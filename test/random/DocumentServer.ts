import { ServiceDocument, type OperationId } from '../../sandbox/document';
import { cases } from '../node/cases';
import { answers } from '../support/conducts';
import { FaultyService, type ReadRequest } from '../support/FaultyService';

/** A good answer of an operation, in whose output `request` says which request it answers. */
function answerOf(operationId: OperationId, request: number) {
	const { answer } = cases.find(({ endpoint }) => endpoint === operationId)!;
	const { data } = answer;
	if (data === undefined) return { ...answer, request };
	return { ...answer, data: Array.isArray(data) ? [{ request }] : { request } };
}

/** A service that accepts everything, and notes what the service's document says of it. */
export class DocumentServer {
	/** Why the document refuses each request, in the order of arrival; empty where it accepts it. */
	errors: string[][] = [];

	private readonly document = new ServiceDocument();

	private service!: FaultyService;

	async start(): Promise<void> {
		this.service = await FaultyService.start({
			onRequest: (response, request) => {
				const { pathname, searchParams } = new URL(request.path, this.url);
				const operation = this.document.operations.find(
					({ method, path }) => method === request.method && path === pathname,
				)!;
				const query = Object.fromEntries(
					[...searchParams.keys()].map((name) => {
						const values = searchParams.getAll(name);
						return [name, values.length === 1 ? values[0] : values];
					}),
				);
				this.errors.push(this.errorsOf(operation.operationId, request.body, query));
				const answer = answerOf(operation.operationId, this.errors.length - 1);
				answers(200, answer).onRequest?.(response, request);
			},
		});
	}

	async stop(): Promise<void> {
		await this.service.close();
	}

	get url(): string {
		return this.service.url;
	}

	/** Why the document refuses a request. */
	errorsOf(
		operationId: OperationId,
		body: ReadRequest['body'],
		query?: Record<string, unknown>,
	): string[] {
		return this.document.requestErrors(operationId, { body, query });
	}
}
