/**
 * Tells if something ends within so many milliseconds of this process: of the time in which a busy machine gives it no
 * turn, one tick counts.
 */
export async function endsWithin(milliseconds: number, act: Promise<unknown>): Promise<boolean> {
	let ticks = milliseconds / 10;
	let ticking: NodeJS.Timeout | undefined;
	const late = new Promise<boolean>((resolve) => {
		ticking = setInterval(() => {
			ticks -= 1;
			if (ticks <= 0) resolve(false);
		}, 10);
	});
	return await Promise.race([act.then(() => true), late]).finally(() => clearInterval(ticking));
}
