import js from '@eslint/js';
import markdown from '@eslint/markdown';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** Words that have confused readers, each with what to write instead. */
const plainWords = {
	anew: 'again',
	surely: 'definitely',
	beside: 'next to',
	'in place of': 'instead of',
	'in the place of': 'instead of',
	'also where': 'even if',
	'in doubt': 'uncertain',
	'fill it in': 'enter a value',
};

/** The same for prose only: a comment's rule takes words, and these need what stands around them. */
const plainPhrases = {
	'(?<!instead )of (its|their) own(?! [a-z])': 'its own …, or separate',
	'(?<!there )is no (?!longer|more|one)': "isn't a valid …, or isn't",
	'behind (?!(a|an|the|its|another|that|each) ([a-z]+ )?(proxy|firewall)|proxies)': 'after',
	'(is|are|was|were) away': 'is down',
	'the gates?': 'the limiter',
	'bars?': 'target',
	rooms: 'layers',
};

/** The options of a rule against words in some kinds of nodes, each without its end, such as `text[value`. */
const without = (words, ...nodes) => [
	'error',
	...Object.entries(words).flatMap(([pattern, plain]) =>
		nodes.map((node) => ({
			selector: `${node}=/\\b${pattern.replaceAll(/ (?!\|)/g, '\\s+')}\\b/i]`,
			message: `Plain English: ${plain}.`,
		})),
	),
];

/**
 * The published code follows n8n's strict (cloud-ready) configuration, put together here from n8n's
 * two plugins, because n8n's own takes every folder for a node's. Every rule that is off is off
 * there too. A release runs n8n's tool with its own configuration (release/stockLint.ts).
 */
export default defineConfig(
	globalIgnores([
		'**/node_modules',
		'**/dist',
		'coverage',
		'reports',
		'playground/.data',
		'test/real/editor/.results',
	]),
	{
		files: published,
		extends: [
			js.configs.recommended,
			tseslint.configs.recommended,
			n8nCommunityNodesPlugin.configs.recommended,
		],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			'prefer-spread': 'off',
			'no-console': 'error',
			'no-restricted-syntax': without(plainWords, 'Literal[value', 'TemplateElement[value.raw'),
		},
	},
	{
		files: ['package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: n8nNodesBase.configs.community.rules,
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{
		files: ['**/*.ts'],
		ignores: published,
		extends: [js.configs.recommended, tseslint.configs.recommended],
	},
	{
		files: ['**/*.md'],
		plugins: { markdown },
		language: 'markdown/gfm',
		rules: {
			'no-restricted-syntax': without({ ...plainWords, ...plainPhrases }, 'text[value'),
		},
	},
	{
		files: ['**/*.ts'],
		// One rule, twice: it takes one list for each place in a comment.
		plugins: {
			opening: { rules: { 'no-warning-comments': builtinRules.get('no-warning-comments') } },
		},
		rules: {
			'no-warning-comments': ['error', { terms: Object.keys(plainWords), location: 'anywhere' }],
			'opening/no-warning-comments': [
				'error',
				{
					terms: ['what', 'whether', 'whom', 'which', 'how'],
					location: 'start',
					decoration: ['*'],
				},
			],
		},
	},
);
