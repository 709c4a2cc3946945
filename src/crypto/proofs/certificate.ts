import type { Malformed } from '../byteReader.js';
import { type Bytes, fromUtf8 } from '../bytes.js';
import { rawFromDer, SignatureError } from '../der.js';
import { toHex } from '../hex.js';
import { type DerElement, derTag, readDer } from './derElement.js';
import { notOfForm, ProofError } from './proofError.js';

/** What a chain's verification needs of a certificate. */
export type Certificate = {
  /** All of it. */
  readonly der: Bytes;
  /** What its issuer signed: tbsCertificate. */
  readonly signed: Bytes;
  /** r‖s, 96 bytes. */
  readonly signature: Bytes;
  /** Hex. */
  readonly serial: string;
  /** The name of who signed it, in DER. */
  readonly issuer: Bytes;
  /** Its own name, in DER. */
  readonly subject: Bytes;
  /** Milliseconds since 1970; the second of the end is part of it. */
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** A point of P-384: 97 bytes, SEC 1 uncompressed. */
  readonly publicKey: Bytes;
  /** Whether it may sign certificates, by its basic constraints, and how many others that may do so stand below it. */
  readonly isAuthority: boolean;
  readonly pathLength: number | undefined;
  /** By its key usage, which must be there. */
  readonly mayCertify: boolean;
  readonly maySign: boolean;
};

/**
 * Reads a certificate of the kind that attestations have: version 3, a key on P-384, signed with ECDSA and SHA-384.
 *
 * @throws {ProofError} CERTIFICATE_MALFORMED; CERTIFICATE_EXTENSION for a critical extension that is neither of the two that are read
 * @see RFC 5280, section 4.1
 */
export function readCertificate(der: Bytes): Certificate {
  const [signed, algorithm, signature, ...more] = childrenOf(readDer(der, malformed), derTag.sequence);
  if (!signed || !algorithm || signature?.tag !== derTag.bitString || more.length > 0) throw malformed('its parts');
  const [version, serial, inner, issuer, validity, subject, key, extensions, ...rest] = childrenOf(
    signed,
    derTag.sequence,
  );
  if (toHex(version?.whole ?? none) !== 'a003020102') throw malformed('its version');
  // RFC 5280, section 4.1.2.2: positive, at most 20 bytes
  const { tag, content: number } = serial ?? { tag: 0, content: none };
  const isPositive = tag === derTag.integer && (number[0] ?? 0) < 0x80 && number.some((byte) => byte !== 0);
  if (!isPositive || number.length > 20) throw malformed('its serial number');
  for (const each of [algorithm, inner]) {
    if (toHex(each?.whole ?? none) !== ecdsaWithSha384) throw malformed('its algorithm is not ECDSA with SHA-384');
  }
  const [notBefore, notAfter, ...times] = childrenOf(validity, derTag.sequence);
  if (rest.length > 0 || times.length > 0) throw malformed('its parts');
  return {
    der,
    signed: signed.whole,
    signature: rawOf(bitsOf(signature)),
    serial: toHex(number),
    issuer: nameOf(issuer),
    subject: nameOf(subject),
    notBeforeMs: timeOf(notBefore),
    notAfterMs: timeOf(notAfter),
    publicKey: pointOf(key),
    ...readExtensions(extensions),
  };
}

const malformed: Malformed = notOfForm(
  'CERTIFICATE_MALFORMED',
  'A certificate of the attestation',
  'X.509 version 3 in DER, with a key on P-384, signed with ECDSA and SHA-384',
);

const none: Bytes = new Uint8Array();
/** AlgorithmIdentifier of 1.2.840.10045.4.3.3, without parameters. @see RFC 5758, section 3.2 */
const ecdsaWithSha384 = '300a06082a8648ce3d040303';
/** AlgorithmIdentifier of 1.2.840.10045.2.1 with the curve 1.3.132.0.34. @see RFC 5480, section 2.1.1 */
const keyOnP384 = '301006072a8648ce3d020106052b81040022';
/** 2.5.29.19 and 2.5.29.15. @see RFC 5280, sections 4.2.1.9 and 4.2.1.3 */
const extensionIds = { basicConstraints: '551d13', keyUsage: '551d0f' } as const;

function childrenOf(element: DerElement | undefined, tag: number): readonly DerElement[] {
  if (element?.tag !== tag) throw malformed('its parts');
  return element.children;
}

/** A name is compared as it is written; that it is one is all that is read of it. @see RFC 5280, section 4.1.2.4 */
function nameOf(name: DerElement | undefined): Bytes {
  for (const attributes of childrenOf(name, derTag.sequence)) {
    for (const attribute of childrenOf(attributes, derTag.set)) {
      const [type, value, ...more] = childrenOf(attribute, derTag.sequence);
      if (type?.tag !== derTag.objectId || !value || more.length > 0) throw malformed('a name');
    }
  }
  return name?.whole ?? none;
}

/** A whole number of bytes. */
function bitsOf({ content }: DerElement): Bytes {
  if (content[0] !== 0) throw malformed('a bit string');
  return content.subarray(1);
}

function rawOf(der: Bytes): Bytes {
  try {
    return rawFromDer(der, 48);
  } catch (error) {
    if (error instanceof SignatureError) throw malformed('its signature');
    throw error;
  }
}

/** @see RFC 5480, section 2.2 */
function pointOf(key: DerElement | undefined): Bytes {
  const [algorithm, bits, ...more] = childrenOf(key, derTag.sequence);
  const isOnP384 = toHex(algorithm?.whole ?? none) === keyOnP384;
  if (!isOnP384 || bits?.tag !== derTag.bitString || more.length > 0) throw malformed('its key is not on P-384');
  const point = bitsOf(bits);
  if (point.length !== 97 || point[0] !== 4) throw malformed('its key');
  return point.slice();
}

/** Until 2049 in two digits of the year, from then on in four. @see RFC 5280, section 4.1.2.5 */
function timeOf(time: DerElement | undefined): number {
  const isShort = time?.tag === derTag.utcTime;
  if (!time || !(isShort || time.tag === derTag.generalizedTime)) throw malformed('a time');
  const digits = new RegExp(`^(\\d{${isShort ? 2 : 4}})(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)Z$`).exec(asciiOf(time));
  const [year = 0, month = 0, ...rest] = digits?.slice(1).map(Number) ?? [];
  const fullYear = isShort ? year + (year < 50 ? 2000 : 1900) : year;
  const [day = 0, hour = 0, minute = 0, second = 0] = rest;
  const ms = Date.UTC(fullYear, month - 1, day, hour, minute, second);
  const again = new Date(ms);
  const written = [again.getUTCMonth() + 1, again.getUTCDate(), again.getUTCHours(), again.getUTCMinutes()];
  const isThere = [month, day, hour, minute].every((part, index) => part === written[index]) && second < 60;
  if (!digits || !isThere || (!isShort && fullYear < 2050)) throw malformed('a time');
  return ms;
}

function asciiOf({ content }: DerElement): string {
  return content.every((byte) => byte < 0x80) ? fromUtf8(content) : '';
}

type Constraints = Pick<Certificate, 'isAuthority' | 'pathLength' | 'mayCertify' | 'maySign'>;

/** @see RFC 5280, section 4.2 */
function readExtensions(extensions: DerElement | undefined): Constraints {
  // Not [1] or [2], unique identifiers, which no certificate may have.
  const [list, ...more] = childrenOf(extensions, 0xa3);
  if (more.length > 0) throw malformed('its extensions');
  const seen = new Map<string, { readonly value: Bytes; readonly isCritical: boolean }>();
  for (const extension of childrenOf(list, derTag.sequence)) {
    const parts = childrenOf(extension, derTag.sequence);
    const [id, critical] = parts;
    const isCritical = parts.length === 3;
    const value = parts[isCritical ? 2 : 1];
    // What is not critical does not say so: that is the default.
    const isMarked = !isCritical || toHex(critical?.whole ?? none) === '0101ff';
    if (parts.length > 3 || id?.tag !== derTag.objectId || value?.tag !== derTag.octetString || !isMarked) {
      throw malformed('an extension');
    }
    readDer(value.content, malformed);
    const name = toHex(id.content);
    if (seen.has(name)) throw malformed('an extension is there twice');
    if (isCritical && !Object.values<string>(extensionIds).includes(name)) throw unknownExtension(name);
    seen.set(name, { value: value.content, isCritical });
  }
  return {
    ...basicConstraintsOf(seen.get(extensionIds.basicConstraints)),
    ...keyUsageOf(seen.get(extensionIds.keyUsage)),
  };
}

/** @see RFC 5280, section 4.2.1.9 */
function basicConstraintsOf(
  extension: { readonly value: Bytes; readonly isCritical: boolean } | undefined,
): Pick<Constraints, 'isAuthority' | 'pathLength'> {
  if (!extension) return { isAuthority: false, pathLength: undefined };
  const [authority, length, ...more] = childrenOf(readDer(extension.value, malformed), derTag.sequence);
  if (!authority) return { isAuthority: false, pathLength: undefined };
  const isTrue = toHex(authority.whole) === '0101ff';
  const isShort = !length || (length.tag === derTag.integer && length.content.length === 1);
  const pathLength = length?.content[0];
  if (!isTrue || !isShort || (pathLength ?? 0) > 0x7f || !extension.isCritical || more.length > 0) {
    throw malformed('its basic constraints');
  }
  return { isAuthority: true, pathLength };
}

/** Bits from the left: 0 signs, 5 signs certificates. @see RFC 5280, section 4.2.1.3 */
function keyUsageOf(extension: { readonly value: Bytes } | undefined): Pick<Constraints, 'mayCertify' | 'maySign'> {
  if (!extension) return { mayCertify: false, maySign: false };
  const { tag, content } = readDer(extension.value, malformed);
  const [unused = 0, first = 0] = content;
  const last = content.at(-1) ?? 0;
  // X.690, section 11.2.2: the last bit is set.
  if (tag !== derTag.bitString || content.length < 2 || content.length > 3 || ((last >> unused) & 1) === 0) {
    throw malformed('its key usage');
  }
  return { maySign: (first & 0x80) !== 0, mayCertify: (first & 0x04) !== 0 };
}

const unknownExtension = (name: string): ProofError =>
  new ProofError('CERTIFICATE_EXTENSION', 'A certificate of the attestation has a condition that is not known here.', {
    expected: 'no critical extension but basicConstraints and keyUsage',
    received: `a critical extension with the object identifier ${name} (DER, hex)`,
  });
