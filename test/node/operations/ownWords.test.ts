import { resources } from '../../../nodes/Messenger/resources';
import { runIntercepted, type ServiceAnswer } from '../../support/interceptedService';
import { cases } from '../cases';

/** The title and the advice of an error, without what all errors say. */
async function said(operation: string, parameters: object, answer: ServiceAnswer) {
	const settings = { items: 1, parameters: { ...parameters } };
	const { error } = await runIntercepted(operation, settings, answer);
	const title = error?.message.replace(' [item 0]', '') ?? '';
	return {
		title,
		advice: error?.description?.split('<br>').find((line) => line !== 'Nothing was sent.') ?? '',
	};
}

it.each(cases)('after a 400, $name names inputs that it has (E7)', async (its) => {
	const { advice } = await said(its.name, its.full.parameters, { status: 400 });
	const labels = [...advice.matchAll(/'([^']+)'/g)].map(([, label]) => label);
	expect(labels.length).toBeGreaterThan(0);
	const operations = resources.find(({ value }) => value === its.resource)?.operations;
	const own = operations?.find(({ value }) => value === its.operation)?.parameters;
	for (const label of labels) expect(JSON.stringify(own)).toContain(`"displayName":"${label}"`);
});

it('what only one operation says', async () => {
	const rows = [];
	const notFound = { success: false, message: 'Contact not found' };
	const { title, advice } = await said('contact: find', {}, { status: 404, body: notFound });
	rows.push(`contact: find, not found: ${title} | ${advice}`);
	const bare = await said('contact: find', {}, { status: 404 });
	rows.push(`contact: find, 404: ${bare.advice}`);
	const number = { messengerNumber: '+14155550123' };
	const email = { name: 'email', value: 'b@c' };
	const refused: Array<[operation: string, parameters: object]> = [
		['contact: find', { options: { queryParameters: { parameter: [email] } } }],
		['contact: find', { options: { queryParameters: { parameter: [{ ...email, name: '' }] } } }],
		['event: send', { contactEmail: '' }],
		['campaign: sendToItems', { messengerNumber: '={{ "" }}' }],
		['campaign: send', { recipients: { recipient: [number, { messengerNumber: '={{ "" }}' }] } }],
		['campaign: send', { recipients: { recipient: [number, { ...number, email: '={{ [] }}' }] } }],
	];
	for (const [operation, parameters] of refused) {
		const { title, advice } = await said(operation, parameters, {});
		rows.push(`${operation}, ${JSON.stringify(parameters)}: ${title} | ${advice}`);
	}
	expect(rows.join('\n')).toMatchSnapshot();
});

it('a Request Option whose expression fails is told by its label (I8)', async () => {
	const requestOptions = { timeout: "={{ $('Nobody').item.json.timeout }}" };
	const { title } = await said('email: verify', { requestOptions }, {});
	expect(title).toMatch(/^'Timeout': /);
});
