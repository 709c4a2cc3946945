import { type Bytes, concat } from '../../../src/crypto/bytes.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { bitString, der, integer, name, objectId, sequence, signature, time } from './der.js';

/** What a certificate says. */
export type CertificateFacts = {
  readonly subject: string;
  /** Default: the subject of the certificate above. */
  readonly issuer?: string;
  readonly serial: Bytes;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly isAuthority: boolean;
  readonly pathLength?: number;
  /** The content of the bit string, hex. `undefined`: no key usage. */
  readonly keyUsage: string | undefined;
  /** More extensions, in DER. */
  readonly extensions: readonly Bytes[];
  /** Changes what is signed, in DER. */
  readonly bend: (signed: Bytes) => Bytes;
};

/** A certificate with its key. */
export type Issued = { readonly der: Bytes; readonly subject: string; readonly key: CryptoKeyPair };

const ecdsa = { name: 'ECDSA', namedCurve: 'P-384' };

/** Key usages as certificates of AWS Nitro have them: digitalSignature; keyCertSign with two others. */
export const usage = { signs: '06c0', certifies: '0186' } as const;

/** Signs a certificate with the key of the one above it, or, as a root, with its own. */
export async function issue(facts: CertificateFacts, above?: Issued): Promise<Issued> {
  const key = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', key.publicKey));
  const signed = facts.bend(signedPart(facts, facts.issuer ?? above?.subject ?? facts.subject, point));
  const raw = await signWith384(above?.key ?? key, signed);
  return { der: sequence(signed, algorithm, bitString(signature(raw))), subject: facts.subject, key };
}

/** r‖s, 96 bytes, over the SHA-384 of a message. */
export async function signWith384({ privateKey }: CryptoKeyPair, message: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-384' }, privateKey, message));
}

/** An extension. @param critical - its BOOLEAN as hex; empty: none. */
export const extension = (id: string, value: Bytes, critical: string): Bytes =>
  sequence(objectId(id), fromHex(critical), der(0x04, value));

const isTrue = '0101ff';
const algorithm = fromHex('300a06082a8648ce3d040303');

function signedPart(facts: CertificateFacts, issuer: string, point: Bytes): Bytes {
  const { subject, serial, notBeforeMs, notAfterMs, isAuthority, pathLength, keyUsage, extensions } = facts;
  const length = pathLength === undefined ? [] : [integer(Uint8Array.of(pathLength))];
  const constraints = sequence(...(isAuthority ? [fromHex(isTrue), ...length] : []));
  const listed = [
    extension('551d13', constraints, isTrue),
    ...(keyUsage === undefined ? [] : [extension('551d0f', der(0x03, fromHex(keyUsage)), isAuthority ? isTrue : '')]),
    ...extensions,
  ];
  return sequence(
    fromHex('a003020102'),
    integer(serial),
    algorithm,
    name(issuer),
    sequence(time(notBeforeMs), time(notAfterMs)),
    name(subject),
    sequence(fromHex('301006072a8648ce3d020106052b81040022'), bitString(point)),
    der(0xa3, sequence(...listed)),
  );
}

/** A copy with the first such bytes replaced by others of the same length. */
export function replaced(bytes: Bytes, fromHexText: string, toHexText: string): Bytes {
  const [from, to] = [fromHex(fromHexText), fromHex(toHexText)];
  const at = bytes.findIndex((_, index) => from.every((byte, offset) => bytes[index + offset] === byte));
  if (at < 0 || from.length !== to.length) throw new Error('There is nothing to replace.');
  return concat(bytes.slice(0, at), to, bytes.slice(at + from.length));
}
