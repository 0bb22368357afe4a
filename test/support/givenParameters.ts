import type { INodeParameters } from 'n8n-workflow';

import type { Beginning } from '../../nodes/runtime/engine/caller';
import type { GivenParameters } from '../../nodes/runtime/engine/GivenParameters';
import type { Parameter } from '../../nodes/runtime/engine/Parameter';
import { ParameterReader } from '../../nodes/runtime/engine/ParameterReader';
import { startN8n } from './startN8n';

/** The parameters of an item, as a workflow stores them. */
export function givenParameters(
	parameters: Parameter[],
	stored: INodeParameters,
	run: Beginning = { isTool: false, isManual: false, timezone: 'UTC' },
): GivenParameters {
	const n8n = startN8n();
	n8n.items = [{}];
	n8n.parameters = stored as typeof n8n.parameters;
	return new ParameterReader(n8n.context, parameters, run).read(0);
}
