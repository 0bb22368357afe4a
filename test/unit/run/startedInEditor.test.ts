import type { IExecuteFunctions } from 'n8n-workflow';

import { startedInEditor } from '../../../nodes/runtime/run/startedInEditor';

it.each([
	['manual', undefined, true],
	['evaluation', undefined, true],
	['trigger', 'manual', false],
	['integrated', 'manual', false],
	['retry', 'manual', true],
	['retry', 'evaluation', true],
	['retry', 'trigger', false],
	['retry', undefined, false],
])('mode %s, begun as %s: started in the editor is %s (M1)', (mode, source, isManual) => {
	const getExecutionContext = () => source && { source };
	const context = { getMode: () => mode, getExecutionContext } as unknown as IExecuteFunctions;
	expect(startedInEditor(context)).toBe(isManual);
});
