/** TypeScript's `node` module resolution does not read the `exports` that name these types. */
declare module 'vega-lite' {
	export * from 'vega-lite/build/index';
}
