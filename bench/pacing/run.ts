import { writeMeasured } from '../../playground/measured';
import { tableOf } from '../tables';
import { floor, measure, type Measured } from './measure';
import { scenarios, type Target } from './scenarios';

const seeds = 20;

/** On which side of a figure its target lies, and how many digits are shown. */
const figures = {
	median: { digits: 2, side: 1 },
	worst: { digits: 2, side: 1 },
	refused: { digits: 0, side: 1 },
	longestRefused: { digits: 1, side: 1 },
	fairness: { digits: 2, side: -1 },
};

type Figure = keyof typeof figures;

const names = Object.keys(figures) as Figure[];

function shown(figure: Figure, value: number): string {
	return value.toFixed(figures[figure].digits);
}

/** The figures that miss their targets, each with its target. */
function missedTargets(measured: Measured, target: Target): string[] {
	return names.flatMap((figure) => {
		const limit = target[figure];
		const text = shown(figure, measured[figure]);
		const { side } = figures[figure];
		const isMissed = limit !== undefined && side * Number(text) > side * limit;
		return isMissed ? [`${figure} ${text}, target ${limit}`] : [];
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
	for (const { group, name, scenario, target } of scenarios) {
		const measured = await measure(scenario, seeds);
		if (measured.lost > 0) throw new Error(`${measured.lost} requests were lost: ${name}`);
		const missed = missedTargets(measured, target);
		const lowest = await floor(scenario, seeds);
		const texts = names.map((figure) => shown(figure, measured[figure]));
		console.log([name, ...texts, lowest?.toFixed(2) ?? '–', ...missed].join('  '));
		groups.set(group, [...(groups.get(group) ?? []), { measured, floor: lowest }]);
	}
	const rows = [...groups].map(([group, found]) => {
		const range = (figure: Figure) => {
			const values = found.map(({ measured }) => measured[figure]);
			const ends = [Math.min(...values), Math.max(...values)].map((end) => shown(figure, end));
			return [...new Set(ends)].join('–');
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
