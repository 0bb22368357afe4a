import { installN8n } from './n8nInstall';
import { packPackage } from './packageInstall';

/** Installs n8n and its Node, and packs the package, as all that needs them does by itself: programs that begin together find both. */
async function main() {
	await installN8n((text) => console.log(`n8n and its Node: ${text}`));
	await packPackage((text) => console.log(`The package: ${text}`));
}

void main();
