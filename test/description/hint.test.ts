import { NodeHelpers, Workflow, type INodeParameters } from 'n8n-workflow';

import { messengerWorkflow } from '../../engine/messengerWorkflow';
import { NodeTypes } from '../../engine/nodeTypes';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { operationNamed, operations } from '../faults/operations';

const messenger = new Messenger();
const hints = messenger.description.hints!;

/** The beginnings of the hints that are shown, as the editor asks n8n's expressions. */
function shown(parameters: INodeParameters, itemCount: number): string[] {
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
	return hints
		.filter(
			({ displayCondition }) =>
				workflow.expression.getParameterValue(
					displayCondition!,
					null,
					0,
					0,
					node.name,
					input,
					'manual',
					{},
				) === true,
		)
		.map(({ message }) => message.slice(0, message.indexOf(':') + 1 || message.indexOf('.') + 1));
}

const same = 'All input items go to the same recipients:';
const each = 'Each input item is a campaign of its own.';

const campaign = operationNamed('campaign: send');
const others = operations.filter((operation) => operation !== campaign);

const fields = (...numbers: string[]) => ({
	recipients: {
		recipient: numbers.map((messengerNumber) => ({
			messengerNumber,
			firstName: '={{ $json.name }}',
		})),
	},
});
const json = (recipientsJson: string) => ({ recipientsInput: 'json', recipientsJson });

it.each([
	['a typed number', fields('+14155550123'), same],
	['no recipient', fields(), same],
	['a number of the item', fields('={{ $json.number }}'), each],
	['a typed number and one of the item', fields('+14155550123', '={{ $json.number }}'), each],
	['typed JSON', json('[{ "messenger_number": "+14155550123" }]'), same],
	['a list of the item', json('={{ $json.recipients }}'), each],
	['an expression within JSON', json('=[{ "messenger_number": "{{ $json.number }}" }]'), each],
	[
		'JSON, and a number that was typed before',
		{ ...json('={{ $json.recipients }}'), ...fields('+14155550123') },
		each,
	],
])(
	'several items with %s bring the right hint, one item brings none',
	(_name, recipients, hint) => {
		const parameters = { ...campaign.parameters, ...recipients };
		expect(shown(parameters, 2)).toEqual([hint]);
		expect(shown(parameters, 1)).toEqual([]);
	},
);

it.each(others)('there is no hint for $name', ({ parameters }) => {
	expect(shown(parameters, 1000)).toEqual([]);
});

it('the hints name the operation that sends one campaign to all items', () => {
	const menus = messenger.description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [] }) => options.map((option) => option.name));
	for (const { message } of hints) {
		const [, named] = /operation '(.+?)'/.exec(message)!;
		expect(menus).toContain(named);
	}
});
