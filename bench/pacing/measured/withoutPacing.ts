import { createRequire } from 'node:module';
import { join } from 'node:path';

import type * as pacerModule from '../../../nodes/Messenger/gate/Pacer';

const load = createRequire(join(__dirname, '../../../dist/'));
const { Pacer } = load('./nodes/Messenger/gate/Pacer.js') as typeof pacerModule;

const freePermit: pacerModule.Permit = {
	accepted: () => {},
	throttled: () => {},
	blocked: () => {},
	released: () => {},
};

/** Lets the built node send everything at once meanwhile, as n8n's engine does by itself. */
export async function withoutPacing<T>(act: () => Promise<T>): Promise<T> {
	const { admit } = Pacer.prototype;
	Pacer.prototype.admit = () => Promise.resolve(freePermit);
	try {
		return await act();
	} finally {
		Pacer.prototype.admit = admit;
	}
}
