import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { drawCharts } from './charts';
import { machine } from './machine';
import { measureBulk } from './sections/bulk';
import { measureCost } from './sections/cost';
import { measureDelivery } from './sections/delivery';
import { measureBulkGrowth, measureGrowth } from './sections/growth';
import { printSection } from './sections/print';
import { fullScale, isHeld, quickScale, type Section } from './sections/Section';
import { measureStartUp } from './sections/startUp';

const resultsPath = join(__dirname, 'results.json');

const help = `Usage: npm run bench -- [options]

Measures this package beside what users would pick instead, and prints tables. A full run also
writes bench/results.json and draws bench/charts/*.svg, anew after each part.

  --quick   small sizes and one round: shows that all works, the figures mean little
  --help    this text`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { quick: { type: 'boolean' }, help: { type: 'boolean' } },
	});
	if (values.help) return console.log(help);
	const scale = values.quick ? quickScale : fullScale;
	const about = machine();
	console.log(
		Object.entries(about)
			.map(([name, value]) => `${name}: ${value}`)
			.join('\n'),
	);

	const sections: Section[] = [];
	const done = async <T extends Section>(section: T): Promise<T> => {
		printSection(section, !scale.isQuick);
		sections.push(section);
		if (!scale.isQuick) await writeFile(resultsPath, results(about, sections));
		return section;
	};
	const draw = async (charts: Parameters<typeof drawCharts>[0]): Promise<void> => {
		if (!scale.isQuick) await drawCharts(charts);
	};

	await draw({ cost: (await done(await measureCost(scale.isQuick ? 100 : 1000, scale))).data });
	await draw({ delivery: (await done(await measureDelivery(scale))).data });
	for (const section of await measureBulk(scale, true)) await done(section);
	await done(await measureStartUp(scale));
	await done(await measureBulkGrowth(scale));
	const growth = await measureGrowth(
		['eventSend', 'httpRequestEvent', 'sendToItems'],
		scale.isQuick ? [10, 100] : [100, 1000, 10_000, 100_000],
		scale,
	);
	await draw({ growth: (await done(growth)).data });
	if (!scale.isQuick) await done(await measureCost(10_000, scale));

	const bars = sections.flatMap((section) => section.bars);
	if (!scale.isQuick) console.log(`\n${bars.filter(isHeld).length} of ${bars.length} bars held.`);
}

function results(about: ReturnType<typeof machine>, sections: Section[]): string {
	return `${JSON.stringify({ machine: about, sections }, null, '\t')}\n`;
}

void main();
