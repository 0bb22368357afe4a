import { setTimeout as wait } from 'node:timers/promises';

/** Of the time in which a busy machine gives this process no turn, ten milliseconds count. */
export async function endsWithin(milliseconds: number, act: Promise<unknown>): Promise<boolean> {
	let hasEnded = false;
	const end = () => void (hasEnded = true);
	act.then(end, end);
	for (let left = milliseconds; left > 0 && !hasEnded; left -= 10) await wait(10);
	return hasEnded;
}
