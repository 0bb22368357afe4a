const { existsSync, mkdirSync, renameSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const root = join(__dirname, '../../..');
const folder = join(root, 'node_modules/.cache/loadedOnce');
mkdirSync(folder, { recursive: true });

const packages = '/node_modules/';

/**
 * Every test file gets the project's own modules anew. A package (n8n's engine above all, two seconds
 * of work) is loaded by Node, once in a process: in its place jest is given a file that hands it over.
 * Jest's own packages are left to jest, which gives each test file its own `expect` and `jest`.
 */
module.exports = (request, options) => {
	const path = options.defaultResolver(request, options);
	const isPackage = path.includes(packages) && !options.basedir.includes(packages);
	if (!isPackage || !path.endsWith('.js') || path.split(packages).at(-1).includes('jest')) {
		return path;
	}
	const file = join(folder, relative(root, path).replaceAll('/', '-'));
	if (!existsSync(file)) {
		// In one step: another process may be looking for it at the same moment.
		const written = `${file}.${process.pid}`;
		writeFileSync(written, `module.exports = globalThis.loadOnce(${JSON.stringify(path)});\n`);
		renameSync(written, file);
	}
	return file;
};
