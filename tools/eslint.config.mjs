import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** For what isn't published: n8n's rules, which the root's configuration has, are for nodes and credentials. */
export default defineConfig({
	files: ['**/*.ts'],
	extends: [js.configs.recommended, tseslint.configs.recommended],
});
