import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { OpenAPIBackend, type Document, type ValidationResult } from 'openapi-backend';
import { parse } from 'yaml';

const documentPath = join(__dirname, 'openapi.yaml');

/** One operation of the document. */
export interface Operation {
	operationId: string;
	method: 'GET' | 'POST';
	path: string;
	hasBody: boolean;
	/** The names of its query parameters. */
	query: string[];
	/** The statuses of its answers. */
	statuses: string[];
}

interface OperationObject extends Pick<Operation, 'operationId' | 'path'> {
	method: string;
	requestBody?: unknown;
	parameters?: Array<{ name: string }>;
	responses: Record<string, ResponseObject>;
}

interface ResponseObject {
	content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

/**
 * The OpenAPI document of the service: the one place of its request and response shapes. The
 * sandbox takes its routes from it, and tests ask it what the service would accept.
 */
export class ServiceDocument {
	/** The operations, in the document's order. */
	readonly operations: readonly Operation[];

	private readonly backend: OpenAPIBackend;

	constructor() {
		this.backend = new OpenAPIBackend({
			definition: parse(readFileSync(documentPath, 'utf8')) as Document,
			quick: true,
			customizeAjv: (ajv) => addFormats(ajv),
		});
		// With `quick` it is ready before it returns.
		void this.backend.init();
		this.operations = this.operationObjects().map(
			({ operationId, method, path, requestBody, parameters = [], responses }) => ({
				operationId,
				method: method === 'get' ? 'GET' : 'POST',
				path,
				hasBody: requestBody !== undefined,
				query: parameters.map(({ name }) => name),
				statuses: Object.keys(responses),
			}),
		);
	}

	/** Returns the operation with this id. @throws Error if the document has none */
	operation(operationId: string): Operation {
		const found = this.operations.find((operation) => operation.operationId === operationId);
		if (!found) throw new Error(`The document has no operation ${operationId}`);
		return found;
	}

	/**
	 * Returns why the document would refuse a request; nothing if it would accept it. Authentication
	 * and the Accept header are not looked at, nor are query parameters that the interface does not show.
	 */
	requestErrors(
		operationId: string,
		{ body, query = {} }: { body?: unknown; query?: Record<string, unknown> },
	): string[] {
		const { method, path, hasBody, query: names } = this.operation(operationId);
		if (!hasBody && body !== undefined) return ['body must not be there'];
		const known = Object.entries(query).filter(([name]) => names.includes(name));
		const request = {
			method,
			path,
			query: Object.fromEntries(known) as Record<string, string | string[]>,
			body,
			headers: {},
		};
		return errorsOf(this.backend.validator.validateRequest(request, operationId));
	}

	/** Returns why an answer breaks the document; nothing if it keeps to it. */
	responseErrors(operationId: string, status: number, body: unknown): string[] {
		if (!this.operation(operationId).statuses.includes(String(status))) {
			return [`status ${status} is not in the document`];
		}
		const { validator } = this.backend;
		return errorsOf(validator.validateResponse(body, operationId, status), 'response');
	}

	/**
	 * Returns the document's example of an answer: what the sandbox sends where the interface shows
	 * the answer's text. `name` chooses among several. @throws Error if the document has no such example
	 */
	exampleResponse(operationId: string, status: number, name?: string): unknown {
		const operation = this.operationObjects().find((one) => one.operationId === operationId);
		const media = operation?.responses[status]?.content['application/json'];
		const example = name === undefined ? media?.example : media?.examples?.[name]?.value;
		if (example === undefined) {
			throw new Error(`The document has no example ${name ?? ''} of ${operationId} ${status}`);
		}
		return example;
	}

	private operationObjects(): OperationObject[] {
		return this.backend.getOperations() as unknown as OperationObject[];
	}
}

/** Returns each error with its place, such as `body/recipient/0`. */
const errorsOf = ({ errors }: ValidationResult, root = ''): string[] =>
	(errors ?? []).map(({ instancePath, message }) => {
		const place =
			root + instancePath.replace(/^\/requestBody/, 'body').replace(/^\/query/, 'query');
		return `${place} ${message}`;
	});
