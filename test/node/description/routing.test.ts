import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, runNode } from '../../support/runNode';
import { cases } from '../cases';

afterEach(releaseNetwork);

/** The node without its `execute`: n8n's declarative engine makes the requests, from the description alone. */
const description = () => Object.assign(new Messenger(), { execute: undefined });

/** Every field that is sent as it was entered, in a form that no check changes. */
const plain: Record<string, INodeParameters> = {
	campaign: {
		fromNumber: '+14155550100',
		messengerNumber: '+14155550123',
		recipientFields: { firstName: 'Nathan', name: 'Nathan Li', email: 'nathan@example.com' },
		recipients: {
			recipient: ['+14155550123', '+14155550121'].map((messengerNumber) => ({
				messengerNumber,
				firstName: 'Nathan',
				name: 'Nathan Li',
				email: 'nathan@example.com',
			})),
		},
	},
	event: {
		contactEmail: 'nathan@example.com',
		contactMessengerNumber: '+14155550123',
		contactName: 'Nathan Li',
		eventCode: 'order_placed',
		eventName: 'Order placed',
	},
};

/** The same without optional fields, which are stored as empty, or not at all. */
const required: Record<string, INodeParameters> = {
	campaign: {
		...plain.campaign,
		recipientFields: { firstName: '', email: '' },
		recipients: { recipient: [{ messengerNumber: '+14155550123', firstName: '', name: '' }] },
	},
	event: { ...plain.event, contactMessengerNumber: '', contactName: '', eventName: '' },
};

it.each(cases.flatMap((each) => [plain, required].map((fields) => ({ ...each, fields }))))(
	"$name: n8n's RoutingNode sends the same request from the description alone (N2)",
	async ({ resource, parameters, answer, fields }) => {
		const given = { ...parameters, ...fields[resource] };
		const requestsOf = async (nodeType: Messenger) => {
			const service = interceptService(baseUrl, { body: answer });
			const { error } = await runNode(given, { items: 1, nodeType });
			expect(error).toBeUndefined();
			const requests = service.requests.map(({ method, path, body }) => ({ method, path, body }));
			releaseNetwork();
			return requests;
		};
		const requests = await requestsOf(new Messenger());
		expect(requests).toHaveLength(1);
		expect(await requestsOf(description())).toEqual(requests);
	},
);

/** What workflows store of a parameter, and its label. */
const formOf = ({ name, displayName, type, typeOptions, ...others }: INodeProperties) => ({
	...{ name, displayName, type, typeOptions, default: others.default },
});

it("the node's Request Options contain n8n's own but Batching, by the same names and with what n8n does without them (N1)", () => {
	// n8n-core exports them to no other package.
	const { commonDeclarativeNodeOptionParameters: ofN8n } = jest.requireActual<{
		commonDeclarativeNodeOptionParameters: INodeProperties;
	}>('n8n-core/dist/nodes-loader/constants');
	const own = new Messenger().description.properties.find(({ name }) => name === ofN8n.name)!;
	expect(own).toMatchObject({ type: ofN8n.type, isNodeSetting: true, default: ofN8n.default });
	const [options, ofOthers] = [own, ofN8n].map((all) => all.options as INodeProperties[]);
	// Batching is for nodes that don't find the pace themselves.
	const forms = ofOthers!.filter(({ name }) => name !== 'batching').map(formOf);
	// n8n adds an option with ten seconds, and waits five minutes where nobody has added it.
	for (const form of forms) if (form.name === 'timeout') form.default = 300_000;
	expect(forms.length).toBeGreaterThan(2);
	expect(options!.map(formOf)).toEqual(expect.arrayContaining(forms));
});
