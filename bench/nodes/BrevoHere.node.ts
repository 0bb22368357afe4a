import { Brevo } from 'n8n-nodes-base/dist/nodes/Brevo/Brevo.node.js';
import type { INodeType } from 'n8n-workflow';

/** n8n's own Brevo node, whose base URL is no parameter, at the service of the benchmark. */
export class BrevoHere extends Brevo implements INodeType {
	constructor() {
		super();
		this.description = {
			...this.description,
			name: 'brevoHere',
			requestDefaults: { baseURL: process.env.BENCH_SERVICE_URL },
		};
	}
}
