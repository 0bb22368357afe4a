import { installN8n } from './n8nInstall';
import { packPackage } from './packageInstall';

/**
 * Installs n8n and its Node, and packs the package, once, before programs that need both start together; each would
 * otherwise do it itself.
 */
async function main() {
	await installN8n((text) => console.log(`n8n and its Node: ${text}`));
	await packPackage((text) => console.log(`The package: ${text}`));
}

void main();
