/** The parts that we use of packages that come without types for a CommonJS project. */

declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** The parts of a source checkout that the scanner reads, as glob patterns. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Lints a folder by the scanner's rules; `passed` is false if a rule of level "error" fails. */
	export function analyzePackage(
		folder: string,
		filePatterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

declare module '@actions/workflow-parser' {
	export class NoOperationTraceWriter {}

	interface ParseContext {
		errors: { getErrors(): Array<{ message: string }> };
	}

	/** Checks a workflow against the schema of GitHub Actions. */
	export function parseWorkflow(
		file: { name: string; content: string },
		trace: NoOperationTraceWriter,
	): { context: ParseContext; value?: object };

	/** Resolves what jobs say of each other, adding to the context's errors. */
	export function convertWorkflowTemplate(context: ParseContext, value: object): Promise<unknown>;
}
