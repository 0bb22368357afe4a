import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import tls from 'node:tls';
import {
	BasicConstraintsExtension,
	PemConverter,
	SubjectAlternativeNameExtension,
	X509CertificateGenerator,
} from '@peculiar/x509';

interface Certificate {
	cert: string;
	key: string;
	name: string;
	signingKey: webcrypto.CryptoKey;
}

export interface CertificateOptions {
	/** A host name, or the name of a CA. */
	name: string;
	/** Itself unless given. */
	issuer?: Certificate;
	isCa?: boolean;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

/** Makes a certificate without any tool of the machine. */
export async function makeCertificate(options: CertificateOptions): Promise<Certificate> {
	const { name, issuer, isCa = false } = options;
	const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
	const certificate = await X509CertificateGenerator.create({
		subject: `CN=${name}`,
		issuer: `CN=${issuer?.name ?? name}`,
		notBefore: inDays(-1),
		notAfter: inDays(30),
		publicKey: keys.publicKey,
		signingKey: issuer?.signingKey ?? keys.privateKey,
		signingAlgorithm: algorithm,
		extensions: [
			new BasicConstraintsExtension(isCa),
			...(isCa ? [] : [new SubjectAlternativeNameExtension([{ type: 'dns', value: name }])]),
		],
	});
	const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
	return {
		cert: certificate.toString('pem'),
		key: PemConverter.encode(key, 'PRIVATE KEY'),
		name,
		signingKey: keys.privateKey,
	};
}

/** Makes this process trust a CA, as NODE_EXTRA_CA_CERTS does. `jest.restoreAllMocks` ends it. */
export function trust({ cert }: Certificate): void {
	const { createSecureContext } = tls;
	jest.spyOn(tls, 'createSecureContext').mockImplementation((options) => {
		const secure = createSecureContext(options);
		(secure.context as { addCACert(pem: string): void }).addCACert(cert);
		return secure;
	});
}
