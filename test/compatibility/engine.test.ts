import { WorkflowExecute } from 'n8n-core';
import { NodeApiError } from 'n8n-workflow';

import * as older from './n8n-2.0/node_modules/n8n-core';
import * as olderWorkflow from './n8n-2.0/node_modules/n8n-workflow';

it('is the one of n8n 2.0 in these tests', () => {
	expect(WorkflowExecute).toBe(older.WorkflowExecute);
	expect(NodeApiError).toBe(olderWorkflow.NodeApiError);
});
