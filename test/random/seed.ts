import fc from 'fast-check';

/** Of all random tests: the same in each `npm test`; `npm run test:random` chooses one and says it. */
export const seed = Number(process.env.SEED ?? 1);

fc.configureGlobal({ seed });
