import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import tls from 'node:tls';

interface Certificate {
	cert: string;
	key: string;
	name: string;
	privateKey: KeyObject;
}

export interface CertificateOptions {
	/** A host name, an IPv4 address, or the name of a CA. */
	name: string;
	/** Itself unless given. */
	issuer?: Certificate;
	isCa?: boolean;
	/** Begins and ends so many days from now. */
	fromDay?: number;
	toDay?: number;
}

const day = 24 * 60 * 60 * 1000;

/** Makes a certificate (X.509 v3, P-256) without any tool of the machine. */
export function makeCertificate(options: CertificateOptions): Certificate {
	const { name, issuer, isCa = false, fromDay = -1, toDay = 30 } = options;
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
	const algorithm = sequence(oid('2a8648ce3d040302'));
	const altName = isIP(name)
		? der(0x87, Buffer.from(name.split('.').map(Number)))
		: der(0x82, Buffer.from(name));
	const extensions = [
		extension('551d13', sequence(...(isCa ? [der(0x01, Buffer.of(0xff))] : []))),
		...(isCa ? [] : [extension('551d11', sequence(altName))]),
	];
	const content = sequence(
		der(0xa0, integer(Buffer.of(2))),
		integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
		algorithm,
		distinguished(issuer?.name ?? name),
		sequence(...[fromDay, toDay].map((days) => time(Date.now() + days * day))),
		distinguished(name),
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, sequence(...extensions)),
	);
	const signature = sign('sha256', content, issuer?.privateKey ?? privateKey);
	const whole = sequence(content, algorithm, bits(signature));
	const lines = whole
		.toString('base64')
		.match(/.{1,64}/g)
		?.join('\n');
	return {
		cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		name,
		privateKey,
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

function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const { length } = content;
	const size =
		length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const integer = (value: Buffer) => der(0x02, value);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => der(0x03, Buffer.of(0), content);
const extension = (id: string, content: Buffer) => sequence(oid(id), der(0x04, content));

/** A name that has only a common name. */
const distinguished = (name: string) =>
	sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));

/** A UTCTime, such as `260131235959Z`. */
const time = (milliseconds: number) =>
	der(
		0x17,
		Buffer.from(`${new Date(milliseconds).toISOString().slice(2, 19).replace(/\D/g, '')}Z`),
	);
