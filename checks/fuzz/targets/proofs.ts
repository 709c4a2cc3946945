import { X509Certificate } from 'node:crypto';
import { type Bytes, concat, equalBytes, utf8 } from '../../../src/crypto/bytes.js';
import { type Cbor, readCbor, readOpenCborMap } from '../../../src/crypto/cbor.js';
import { toHex } from '../../../src/crypto/hex.js';
import { readAttestation } from '../../../src/crypto/proofs/attestation.js';
import { readCertificate } from '../../../src/crypto/proofs/certificate.js';
import { readManifest } from '../../../src/crypto/proofs/manifest.js';
import { LatchkeyError } from '../../../src/errors.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { writeCbor, writeOpenMap } from '../../../test/support/proofs/cbor.js';
import { der, elementsOf } from '../../../test/support/proofs/der.js';
import { below, mutated } from '../engine/mutate.js';
import { mutatedJson } from '../engine/mutateJson.js';
import { orRefused } from '../engine/orRefused.js';
import { signRequest } from '../service/requests.js';
import { bytesOf, inputOf, mustHold, type Target } from '../target.js';

/** Only the kit reads proofs: the service gets their bytes as a payload. */
const atService: Target['service'] = {
  name: 'sign_raw_payload, payload',
  request: (fixtures, input) =>
    signRequest(fixtures, { payload: toHex(bytesOf(input)), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' }),
};

const malformed = (about: string) => new LatchkeyError('CBOR', about);
const cborHeads = [
  '\xbf',
  '\xff',
  '\xd2',
  '\xa1',
  '\x84',
  '\x80',
  '\x9f',
  '\x5f',
  '\x18\x17',
  '\x19\0\x18',
  '\x1b',
  '\xf6',
];

const cbor: Target = {
  name: 'CBOR',
  functions: 'readCbor, readOpenCborMap',
  form: 'bytes',
  maxUnits: 3_000,
  stretchedUnits: 16_384,
  dictionary: [
    ...cborHeads,
    '\x1b\0\x1f\xff\xff\xff\xff\xff\xff',
    '\x3b\0\0\0\x01\0\0\0\0',
    '\x7f',
    '\xf9\0\0',
    '\x62\xc3\xbc',
  ],
  structuredPercent: 40,
  mutate: (chance, input) => inputOf(mutatedCbor(chance, bytesOf(input))),
  run: (input) => {
    const bytes = bytesOf(input);
    const item = orRefused(['CBOR'], () => readCbor(bytes, malformed));
    const map = orRefused(['CBOR'], () => readOpenCborMap(bytes, malformed));
    if (item !== undefined) mustHold(equalBytes(writeCbor(item), bytes), 'an item has one form');
    if (map === undefined) mustHold(!(item instanceof Map), 'a map is a map for both readers');
    else if (item === undefined) mustHold(equalBytes(writeOpenMap(map), bytes), 'an open map has one form');
    return item === undefined && map === undefined ? 'refused' : 'accepted';
  },
  service: atService,
};

const attestation: Target = {
  name: 'attestation document',
  functions: 'readAttestation',
  form: 'bytes',
  maxUnits: 6_000,
  stretchedUnits: 20_000,
  dictionary: [...cborHeads, '\xa1\x01\x38\x22', 'jpublic_key', 'iuser_data', 'enonce', 'SHA384', '\x58\x30', '\x59'],
  structuredPercent: 70,
  mutate: (chance, input) => inputOf(mutatedDocument(chance, bytesOf(input))),
  run: (input) => {
    const bytes = bytesOf(input);
    const read = orRefused(['ATTESTATION_MALFORMED'], () => readAttestation(bytes));
    if (read === undefined) return 'refused';
    const untagged = bytes[0] === 0xd2 ? bytes.slice(1) : bytes;
    const [header, , payload] = readCbor(untagged, malformed) as readonly [Bytes, Cbor, Bytes];
    const signed = writeCbor(['Signature1', header, new Uint8Array(), payload]);
    mustHold(equalBytes(read.signed, signed), 'what is verified is the Sig_structure');
    const parts = [header, new Map(), payload, read.signature];
    mustHold(equalBytes(writeCbor(parts), untagged), 'a document has one form');
    mustHold(read.cabundle.length >= 1 && read.cabundle.length <= 8, 'a bundle has one to eight certificates');
    mustHold(
      [0, 1, 2, 3].every((index) => read.pcrs[index]?.length === 96),
      'PCR0 to PCR3 are there',
    );
    return 'accepted';
  },
  service: atService,
};

const certificate: Target = {
  name: 'certificate',
  functions: 'readCertificate',
  form: 'bytes',
  maxUnits: 1_024,
  stretchedUnits: 16_384,
  dictionary: [
    '\x30\x80',
    '\x30\x81',
    '\x30\x82',
    '\x01\x01\xff',
    '\x01\x01\0',
    '\x06\x03\x55\x1d\x13',
    '\x06\x03\x55\x1d\x0f',
    '\xa3',
    '\x02\x02\0\x01',
    '\x03\x02\x01\x86',
    '\x17\x0d',
    '\x18\x0f20500101000000Z',
  ],
  structuredPercent: 60,
  mutate: (chance, input) => inputOf(mutatedDer(chance, bytesOf(input), 0)),
  run: (input) => {
    const bytes = bytesOf(input);
    const read = orRefused(['CERTIFICATE_MALFORMED', 'CERTIFICATE_EXTENSION'], () => readCertificate(bytes));
    if (read === undefined) return 'refused';
    compareWithOpenssl(bytes, read);
    return 'accepted';
  },
  service: atService,
};

const manifest: Target = {
  name: 'manifest',
  functions: 'readManifest',
  form: 'bytes',
  maxUnits: 4_000,
  stretchedUnits: 786_432,
  dictionary: [
    '{"',
    '"version":"v2"',
    '"pcr0":"',
    '"nonce":"7"',
    '"a":null,',
    '"a":1,',
    '[[[[[[[[',
    '\\u0061',
    '\xff\xff\xff\xff',
    '\x30\0\0\0',
    '\x01\0\0\0',
  ],
  structuredPercent: 50,
  mutate: (chance, input) =>
    input.startsWith('{')
      ? inputOf(utf8(mutatedJson(chance, input)))
      : mutated(chance, input, input, {
          form: 'bytes',
          maxUnits: 4_000,
          dictionary: ['\x01\0\0\0', '\xff\xff\xff\xff'],
        }),
  run: (input) => {
    const bytes = bytesOf(input);
    const read = orRefused(['MANIFEST_MALFORMED'], () => readManifest(bytes));
    if (read === undefined) return 'refused';
    mustHold(read.pcrs.length === 4 && read.pcrs.every((pcr) => /^[\da-f]{96}$/.test(pcr)), 'it has four PCRs');
    mustHold(read.nonce >= 0 && read.nonce < 2 ** 32, 'a nonce has 32 bits');
    const longer = orRefused(['MANIFEST_MALFORMED'], () => readManifest(concat(bytes, new Uint8Array(1))));
    mustHold(longer === undefined, 'nothing follows a manifest');
    mustHold(read.version !== 2 || isCanonical(bytes), 'a manifest of version 2 has one text');
    return 'accepted';
  },
  service: atService,
};

/** What the kit reads of an App Proof's Boot Proof. */
export const proofs: readonly Target[] = [cbor, attestation, certificate, manifest];

/** OpenSSL finds the same in it, where it reads it: it is stricter with texts in names, and with extensions that nobody needs here. */
function compareWithOpenssl(bytes: Bytes, read: ReturnType<typeof readCertificate>): void {
  const openssl = openedByOpenssl(bytes);
  if (openssl === undefined) return;
  mustHold(openssl.raw.equals(bytes), 'OpenSSL finds nothing behind it');
  const serial = read.serial.replace(/^00(?=.)/, '');
  mustHold(openssl.serialNumber.toLowerCase() === serial, 'OpenSSL reads the same serial number');
  mustHold(!openssl.ca || read.isAuthority, 'what OpenSSL takes for an authority is one');
  mustHold(Date.parse(openssl.validFrom) === read.notBeforeMs, 'OpenSSL reads the same beginning');
  mustHold(Date.parse(openssl.validTo) === read.notAfterMs, 'OpenSSL reads the same end');
}

function openedByOpenssl(bytes: Bytes): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

/** Sorted, without white space, and written as the engine writes it. */
function isCanonical(bytes: Bytes): boolean {
  const text = Buffer.from(bytes).toString('utf8');
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1));
    return new Map(members.map(([name, each]) => [name, sorted(each)]));
  };
  const written = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(written)}]`;
    if (!(value instanceof Map)) return JSON.stringify(value);
    return `{${[...value].map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`)}}`;
  };
  return written(sorted(JSON.parse(text))) === text;
}

/** Changes an item at a random place, and writes it again; what cannot be read is changed byte by byte. */
function mutatedCbor(chance: Chance, bytes: Bytes): Bytes {
  const item = orRefused(['CBOR'], () => readCbor(bytes, malformed));
  if (item === undefined) return byBytes(chance, bytes);
  return writeCbor(changedItem(chance, item));
}

function changedItem(chance: Chance, item: Cbor): Cbor {
  if (chance() < 0.2) return pick(chance, oddItems);
  if (item instanceof Map) {
    const pairs: [number | string, Cbor][] = [...(item as ReadonlyMap<number | string, Cbor>)];
    const at = below(chance, pairs.length + 1);
    const [key, value] = pairs[at] ?? [pick<number | string>(chance, [0, 'a', -1]), null];
    if (chance() < 0.1) pairs.splice(at, 1);
    else pairs.splice(at, chance() < 0.2 ? 0 : 1, [key, changedItem(chance, value)]);
    return new Map(pairs);
  }
  if (Array.isArray(item)) {
    const at = below(chance, item.length + 1);
    return item.toSpliced(at, chance() < 0.3 ? 0 : 1, ...(chance() < 0.2 ? [] : [changedItem(chance, item[at] ?? 0)]));
  }
  if (item instanceof Uint8Array) return byBytes(chance, item as Bytes);
  if (typeof item === 'string') return item.slice(0, below(chance, item.length + 2));
  return typeof item === 'number' ? pick(chance, [item + 1, 0, 23, 24, 255, 256, 2 ** 32, 2 ** 53 - 2, -1]) : null;
}

const oddItems: readonly Cbor[] = [
  ...[0, 24, -1, 2 ** 32, '', 'SHA384', true, null, [], new Map()],
  ...[new Uint8Array(), new Uint8Array(48), new Uint8Array(1025)],
];

/** Changes the payload of a document, or a part around it, and keeps its form. */
function mutatedDocument(chance: Chance, bytes: Bytes): Bytes {
  const parts = orRefused(['CBOR'], () => readCbor(bytes[0] === 0xd2 ? bytes.slice(1) : bytes, malformed));
  const payload = Array.isArray(parts) ? parts[2] : undefined;
  if (!Array.isArray(parts) || !(payload instanceof Uint8Array) || chance() < 0.1) return mutatedCbor(chance, bytes);
  const map = orRefused(['CBOR'], () => readOpenCborMap(payload as Bytes, malformed));
  const changed = map && changedItem(chance, map);
  const isMap = changed instanceof Map;
  const written =
    isMap && chance() < 0.5 ? writeOpenMap(changed) : changed === undefined ? payload : writeCbor(changed);
  return writeCbor(parts.with(2, written));
}

/** Changes an element of DER at a random place, and writes the lengths around it. */
function mutatedDer(chance: Chance, bytes: Bytes, depth: number): Bytes {
  const elements = elementsOf(bytes);
  if (elements === undefined || elements.length === 0 || depth > 12) return byBytes(chance, bytes);
  const at = below(chance, elements.length);
  const { tag, content } = elements[at] as { tag: number; content: Bytes };
  const change = (): readonly Bytes[] => {
    const odd = chance();
    if (odd < 0.05) return [];
    if (odd < 0.1) return [der(tag, content), der(tag, content)];
    if (odd < 0.15)
      return [der(pick(chance, [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x17, 0x18, 0x30, 0x31, 0xa3]), content)];
    const inner = (tag & 0x20) !== 0 || (tag === 0x04 && chance() < 0.8);
    return [der(tag, inner ? mutatedDer(chance, content, depth + 1) : byBytes(chance, content))];
  };
  return concat(...elements.flatMap((each, index) => (index === at ? change() : [der(each.tag, each.content)])));
}

function byBytes(chance: Chance, bytes: Bytes): Bytes {
  const input = inputOf(bytes);
  return bytesOf(mutated(chance, input, input, { form: 'bytes', maxUnits: 3_000, dictionary: ['\0', '\x80', '\xff'] }));
}
