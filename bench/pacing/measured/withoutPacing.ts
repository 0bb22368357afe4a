import { createRequire } from 'node:module';
import { join } from 'node:path';

import type * as gateModule from '../../../nodes/Messenger/gate/Gate';
import type { Permit } from '../../../nodes/Messenger/gate/Line';

const load = createRequire(join(__dirname, '../../../dist/'));
const { Gate } = load('./nodes/Messenger/gate/Gate.js') as typeof gateModule;

const freePermit: Permit = { settle: () => {} };

/** Lets the built node send everything at once meanwhile, as n8n's engine does by itself. */
export async function withoutPacing<T>(act: () => Promise<T>): Promise<T> {
	const { enter } = Gate.prototype;
	Gate.prototype.enter = () => Promise.resolve(freePermit);
	try {
		return await act();
	} finally {
		Gate.prototype.enter = enter;
	}
}
