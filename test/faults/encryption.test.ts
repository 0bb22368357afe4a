import type { TlsOptions } from 'node:tls';

import { makeCertificate, trust, type CertificateOptions } from '../support/certificates';
import { companyCa, encrypt, serviceCertificate } from '../support/encryptedService';
import { skipPauses } from '../support/pauses';
import { continues, runNode } from '../support/runNode';
import { people } from '../support/service';
import { testCredential } from '../support/testCredential';
import { saidBy, service, writing } from './scripted';

beforeEach(skipPauses);
afterEach(() => jest.restoreAllMocks());

const localhost = async (options: Partial<CertificateOptions> = {}) =>
	await makeCertificate({ name: 'localhost', issuer: await companyCa, ...options });

/** The service's certificate, which is asked for in another way. */
const asked = async (options: TlsOptions) => ({ ...(await serviceCertificate), ...options });

/** It wants a certificate of the company from its clients, too. */
const mutual = async (options: TlsOptions) =>
	await asked({ requestCert: true, ca: (await companyCa).cert, ...options });

/** Three people are written to. */
async function errorsAt(baseUrl: string) {
	const run = await runNode(
		{ ...writing, requestOptions: { maxRetryWait: 0, timeout: 10_000 } },
		{ credential: { baseUrl }, items: people(3), node: continues },
	);
	return saidBy(run);
}

/** The service's encryption, if n8n knows the CA of the company. */
const services: Record<string, () => Promise<TlsOptions>> = {
	'by a CA that n8n does not know': async () =>
		await localhost({ issuer: await makeCertificate({ name: 'Another CA', isCa: true }) }),
	'for another host': async () => await localhost({ name: 'other.example' }),
	'with TLS 1.1 only': async () =>
		await asked({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
	'for clients with a certificate (TLS 1.2)': async () => await mutual({ maxVersion: 'TLSv1.2' }),
	'for clients with a certificate (TLS 1.3)': async () => await mutual({ minVersion: 'TLSv1.3' }),
};

it('a service that n8n makes no secure connection to says why, and nothing was sent (E1, E6, R3)', async () => {
	trust(await companyCa);
	const rows: string[] = [];
	for (const [name, options] of Object.entries(services)) {
		const encrypted = await encrypt(service.url, options());
		rows.push(`${name}\n    ${await errorsAt(encrypted.url)}`);
		await encrypted.close();
	}
	const plain = await errorsAt(service.url.replace('http:', 'https:'));
	rows.push(`not at all\n    ${plain.replaceAll(new URL(service.url).host, 'localhost')}`);
	expect(service.requests).toEqual([]);
	expect(rows.join('\n')).toMatchSnapshot();
});

it('the test of a credential says so, too, and that it uses no option of a node (C2)', async () => {
	const encrypted = await encrypt(service.url);
	const data = { baseUrl: encrypted.url, apiKey: 'sk-12345678' };
	const { message } = await testCredential(data);
	expect(message.replaceAll(/:\d+/g, '')).toMatchSnapshot();
	trust(await companyCa);
	expect(await testCredential(data)).toMatchObject({ status: 'OK' });
	await encrypted.close();
});
