import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** An answer to a request that a web page has made a browser send. */
export interface ForeignRefusal {
	status: 403 | 421;
	message: string;
}

/**
 * Tells the requests of web pages from those of programs, so that a page that somebody visits can
 * neither read nor change what a sandbox on their machine holds.
 *
 * A page of another site names itself in `Origin`. A page whose name was made to point to this
 * machine (DNS rebinding) has that name in `Host`; it cannot have an IP address there.
 * @param ownHost the name or address that the sandbox was told to listen on
 * @returns why the request is refused, or nothing where it is not
 */
export function foreignRefusal(
	{ host = '', origin }: IncomingHttpHeaders,
	ownHost: string,
): ForeignRefusal | undefined {
	const name = hostname(host);
	const isOwn = name === 'localhost' || name === ownHost.toLowerCase() || isIP(name) !== 0;
	if (!isOwn) {
		return {
			status: 421,
			message: 'The sandbox answers at an IP address, at localhost and at the name in --host only.',
		};
	}
	if (origin !== undefined && origin !== `http://${host}`) {
		return { status: 403, message: 'The sandbox answers no web page of another origin.' };
	}
	return undefined;
}

/** The name in a `Host` header, without the port and an IPv6 address's brackets. */
function hostname(host: string): string {
	try {
		return new URL(`http://${host}`).hostname.replace(/^\[(.*)\]$/, '$1');
	} catch {
		return '';
	}
}
