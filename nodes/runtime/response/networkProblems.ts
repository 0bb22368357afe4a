import { sanitizeUntrusted } from '../input/untrustedText';
import { isEncryptionFailure, ownCodes } from './networkFailure';
import { misconfigured, type ProblemRow, type Situation } from './Problem';
import type { Service } from '../service';
import type { NoResponse } from './ServiceResponse';

/** What to do where nothing answers. In {} stands the credential's name. */
const checkService =
	"Check that the service is running, and 'Base URL' in the {credential} credential.";

export const adviceIfUnreachable = ({ credential }: Service) =>
	filledIn(checkService, { credential: credential.displayName });

const unreachable: ProblemRow = {
	message: "The host {host} can't be reached ({code})",
	description: "Check the network of n8n and 'Base URL' in the {credential} credential.",
	cause: 'temporarily-unavailable',
};

const unknownHost: ProblemRow = {
	message: 'The host {host} was not found ({code})',
	description:
		"Check the spelling of 'Base URL' in the {credential} credential, and the network of n8n.",
	cause: 'configuration-invalid',
};

const interrupted: ProblemRow = {
	message: 'The connection to {host} was lost before the response was complete ({code})',
	description: 'Check the network between n8n and the service.',
	cause: 'temporarily-unavailable',
};

const unencrypted: ProblemRow = {
	message: "Couldn't make a secure connection to {host} ({code})",
	description:
		"Check that 'Base URL' in the credential is an https:// address of the service, and that its certificate is valid.",
	...misconfigured,
};

/** What each failure of the network means and what to do about it. In {} stand values of the failure. */
const byCode: Record<string, ProblemRow> = {
	ECONNREFUSED: {
		...unreachable,
		message: 'The host {host} refused the connection ({code})',
		description: checkService,
	},
	ENOTFOUND: unknownHost,
	EAI_AGAIN: { ...unknownHost, cause: 'temporarily-unavailable' },
	EHOSTUNREACH: unreachable,
	ENETUNREACH: unreachable,
	ETIMEDOUT: unreachable,
	[ownCodes.notAllowed]: {
		message: "n8n doesn't allow requests to {host} ({code})",
		description:
			"The SSRF protection of this n8n blocks the host of 'Base URL'. Ask whoever runs n8n to allow it.",
		...misconfigured,
	},
	[ownCodes.timeout]: {
		...interrupted,
		message: 'The service at {host} sent {reason}',
		description: "Raise 'Timeout' in Settings → Request Options if the service needs longer.",
	},
	[ownCodes.cancelled]: {
		...interrupted,
		message: 'The execution was cancelled while the request was on its way',
		description: '',
	},
};

function rowOf({ code, requestLeft }: NoResponse) {
	const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
	// Where the request has left, the host was reached.
	if (known === unreachable && requestLeft) return interrupted;
	return known ?? (isEncryptionFailure(code) ? unencrypted : interrupted);
}

/** What is wrong where no whole response came. */
export function networkRow(failure: NoResponse, { service, host, mask }: Situation): ProblemRow {
	const row = rowOf(failure);
	const reason = sanitizeUntrusted(failure.reason, mask);
	const code = failure.code === 'none' ? reason : failure.code;
	const values = { host, code, reason, credential: service.credential.displayName };
	return {
		...row,
		message: filledIn(row.message, values),
		description: filledIn(row.description, values),
	};
}

const filledIn = (text: string, values: Record<string, string>) =>
	text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
