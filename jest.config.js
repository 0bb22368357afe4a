/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: require.resolve('./test/support/loadedOnce/environment.js'),
	resolver: require.resolve('./test/support/loadedOnce/resolver.js'),
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '/test/(real|expressions|compatibility)/'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.dev.json' }] },
	// The codex file Messenger.node.json must not be taken for the module Messenger.node.
	moduleFileExtensions: ['ts', 'js', 'json', 'node'],
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/tools/playground'],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	// A report in files would be linted as if it were published.
	coverageReporters: ['text'],
	// By `npx jest --coverage`, which takes a third longer.
	coverageThreshold: { global: { branches: 95, functions: 95, lines: 95, statements: 95 } },
	// One for each core: each loads n8n's engine.
	maxWorkers: '100%',
	// What hangs fails; what a busy machine does slowly does not.
	testTimeout: 120_000,
};
