import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

/** The name under which the validator knows the document; `$ref`s to its parts begin with it. */
const documentName = 'openapi.yaml';

export const documentPath = join(__dirname, documentName);

/** A JSON Schema that is a place in the document, or is made of such places. */
export type SchemaObject = Record<string, unknown>;

/** One operation as the document has it, with its parts as schemas for the validator. */
export interface Operation {
	operationId: string;
	method: 'GET' | 'POST';
	path: string;
	/** The schema of the request's body, where it has one. */
	body?: SchemaObject;
	/** The schema of the request's query, as an object of its parameters. */
	query?: SchemaObject;
	/** The schema of each answer's body, by status. */
	responses: Record<string, SchemaObject>;
}

interface MediaTypeObject {
	schema: unknown;
	example?: unknown;
	examples?: Record<string, { value: unknown }>;
}

interface ResponseObject {
	content: { 'application/json': MediaTypeObject };
}

interface ReferenceObject {
	$ref: string;
}

interface OperationObject {
	operationId: string;
	parameters?: Array<{ name: string; required?: boolean }>;
	requestBody?: unknown;
	responses: Record<string, ResponseObject | ReferenceObject>;
}

interface DocumentObject {
	paths: Record<string, Record<'get' | 'post', OperationObject | undefined>>;
	components: { responses: Record<string, ResponseObject> };
}

const jsonBody = ['content', 'application/json'];

/** A JSON pointer (RFC 6901) to a place in the document, as a `$ref`. */
function referenceTo(...keys: string[]): SchemaObject {
	const pointer = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
	return { $ref: `${documentName}#/${encodeURI(pointer)}` };
}

/** A schema that refers to one of the document's named schemas. */
export function schemaNamed(name: string): SchemaObject {
	return referenceTo('components', 'schemas', name);
}

/**
 * The OpenAPI document of the service: the one place of its request and response shapes. The
 * sandbox takes its routes from it, and tests ask it what the service would accept.
 */
export class ServiceDocument {
	/** The operations, in the document's order. */
	readonly operations: readonly Operation[];

	/** The validator that knows the document. It changes nothing in what it validates. */
	readonly validator: Ajv2020;

	private readonly source: DocumentObject;

	private readonly compiled = new Map<SchemaObject, ValidateFunction>();

	constructor() {
		this.source = parse(readFileSync(documentPath, 'utf8')) as DocumentObject;
		this.validator = new Ajv2020({ strict: true });
		addFormats(this.validator);
		// The document is no schema itself (its parts are): it is not checked as one, and what stands
		// at its top means nothing to the validator.
		this.validator.addVocabulary([...Object.keys(this.source), 'x-not-shown']);
		this.validator.addSchema(this.source, documentName, undefined, false);
		this.operations = this.readOperations();
	}

	/** The operation with this id. Throws where the document has none. */
	operation(operationId: string): Operation {
		const found = this.operations.find((operation) => operation.operationId === operationId);
		if (!found) throw new Error(`The document has no operation ${operationId}`);
		return found;
	}

	/**
	 * Why the document would refuse a request, or an empty array where it would accept it.
	 * Authentication and the Accept header are not looked at.
	 */
	requestErrors(
		operationId: string,
		request: { body?: unknown; query?: Record<string, unknown> },
	): string[] {
		const { body, query } = this.operation(operationId);
		if (!body && request.body !== undefined) return ['body must not be there'];
		return [
			...(body ? this.errors('body', body, request.body) : []),
			...(query ? this.errors('query', query, request.query ?? {}) : []),
		];
	}

	/** Why an answer breaks the document, or an empty array where it keeps to it. */
	responseErrors(operationId: string, status: number, body: unknown): string[] {
		const { responses } = this.operation(operationId);
		const schema = responses[status];
		if (!schema) return [`status ${status} is not in the document`];
		return this.errors('response', schema, body);
	}

	/**
	 * The document's example of an answer: what the sandbox sends where the interface gives the
	 * answer's text. `name` chooses among several. Throws where the document has no such example.
	 */
	exampleResponse(operationId: string, status: number, name?: string): unknown {
		const { path, method } = this.operation(operationId);
		const response = this.operationAt(path, method)?.responses[status];
		const media = response && this.resolve(response).content['application/json'];
		const example = name === undefined ? media?.example : media?.examples?.[name]?.value;
		if (example === undefined) {
			throw new Error(`The document has no example ${name ?? ''} of ${operationId} ${status}`);
		}
		return example;
	}

	/**
	 * Why a value does not keep to a schema, or an empty array where it does.
	 * @param what what the errors call the value
	 * @param schema a schema that may refer to the document (see `schemaNamed`)
	 */
	errors(what: string, schema: SchemaObject, value: unknown): string[] {
		let validate = this.compiled.get(schema);
		if (!validate) {
			validate = this.validator.compile(schema);
			this.compiled.set(schema, validate);
		}
		if (validate(value)) return [];
		return (validate.errors ?? []).map((error) => `${what}${error.instancePath} ${error.message}`);
	}

	private operationAt(path: string, method: 'GET' | 'POST'): OperationObject | undefined {
		return this.source.paths[path]?.[method === 'GET' ? 'get' : 'post'];
	}

	private resolve(response: ResponseObject | ReferenceObject): ResponseObject {
		if (!('$ref' in response)) return response;
		const name = response.$ref.slice('#/components/responses/'.length);
		const found = this.source.components.responses[name];
		if (!found) throw new Error(`The document has no response ${name}`);
		return found;
	}

	private readOperations(): Operation[] {
		return Object.entries(this.source.paths).flatMap(([path, item]) =>
			(['get', 'post'] as const).flatMap((key) => {
				const operation = item[key];
				return operation ? [this.readOperation(path, key, operation)] : [];
			}),
		);
	}

	private readOperation(path: string, key: 'get' | 'post', source: OperationObject): Operation {
		const place = ['paths', path, key];
		const { parameters } = source;
		return {
			operationId: source.operationId,
			method: key === 'get' ? 'GET' : 'POST',
			path,
			...(source.requestBody !== undefined && {
				body: referenceTo(...place, 'requestBody', ...jsonBody, 'schema'),
			}),
			...(parameters && {
				query: {
					type: 'object',
					required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
					properties: Object.fromEntries(
						parameters.map(({ name }, index) => [
							name,
							referenceTo(...place, 'parameters', String(index), 'schema'),
						]),
					),
				},
			}),
			responses: Object.fromEntries(
				Object.entries(source.responses).map(([status, response]) => [
					status,
					'$ref' in response
						? referenceTo(...response.$ref.slice(2).split('/'), ...jsonBody, 'schema')
						: referenceTo(...place, 'responses', status, ...jsonBody, 'schema'),
				]),
			),
		};
	}
}
