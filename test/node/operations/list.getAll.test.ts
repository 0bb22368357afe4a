import { describeGetMany } from '../../support/getMany';
import { interceptService } from '../../support/interceptedService';
import { baseUrl, runMessenger } from '../../support/messengerRun';

describeGetMany('list: getAll', '/webhook/lists');

it.each([[{ success: true, id: 'x' }], [{ data: {} }], [{ data: [1] }], [[]]])(
	'a body without records, %j, is an error',
	async (body) => {
		interceptService(baseUrl, { body });
		const { error } = await runMessenger('list: getAll');
		expect(error?.message).toBe(
			'The service answered with application/json in an unexpected format',
		);
	},
);
