import { type Bytes, concat, utf8 } from '../bytes.js';
import { type Cbor, readCbor, readOpenCborMap } from '../cbor.js';
import { toHex } from '../hex.js';
import { notOfForm } from './proofError.js';

/** What AWS Nitro says of an enclave. Nothing is proved before its signature and its chain are verified. */
export type Attestation = {
  readonly moduleId: string;
  /** When it was signed, by the clock of Nitro: milliseconds since 1970. */
  readonly timestampMs: number;
  /** Measurements by their index: 48 bytes in hex each. 0 to 3 are there. */
  readonly pcrs: Readonly<Record<number, string>>;
  /** DER. Its key signed the document. */
  readonly certificate: Bytes;
  /** DER, 1 to 8 certificates, what it calls its root first. */
  readonly cabundle: readonly Bytes[];
  /** What the enclave's code had written into it. */
  readonly publicKey: Bytes | undefined;
  readonly userData: Bytes | undefined;
  /** What was signed: the Sig_structure. */
  readonly signed: Bytes;
  /** r‖s, 96 bytes. */
  readonly signature: Bytes;
};

/**
 * Reads an attestation document: COSE_Sign1 with ES384, tagged (18) or not, over a map of the members that AWS lists and no others.
 *
 * @throws {ProofError} ATTESTATION_MALFORMED
 * @see RFC 9052, sections 4.2 and 4.4; AWS, "Attestation document specification" and "Syntactical validation"
 */
export function readAttestation(document: Bytes): Attestation {
  const untagged = document[0] === coseSign1Tag ? document.subarray(1) : document;
  const parts = readCbor(untagged, malformed);
  if (!Array.isArray(parts) || parts.length !== 4) throw malformed('it is no COSE_Sign1');
  const [header, unprotected, payload, signature] = parts;
  // One form alone: the map of the algorithm (1), which is ES384 (-35).
  if (!isBytes(header) || toHex(header) !== es384Header) throw malformed('its algorithm is not ES384');
  if (!(unprotected instanceof Map) || unprotected.size > 0) throw malformed('it has unprotected headers');
  if (!isBytes(payload, 1, 16_384)) throw malformed('its payload');
  if (!isBytes(signature, 96, 96)) throw malformed('its signature');
  return { ...readPayload(readOpenCborMap(payload, malformed)), signed: signedBytes(header, payload), signature };
}

const malformed = notOfForm(
  'ATTESTATION_MALFORMED',
  'The attestation document',
  'COSE_Sign1 (ES384) over a map with the members that AWS lists',
);

/** Tag 18, in one byte. */
const coseSign1Tag = 0xd2;
const es384Header = 'a1013822';
const required = ['module_id', 'digest', 'timestamp', 'pcrs', 'certificate', 'cabundle'];
const optional = ['public_key', 'user_data', 'nonce'];

function readPayload(map: ReadonlyMap<Cbor, Cbor>): Omit<Attestation, 'signed' | 'signature'> {
  const unknown = [...map.keys()].find((name) => ![...required, ...optional].includes(String(name)));
  if (unknown !== undefined) throw malformed(`the member ${String(unknown)}`);
  const [moduleId, digest, timestampMs, pcrs, certificate, cabundle] = required.map((name) => map.get(name));
  if (typeof moduleId !== 'string' || moduleId === '') throw malformed('module_id');
  if (digest !== 'SHA384') throw malformed('digest');
  if (typeof timestampMs !== 'number' || timestampMs <= 0) throw malformed('timestamp');
  if (!isCertificate(certificate)) throw malformed('certificate');
  if (!Array.isArray(cabundle) || cabundle.length < 1 || cabundle.length > 8 || !cabundle.every(isCertificate)) {
    throw malformed('cabundle');
  }
  const [publicKey, userData] = [
    optionalBytes(map, 'public_key', 1, 1024),
    optionalBytes(map, 'user_data', 0, 512),
    optionalBytes(map, 'nonce', 0, 512),
  ];
  return { moduleId, timestampMs, pcrs: readPcrs(pcrs), certificate, cabundle, publicKey, userData };
}

function readPcrs(pcrs: Cbor | undefined): Readonly<Record<number, string>> {
  if (!(pcrs instanceof Map) || pcrs.size > 32) throw malformed('pcrs');
  const read: Record<number, string> = {};
  for (const [index, value] of pcrs) {
    const isIndex = typeof index === 'number' && index >= 0 && index < 32;
    if (!isIndex || !isBytes(value, 48, 48)) throw malformed('a PCR, which is 48 bytes of SHA-384');
    read[index] = toHex(value);
  }
  if ([0, 1, 2, 3].some((index) => read[index] === undefined)) throw malformed('one of PCR0 to PCR3 is missing');
  return read;
}

/** Real documents say `null` where there is none. */
function optionalBytes(map: ReadonlyMap<Cbor, Cbor>, name: string, least: number, most: number): Bytes | undefined {
  const value = map.get(name) ?? undefined;
  if (value === undefined || isBytes(value, least, most)) return value;
  throw malformed(name);
}

const isBytes = (value: Cbor | undefined, least = 0, most = Number.POSITIVE_INFINITY): value is Bytes =>
  value instanceof Uint8Array && value.length >= least && value.length <= most;

const isCertificate = (value: Cbor | undefined): value is Bytes => isBytes(value, 1, 1024);

/** The list of a context, the protected header, nothing from outside, and the payload. @see RFC 9052, section 4.4 */
function signedBytes(header: Bytes, payload: Bytes): Bytes {
  const context = utf8('Signature1');
  return concat(
    Uint8Array.of(0x84, 0x60 + context.length),
    context,
    Uint8Array.of(0x40 + header.length),
    header,
    Uint8Array.of(0x40),
    byteStringHead(payload.length),
    payload,
  );
}

/** @see RFC 8949, section 3.1 */
function byteStringHead(length: number): Bytes {
  if (length < 24) return Uint8Array.of(0x40 + length);
  return length < 256 ? Uint8Array.of(0x58, length) : Uint8Array.of(0x59, length >> 8, length & 0xff);
}
