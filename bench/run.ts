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

const help = `Usage: npm run bench -- [options]

Measures this package beside what users would pick instead, and prints tables. A full run also
writes bench/results.json and draws bench/charts/*.svg.

  --quick   small sizes and one round: shows that all works, the figures mean little
  --help    this text`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { quick: { type: 'boolean' }, help: { type: 'boolean' } },
	});
	if (values.help) return console.log(help);
	const scale = values.quick ? quickScale : fullScale;
	const sizes = scale.isQuick ? [100] : [1000, 10_000];
	const about = machine();
	console.log(
		Object.entries(about)
			.map(([name, value]) => `${name}: ${value}`)
			.join('\n'),
	);

	const sections: Section[] = [];
	const done = <T extends Section>(section: T): T => {
		printSection(section, !scale.isQuick);
		sections.push(section);
		return section;
	};
	const cost = [];
	for (const size of sizes) cost.push(done(await measureCost(size, scale)));
	const delivery = done(await measureDelivery(scale));
	(await measureBulk(scale, true)).forEach(done);
	done(await measureBulkGrowth(scale));
	done(await measureStartUp(scale));
	const growth = done(
		await measureGrowth(
			['eventSend', 'httpRequestEvent', 'sendToItems'],
			scale.isQuick ? [10, 100] : [100, 1000, 10_000, 100_000],
			scale,
		),
	);

	if (scale.isQuick) return;
	const bars = sections.flatMap((section) => section.bars);
	console.log(`\n${bars.filter(isHeld).length} of ${bars.length} bars held.`);
	await writeFile(
		join(__dirname, 'results.json'),
		`${JSON.stringify({ machine: about, sections }, null, '\t')}\n`,
	);
	await drawCharts({ cost: cost[0]!.data, delivery: delivery.data, growth: growth.data });
}

void main();
