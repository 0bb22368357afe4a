import { NodeHelpers, Workflow, type INodeParameters } from 'n8n-workflow';

import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { messengerWorkflow } from '../../../tools/playground/engine/messengerWorkflow';
import { NodeTypes } from '../../../tools/playground/engine/nodeTypes';

const messenger = new Messenger();
const nodeTypes = new NodeTypes(messenger);
const { properties, hints = [], subtitle = '' } = messenger.description;

/** The editor's view before a run, by n8n's evaluator: the node's subtitle, and the numbers of the hints it shows. */
function shownWith(parameters: INodeParameters, itemCount: number) {
	const { nodes, connections } = messengerWorkflow(parameters);
	const workflow = new Workflow({ nodes, connections, active: false, nodeTypes });
	const node = workflow.getNode('Messenger')!;
	node.parameters = NodeHelpers.getNodeParameters(
		properties,
		node.parameters,
		true,
		false,
		node,
		messenger.description,
	)!;
	const input = Array.from({ length: itemCount }, () => ({ json: {} }));
	const evaluated = (expression: string) =>
		workflow.expression.getParameterValue(expression, null, 0, 0, node.name, input, 'manual', {});
	const shown = hints.flatMap(({ displayCondition }, index) =>
		evaluated(displayCondition!) === true ? [index + 1] : [],
	);
	return { subtitle: String(evaluated(subtitle)), hints: shown.join(' and ') || 'none' };
}

const row = (recipient: INodeParameters) => ({ recipients: { recipient: [recipient] } });
const typed = row({ messengerNumber: '+14155550123' });
const toItems = { operation: 'sendToItems' };

const campaigns: INodeParameters[] = [
	typed,
	row({ messengerNumber: '+14155550123', firstName: '={{ $json.name }}' }),
	row({ messengerNumber: '={{ $json.number }}' }),
	row({ messengerNumber: '=+49{{ $json.number }}' }),
	...['send', 'testManual', 'preview'].map((sendMode) => ({ ...typed, sendMode })),
	...['send', 'previewManual', 'testManual', 'preview'].map((sendMode) => ({
		...toItems,
		sendMode,
	})),
];

it('the subtitle, and the hints before a run of 1, 2 and 1,000 items (M7)', () => {
	const rows = [
		...campaigns.map((given) => ({ resource: 'campaign', operation: 'send', ...given })),
		{ resource: 'event', dataInput: 'json', dataJson: '={ "plan": "{{ $json.plan }}" }' },
	].map((parameters) => {
		const [one, two, many] = [1, 2, 1000].map((count) => shownWith(parameters, count));
		const numbers = [one, two, many].map((shown) => shown?.hints).join(', ');
		return `${JSON.stringify(parameters)}\n\t${one?.subtitle} | ${numbers}`;
	});
	expect(rows.join('\n')).toMatchSnapshot();
});
