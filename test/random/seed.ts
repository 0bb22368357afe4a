/** Of all random tests: the same in each `npm test`; `npm run test:random` chooses one and says it. */
export const seed = Number(process.env.SEED ?? 1);

export type Random = () => number;

export function oneOf<T>(random: Random, values: readonly T[]): T {
	return values[Math.floor(random() * values.length)] as T;
}
