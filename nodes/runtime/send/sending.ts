import type { Connection } from '../http/connection';
import { send } from '../http/transport';
import type { Client } from '../limiter/ClientQueue';
import type { Limiter } from '../limiter/Limiter';
import { limiters } from '../limiter/limiters';
import { judge } from '../response/cause';
import type { Run } from '../run/Run';
import { Brake } from './Brake';

/** Milliseconds after which a probe of the service counts as failed. */
const probeTimeout = 10_000;

/** What a run sends by. */
export interface Sending {
	readonly run: Run;
	readonly connection: Connection;
	readonly limiter: Limiter;
	/** The run, as the limiter knows it. */
	readonly client: Client;
	readonly brake: Brake;
}

/** Registers a run at the limiter, until its brake is pulled. */
export function beginSending(
	run: Run,
	connection: Connection,
	limiter = limiters.limiterOf(connection, run.operation.endpoint),
): Sending {
	const { context, operation, continues } = run;
	const { service, host, credentialName, options } = connection;
	const brake = new Brake(operation.stopsAtFailure === true && !continues);
	const client: Client = {
		maxRetryWait: options.maxRetryWait,
		stop: (reason) => brake.stop(reason),
		probe: async () => {
			const { endpoint, toItems } = service.probe;
			const result = await send(context, connection, endpoint, {}, probeTimeout);
			return judge(result, { service, readOnly: true, toItems });
		},
		log: (line) =>
			context.logger.warn(`${service.name} at ${host}: ${line} (credential "${credentialName}")`),
	};
	limiter.register(client);
	brake.signal.addEventListener('abort', () => limiter.unregister(client));
	brake.obey(context.getExecutionCancelSignal());
	return { run, connection, limiter, client, brake };
}
