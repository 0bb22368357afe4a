import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import { isEncryptionFailure, ownCodes } from './networkFailure';
import { mayHaveBeenProcessed, triedOften, type Problem, type Situation } from './Problem';
import type { NoResponse } from './ServiceResponse';

interface Row {
	message: (host: string, failure: NoResponse, mask: Mask) => string;
	advice: string;
	cause: Problem['cause'];
	affectsEveryRequest?: boolean;
}

/** What to do where nothing answers. */
export const checkService =
	"Check that the service is running, and 'Base URL' in the Messenger API credential.";

const unreachable: Row = {
	message: (host, { code }) => `The host ${host} can't be reached (${code})`,
	advice: "Check the network of n8n and 'Base URL' in the Messenger API credential.",
	cause: 'temporarily-unavailable',
};

const unknownHost: Row = {
	message: (host, { code }) => `The host ${host} was not found (${code})`,
	advice: "Check 'Base URL' in the Messenger API credential, and n8n's DNS.",
	cause: 'configuration-invalid',
};

const interrupted: Row = {
	message: (host, { code, reason }, mask) =>
		`The connection to ${host} was lost before the response was complete (${code === 'none' ? sanitizeUntrusted(reason, mask) : code})`,
	advice: 'Check the network between n8n and the service.',
	cause: 'temporarily-unavailable',
};

const unencrypted: Row = {
	message: (host, { code }) => `Couldn't make a secure connection to ${host} (${code})`,
	advice:
		"Check that 'Base URL' in the credential begins with the right protocol and that the service's certificate is valid.",
	cause: 'configuration-invalid',
	affectsEveryRequest: true,
};

const notAllowed: Row = {
	message: (host, { code }) => `n8n doesn't allow requests to ${host} (${code})`,
	advice:
		"The SSRF protection of this n8n blocks the host of 'Base URL'. Ask whoever runs n8n to allow it.",
	cause: 'configuration-invalid',
	affectsEveryRequest: true,
};

const unreadable: Row = {
	message: (host, { code }) => `The response of ${host} couldn't be decompressed (${code})`,
	advice: 'Something between n8n and the service, such as a proxy, changes its responses.',
	cause: 'temporarily-unavailable',
};

/** What each failure of the network is called and what to do about it; the code is Node's. */
const byCode: Record<string, Row> = {
	ECONNREFUSED: {
		...unreachable,
		message: (host, { code }) => `The host ${host} refused the connection (${code})`,
		advice: checkService,
	},
	ENOTFOUND: unknownHost,
	EAI_AGAIN: { ...unknownHost, cause: 'temporarily-unavailable' },
	EHOSTUNREACH: unreachable,
	ENETUNREACH: unreachable,
	ETIMEDOUT: unreachable,
	[ownCodes.notAllowed]: notAllowed,
	[ownCodes.timeout]: {
		...interrupted,
		message: (host, { reason }) => `The service at ${host} sent ${reason}`,
		advice: "Raise 'Timeout' in the request options if the service needs longer.",
	},
	[ownCodes.cancelled]: {
		...interrupted,
		message: () => 'The execution was cancelled while the request was on its way',
		advice: '',
	},
};

function rowOf({ code, requestLeft }: NoResponse): Row {
	const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
	// Where the request has left, the host was reached.
	if (known === unreachable && requestLeft) return interrupted;
	if (known) return known;
	if (isEncryptionFailure(code)) return unencrypted;
	return code.startsWith('Z_') ? unreadable : interrupted;
}

/** What is wrong where no whole response came. */
export function networkProblem(
	failure: NoResponse,
	isUncertain: boolean,
	{ host, tries, mask }: Situation,
): Problem {
	const row = rowOf(failure);
	return {
		message: row.message(host, failure, mask),
		advice: [row.advice, triedOften(tries), isUncertain ? mayHaveBeenProcessed : ''],
		httpCode: failure.code,
		cause: row.cause,
		affectsEveryRequest: row.affectsEveryRequest,
	};
}
