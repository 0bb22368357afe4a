import { Limiter } from '../../nodes/runtime/limiter/Limiter';
import { writeMeasured } from '../../playground/measured';
import { tableOf } from '../tables';
import { floor, measure, type Measured } from './measure';
import { scenarios, type Bar } from './scenarios';
import type { MakeLimiter } from './simulation';

const seeds = 20;

const makeLimiter: MakeLimiter = (clock) => new Limiter(clock);

/** On which side of a figure its bar lies, and how many digits are shown. */
const figures = {
	median: { digits: 2, side: 1 },
	worst: { digits: 2, side: 1 },
	refused: { digits: 0, side: 1 },
	longestRefused: { digits: 1, side: 1 },
	fairness: { digits: 2, side: -1 },
};

type Figure = keyof typeof figures;

function shown(figure: Figure, value: number): string {
	return value.toFixed(figures[figure].digits);
}

/** The figures that miss their bars, each with its bar. */
function missedBars(measured: Measured, bar: Bar): string[] {
	return (Object.keys(figures) as Figure[]).flatMap((figure) => {
		const limit = bar[figure];
		const text = shown(figure, measured[figure]);
		const { side } = figures[figure];
		const isMissed = limit !== undefined && side * Number(text) > side * limit;
		return isMissed ? [`${figure} ${text}, bar ${limit}`] : [];
	});
}

/**
 * Runs the limiter in the simulation and prints a row for each scenario; its table in the document has a row for each group
 * of scenarios, with the lowest and the highest figure.
 *
 * @param document whose place "pacing" is written
 * @throws Error if a request was lost
 */
export async function simulatePacing(document: string): Promise<void> {
	const groups = new Map<string, Array<{ measured: Measured; floor?: number }>>();
	for (const { group, name, scenario, bar } of scenarios) {
		const measured = await measure(scenario, makeLimiter, seeds);
		if (measured.lost > 0) throw new Error(`${measured.lost} requests were lost: ${name}`);
		const missed = missedBars(measured, bar);
		const lowest = await floor(scenario, makeLimiter, seeds);
		const texts = (Object.keys(figures) as Figure[]).map((figure) =>
			shown(figure, measured[figure]),
		);
		console.log([name, ...texts, lowest?.toFixed(2) ?? '–', ...missed].join('  '));
		groups.set(group, [...(groups.get(group) ?? []), { measured, floor: lowest }]);
	}
	const rows = [...groups].map(([group, found]) => {
		const range = (figure: Figure) => {
			const values = found.map(({ measured }) => measured[figure]);
			const ends = [Math.min(...values), Math.max(...values)].map((end) => shown(figure, end));
			return [...new Set(ends)].join(' to ');
		};
		const floors = found.flatMap(({ floor }) => floor ?? []);
		return {
			'scenarios, how many': `${group}, ${found.length}`,
			median: range('median'),
			floor: floors.length > 0 ? Math.max(...floors).toFixed(2) : '–',
			worst: range('worst'),
			refused: range('refused'),
		};
	});
	writeMeasured(document, 'pacing', tableOf(rows));
}
