import { installN8n } from './n8nInstall';

/** Installs n8n and its Node, as all that needs them does by itself. */
void installN8n((text) => console.log(`n8n and its Node: ${text}`));
