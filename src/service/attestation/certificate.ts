import { type Bytes, concat } from '../../crypto/bytes.js';
import { fromHex } from '../../crypto/hex.js';
import {
  bitString,
  commonName,
  der,
  ecdsaSignature,
  integer,
  objectId,
  octetString,
  sequence,
  time,
  yes,
} from './der.js';

/** What a certificate says. It is valid in whole seconds. */
export type CertificateFacts = {
  readonly subject: string;
  readonly issuer: string;
  /** At most 20 bytes; the first is 1 to 127. */
  readonly serial: Bytes;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** Of P-384: 97 bytes, SEC 1 uncompressed. */
  readonly publicKey: Bytes;
  /** Signs certificates, of which none signs others; or signs attestations. */
  readonly role: 'authority' | 'signer';
};

/**
 * A certificate of version 3 over a key of P-384, signed with ECDSA and SHA-384.
 *
 * @param issuerKey - of P-384, the issuer's.
 * @returns DER.
 * @see RFC 5280, section 4.1
 */
export async function writeCertificate(facts: CertificateFacts, issuerKey: CryptoKey): Promise<Bytes> {
  const signed = signedPart(facts);
  return sequence(signed, ecdsaWithSha384, bitString(ecdsaSignature(await sign384(issuerKey, signed))));
}

/** @returns r‖s, 96 bytes, over the SHA-384 of the message. */
export async function sign384(key: CryptoKey, message: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-384' }, key, message));
}

/** Its parameters in WebCrypto. */
export const p384 = { name: 'ECDSA', namedCurve: 'P-384' } as const;

/** 1.2.840.10045.4.3.3, without parameters. @see RFC 5758, section 3.2 */
const ecdsaWithSha384: Bytes = /* @__PURE__ */ fromHex('300a06082a8648ce3d040303');
/** 1.2.840.10045.2.1 with the curve 1.3.132.0.34. @see RFC 5480, section 2.1.1 */
const keyOnP384: Bytes = /* @__PURE__ */ fromHex('301006072a8648ce3d020106052b81040022');

function signedPart({ subject, issuer, serial, notBeforeMs, notAfterMs, publicKey, role }: CertificateFacts): Bytes {
  const isAuthority = role === 'authority';
  // basicConstraints: CA, and no authority below it. keyUsage: keyCertSign, the sixth bit; or digitalSignature, the first.
  const constraints = sequence(...(isAuthority ? [yes, integer(Uint8Array.of(0))] : []));
  const usage = isAuthority ? bitString(Uint8Array.of(0x04), 2) : bitString(Uint8Array.of(0x80), 7);
  return sequence(
    der(0xa0, integer(Uint8Array.of(2))),
    integer(serial),
    ecdsaWithSha384,
    commonName(issuer),
    sequence(time(notBeforeMs), time(notAfterMs)),
    commonName(subject),
    sequence(keyOnP384, bitString(publicKey)),
    der(0xa3, sequence(critical('551d13', constraints), critical('551d0f', usage))),
  );
}

const critical = (id: string, value: Bytes): Bytes => sequence(objectId(id), yes, octetString(value));

/** A positive number that nobody else draws. @returns 16 bytes. */
export const serialFrom = (random: (length: number) => Bytes): Bytes => concat(Uint8Array.of(1), random(15));
