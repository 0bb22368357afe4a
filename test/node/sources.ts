import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** The sources of what is published, without their comments. */
export const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => ({
			path: join(folder, name),
			text: readFileSync(join(root, folder, name), 'utf8').replace(/\/\*[^]*?\*\/|\/\/ .*/g, ''),
		})),
);
