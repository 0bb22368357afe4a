import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';

/** Names of what the editor shows around a parameter, and nothing of the node's work depends on. */
const wording = new Set(['description', 'placeholder', 'action', 'hint']);

/**
 * Leaves out the text of descriptions and placeholders: a test of a sentence that the editor shows
 * would only say the sentence again. Error messages, names, values, defaults and routing stay in.
 */
class WordingIgnorer {
	shouldIgnore(path) {
		if (!path.isStringLiteral() && !path.isTemplateLiteral()) return undefined;
		const { parent } = path;
		const isWording =
			parent.type === 'ObjectProperty' &&
			parent.value === path.node &&
			parent.key.type === 'Identifier' &&
			wording.has(parent.key.name);
		return isWording ? 'A sentence that only the editor shows' : undefined;
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Ignore, 'wording', WordingIgnorer)];
