import { NodeHelpers, Workflow, type INodeParameters } from 'n8n-workflow';

import { messengerWorkflow } from '../../engine/messengerWorkflow';
import { NodeTypes } from '../../engine/nodeTypes';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { operationNamed, operations } from '../faults/operations';

const messenger = new Messenger();
const [hint] = messenger.description.hints!;

/** Whether the hint is shown, as the editor asks n8n's expressions. */
function isShown(parameters: INodeParameters, itemCount: number): unknown {
	const { nodes, connections } = messengerWorkflow(parameters);
	const workflow = new Workflow({
		nodes,
		connections,
		active: false,
		nodeTypes: new NodeTypes(messenger),
	});
	const node = workflow.getNode('Messenger')!;
	node.parameters = NodeHelpers.getNodeParameters(
		messenger.description.properties,
		node.parameters,
		true,
		false,
		node,
		messenger.description,
	)!;
	const input = Array.from({ length: itemCount }, () => ({ json: {} }));
	return workflow.expression.getParameterValue(
		hint!.displayCondition!,
		null,
		0,
		0,
		node.name,
		input,
		'manual',
		{},
	);
}

const campaign = operationNamed('campaign: send');
const others = operations.filter((operation) => operation !== campaign);

it.each([
	[1, false],
	[10, false],
	[11, true],
	[1000, true],
])('the hint at %i campaigns is shown: %s', (itemCount, shown) => {
	expect(isShown(campaign.parameters, itemCount)).toBe(shown);
});

it.each(others)('there is no hint for $name', ({ parameters }) => {
	expect(isShown(parameters, 1000)).toBe(false);
});

it('the hint names the operation that sends one campaign to all items', () => {
	const menus = messenger.description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [] }) => options.map((option) => option.name));
	const [, named] = /"(.+?)"/.exec(hint!.message)!;
	expect(menus).toContain(named);
});
