import { service } from '../../service';
import { getMany } from '../getMany';

export const getAll = getMany({
	action: 'Get many lists',
	description: 'Retrieve the mailing lists of the workspace',
	...service.probe,
});
