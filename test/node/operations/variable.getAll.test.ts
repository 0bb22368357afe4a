import { describeGetMany } from '../../support/getMany';
import { interceptService } from '../../support/interceptedService';
import { baseUrl, runMessenger } from '../../support/messengerRun';

describeGetMany('variable: getAll', '/webhook/customfields');

it.each([[{ success: true, id: '5e3f120b-3a24-4674-b43b-053233c6afdc' }], [{ data: {} }]])(
	'a body without records, %j, is the item itself',
	async (body) => {
		interceptService(baseUrl, { body });
		const { output } = await runMessenger('variable: getAll', { items: [{ limit: 1 }] });
		expect(output).toEqual([{ json: body, pairedItem: { item: 0 } }]);
	},
);

it('a body that is no object is an error', async () => {
	interceptService(baseUrl, { body: [] });
	const { error } = await runMessenger('variable: getAll');
	expect(error?.message).toBe('The service answered with application/json in an unexpected format');
});
