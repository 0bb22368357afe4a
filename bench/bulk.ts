import { parseArgs } from 'node:util';

import { measureBulk } from './sections/bulk';
import { measureBulkGrowth } from './sections/growth';
import { printSection } from './sections/print';
import { fullScale, quickScale } from './sections/Section';

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
	const scale = values.quick ? quickScale : fullScale;
	const sections = [...(await measureBulk(scale, false)), await measureBulkGrowth(scale)];
	for (const section of sections) printSection(section, !scale.isQuick);
}

void main();
