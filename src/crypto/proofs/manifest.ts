import { LatchkeyError } from '../../errors.js';
import { byteReader, littleEndian } from '../byteReader.js';
import { type Bytes, fromUtf8 } from '../bytes.js';
import { toHex } from '../hex.js';
import { isHexOf } from './isHexOf.js';
import { notOfForm } from './proofError.js';

/** What a manifest of QuorumOS says of the enclave that it is for. */
export type Manifest = {
  /** 2: canonical JSON; 0 and 1: Borsh. */
  readonly version: 0 | 1 | 2;
  /** Its owner's name for the app, as `prod/signer`. */
  readonly namespace: string;
  /** The manifests of a namespace in their order. */
  readonly nonce: number;
  /** SHA-256 of the program that the enclave starts: 64 hex digits. */
  readonly pivotHash: string;
  /** PCR0 to PCR3 of the enclave, in hex. */
  readonly pcrs: readonly [string, string, string, string];
};

/**
 * Reads a manifest in its one form: version 2 as canonical JSON of QuorumOS (members sorted, no white space, whole numbers as texts,
 * nothing that is null), versions 0 and 1 as Borsh to the last byte. Of version 2, members that are not read here may be any.
 *
 * @throws {ProofError} MANIFEST_MALFORMED
 * @see https://github.com/tkhq/qos, `qos_json/SPEC.md` and `qos_core`, services/boot; https://borsh.io
 */
export function readManifest(bytes: Bytes): Manifest {
  // As Borsh, these two bytes begin a name of at least 8,827 bytes.
  const isJson = bytes[0] === brace && bytes[1] === quote;
  return isJson ? readJsonManifest(bytes) : readBorshManifest(bytes);
}

const malformed = notOfForm(
  'MANIFEST_MALFORMED',
  'The manifest',
  'a manifest of QuorumOS: canonical JSON of version 2, or Borsh of version 0 or 1',
);

const brace = 0x7b;
const quote = 0x22;
const mostLevels = 16;

function readJsonManifest(bytes: Bytes): Manifest {
  const value = parsed(bytes);
  const { version, namespace, pivot, enclave } = membersOf(value, 'it');
  const { name, nonce } = membersOf(namespace, 'namespace');
  const { hash } = membersOf(pivot, 'pivot');
  const { pcr0, pcr1, pcr2, pcr3 } = membersOf(enclave, 'enclave');
  if (version !== 'v2') throw malformed('version');
  if (typeof name !== 'string') throw malformed('namespace.name');
  if (!isHexOf(hash, 32)) throw malformed('pivot.hash');
  if (!isHexOf(pcr0, 48) || !isHexOf(pcr1, 48) || !isHexOf(pcr2, 48) || !isHexOf(pcr3, 48))
    throw malformed('enclave.pcr0 to pcr3');
  const pcrs = [pcr0, pcr1, pcr2, pcr3] as const;
  return { version: 2, namespace: name, nonce: wholeNumber(nonce), pivotHash: hash, pcrs };
}

function parsed(bytes: Bytes): unknown {
  try {
    const text = fromUtf8(bytes);
    const value: unknown = JSON.parse(text);
    if (canonical(value, 0) === text) return value;
  } catch (error) {
    // What is not UTF-8, and what is not JSON.
    if (!(error instanceof LatchkeyError || error instanceof SyntaxError)) throw error;
  }
  throw malformed('its JSON is not canonical');
}

/** @see RFC 8785, section 3.2; its numbers are texts here */
function canonical(value: unknown, depth: number): string {
  if (depth > mostLevels) throw malformed('it is too deep');
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) throw malformed('it has a number or null');
  // Sorted by UTF-16 code units, as JavaScript compares texts.
  const names = Object.keys(value).sort();
  const members = names.map((name) => `${JSON.stringify(name)}:${canonical((value as Members)[name], depth + 1)}`);
  return `{${members.join(',')}}`;
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown, name: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(`${name} is no object`);
  return value as Members;
}

/** Of 32 bits, in decimal. */
function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' && /^(0|[1-9]\d{0,9})$/.test(value) ? Number(value) : 2 ** 32;
  if (number >= 2 ** 32) throw malformed('namespace.nonce');
  return number;
}

function readBorshManifest(bytes: Bytes): Manifest {
  const read = ([0, 1] as const).flatMap((version) => borshOrNothing(bytes, version));
  const [manifest, ambiguous] = read;
  if (!manifest) throw malformed('its Borsh is neither of version 0 nor of version 1');
  if (ambiguous) throw malformed('its Borsh is of version 0 and of version 1');
  return manifest;
}

/** No member of a manifest tells its version: each is tried, to the last byte. */
function borshOrNothing(bytes: Bytes, version: 0 | 1): Manifest[] {
  try {
    return [readBorsh(bytes, version)];
  } catch (error) {
    if (error instanceof LatchkeyError) return [];
    throw error;
  }
}

/** Every list's item takes bytes, so that the work is bounded by them. */
function readBorsh(bytes: Bytes, version: 0 | 1): Manifest {
  const { left, take, byte } = byteReader(bytes, malformed);
  const number = () => Number(littleEndian(take(4)));
  const buffer = () => take(number());
  const text = () => fromUtf8(buffer());
  const choice = (count: number): number => {
    const chosen = byte();
    if (chosen >= count) throw malformed('a choice');
    return chosen;
  };
  const list = (item: () => unknown) => {
    for (let count = number(); count > 0; count -= 1) item();
  };
  const set = (member: () => unknown) => {
    number(); // the threshold
    list(member);
  };
  const member = () => [text(), buffer()];
  const pcr = () => {
    const value = buffer();
    if (value.length !== 48) throw malformed('a PCR');
    return toHex(value);
  };

  const namespace = text();
  const nonce = number();
  buffer(); // the quorum key
  const pivotHash = toHex(take(32));
  choice(2); // restart: never, always
  if (version === 1) {
    list(() => {
      const isClient = choice(2) === 1;
      take(2); // the port
      if (!isClient || choice(2) === 1) text(); // the host, which a client may lack
    });
    choice(2); // debug mode
  }
  list(text); // arguments
  set(member); // manifest set
  set(member); // share set
  const pcrs = [pcr(), pcr(), pcr(), pcr()] as const;
  buffer(); // AWS's root
  text(); // the commit of QuorumOS
  set(buffer); // patch set
  if (left() > 0) throw malformed('something follows it');
  return { version, namespace, nonce, pivotHash, pcrs };
}
