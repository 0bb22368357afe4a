import { commonTokens, declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import ts from 'typescript';

const { sys } = ts;

/**
 * Whether a mutant compiles, by TypeScript's language service: it checks the one file that is changed,
 * in a quarter of a second. What would only break another file counts as compiling, and is tested.
 */
class TypeChecker {
	/** The mutant that is checked. */
	mutant = undefined;

	version = 0;

	constructor(tsconfigFile) {
		const host = { ...sys, onUnRecoverableConfigFileDiagnostic: () => {} };
		const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(tsconfigFile, {}, host);
		this.service = ts.createLanguageService({
			...sys,
			useCaseSensitiveFileNames: () => sys.useCaseSensitiveFileNames,
			// A mutant may well leave something unused.
			getCompilationSettings: () => ({
				...options,
				noUnusedLocals: false,
				noUnusedParameters: false,
			}),
			getCurrentDirectory: sys.getCurrentDirectory,
			getDefaultLibFileName: ts.getDefaultLibFilePath,
			getScriptFileNames: () => fileNames,
			getScriptVersion: (fileName) => String(this.isMutated(fileName) ? this.version : 0),
			getScriptSnapshot: (fileName) => {
				const text = this.isMutated(fileName) ? mutated(this.mutant) : sys.readFile(fileName);
				return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
			},
		});
	}

	isMutated(fileName) {
		return fileName === this.mutant?.fileName;
	}

	async init() {}

	async check(mutants) {
		return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.resultOf(mutant)]));
	}

	resultOf(mutant) {
		this.mutant = mutant;
		this.version += 1;
		const [error] = [
			...this.service.getSyntacticDiagnostics(mutant.fileName),
			...this.service.getSemanticDiagnostics(mutant.fileName),
		];
		if (error === undefined) return { status: 'passed' };
		const reason = ts.flattenDiagnosticMessageText(error.messageText, '\n');
		return { status: 'compileError', reason };
	}
}

/** The file of a mutant as a whole. */
function mutated({ fileName, location: { start, end }, replacement }) {
	const text = sys.readFile(fileName);
	const lines = text.split('\n');
	const offset = ({ line, column }) =>
		lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + column;
	return text.slice(0, offset(start)) + replacement + text.slice(offset(end));
}

const typeChecker = (options) => new TypeChecker(options.tsconfigFile);
typeChecker.inject = [commonTokens.options];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, 'types', typeChecker)];
