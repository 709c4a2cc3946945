import { toBase58 } from './base58.js';
import { type ByteReader, byteReader, type Malformed } from './byteReader.js';
import { type Bytes, concat } from './bytes.js';

/** A message of Solana, read. Keys are base58; indexes count `keys`, then what the look-up tables load. */
export type SolanaMessage = {
  readonly keys: readonly string[];
  /** The first so many keys sign. */
  readonly signers: number;
  readonly isWritable: (index: number) => boolean;
  readonly blockhash: string;
  readonly instructions: readonly SolanaInstruction[];
  readonly lookups: readonly SolanaLookup[];
};

export type SolanaInstruction = {
  readonly program: string;
  readonly accounts: readonly number[];
  readonly data: Bytes;
};

/** Which accounts of a table are loaded, and which of them may be written. */
export type SolanaLookup = {
  readonly table: string;
  readonly writable: readonly number[];
  readonly readonly: readonly number[];
};

/** `signatures`: 64 bytes each, zeros where one is missing; `bytes`: what is signed. */
export type SolanaEnvelope = {
  readonly signatures: readonly Bytes[];
  readonly bytes: Bytes;
  readonly message: SolanaMessage;
};

/**
 * A transaction, or the message alone: then no signature is there yet.
 *
 * @param malformed - makes what is thrown for bytes that are neither.
 */
export function readSolanaEnvelope(bytes: Bytes, malformed: Malformed): SolanaEnvelope {
  const signed = readSigned(bytes, malformed);
  if (signed) return signed;
  const message = readMessage(bytes, malformed);
  return { signatures: Array.from({ length: message.signers }, () => new Uint8Array(64)), bytes, message };
}

/**
 * Whether bytes are a transaction or its message, or the message of a version that is not known yet: what is signed of them could be sent.
 * No text begins like the latter.
 */
export function mayBeSolanaTransaction(bytes: Bytes): boolean {
  const [first = 0] = bytes;
  if (first > 0x80 && first < 0xc0) return true;
  return tried(() => readSolanaEnvelope(bytes, (about) => new RangeError(about))) !== undefined;
}

/** The bytes of a transaction. @see Solana documentation, "Transactions" */
export const writeSolanaTransaction = (signatures: readonly Bytes[], message: Bytes): Bytes =>
  concat(shortLength(signatures.length), ...signatures, message);

/** What stands behind as many signatures as its first bytes name, where that is a message that asks for so many. */
function readSigned(bytes: Bytes, malformed: Malformed): SolanaEnvelope | undefined {
  const [count = 0] = bytes;
  const messageAt = 1 + 64 * count;
  // The first byte of a message is at least 128, or names its signers: more than 127 signatures fit into no packet.
  if (count === 0 || count > 127 || messageAt >= bytes.length) return undefined;
  const message = tried(() => readMessage(bytes.subarray(messageAt), malformed));
  if (message?.signers !== count) return undefined;
  const signatures = Array.from({ length: count }, (_, index) => bytes.slice(1 + 64 * index, 65 + 64 * index));
  return { signatures, bytes: bytes.subarray(messageAt), message };
}

function tried<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Ten times what the network's 1,232 bytes have room for. */
const mostInstructions = 4_000;

/** @see Solana documentation, "Transactions": the legacy message, and version 0 */
function readMessage(bytes: Bytes, malformed: Malformed): SolanaMessage {
  const reader = byteReader(bytes, malformed);
  const readLength = () => lengthFrom(reader, malformed);
  const list = <Item>(read: () => Item, most = Number.POSITIVE_INFINITY): Item[] => {
    const length = readLength();
    if (length > reader.left()) throw malformed('it is cut off');
    if (length > most) throw malformed(`a list of more than ${most}`);
    return Array.from({ length }, read);
  };
  const first = reader.byte();
  const isVersioned = first >= 0x80;
  if (isVersioned && first !== 0x80) throw malformed(`version ${first & 0x7f}`);
  const signers = isVersioned ? reader.byte() : first;
  const readonlySigners = reader.byte();
  const readonlyOthers = reader.byte();
  const keys = list(() => toBase58(reader.take(32)));
  if (signers === 0 || readonlySigners >= signers || signers + readonlyOthers > keys.length)
    throw malformed('its header');
  if (new Set(keys).size < keys.length) throw malformed('a key stands twice');
  const blockhash = toBase58(reader.take(32));
  const compiled = list(
    () => ({ program: reader.byte(), accounts: list(reader.byte), data: reader.take(readLength()) }),
    mostInstructions,
  );
  const lookups = isVersioned
    ? list(
        (): SolanaLookup => ({
          table: toBase58(reader.take(32)),
          writable: list(reader.byte),
          readonly: list(reader.byte),
        }),
      )
    : [];
  if (reader.left() > 0) throw malformed('something follows it');
  const loadedWritable = lookups.reduce((sum, { writable }) => sum + writable.length, 0);
  const loaded = lookups.reduce((sum, { readonly }) => sum + readonly.length, loadedWritable);
  const instructions = compiled.map(({ program, accounts, data }) => {
    const programKey = keys[program];
    // A program is never loaded by a table, and never pays.
    if (program === 0 || programKey === undefined) throw malformed('a program that is no account of its own');
    if (accounts.some((index) => index >= keys.length + loaded)) throw malformed('an account that is not there');
    return { program: programKey, accounts, data };
  });
  const isWritable = (index: number): boolean => {
    if (index >= keys.length) return index < keys.length + loadedWritable;
    return index < signers ? index < signers - readonlySigners : index < keys.length - readonlyOthers;
  };
  return { keys, signers, isWritable, blockhash, instructions, lookups };
}

/** Seven bits a byte, the lowest first, in as few bytes as do, at most three. @see Solana documentation, "Compact-array format" */
function lengthFrom(reader: ByteReader, malformed: Malformed): number {
  let length = 0;
  for (let shift = 0; shift <= 14; shift += 7) {
    const byte = reader.byte();
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) {
      if ((byte === 0 && shift > 0) || length > 0xffff) break;
      return length;
    }
  }
  throw malformed('a length');
}

function shortLength(length: number): Bytes {
  return length < 0x80 ? Uint8Array.of(length) : Uint8Array.of((length & 0x7f) | 0x80, length >> 7);
}
