import type { IDataObject, IWorkflowBase } from 'n8n-workflow';

import type { RunOptions } from '../../engine/runWorkflow';

/** Where the requests go, and the key that is taken there. */
export interface Service {
	url: string;
	apiKey: string;
}

/** One way to send something for every item, as a user would build it in n8n. */
export interface Candidate {
	title: string;
	/** The workflow that does it, for these contacts. */
	workflow(contacts: IDataObject[], service: Service): IWorkflowBase;
	/** The node under test and its credential. */
	options(service: Service): Pick<RunOptions, 'node' | 'credentialType' | 'credential'>;
}
